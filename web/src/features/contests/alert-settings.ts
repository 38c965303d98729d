/** Whether this device calls when there is news: off until somebody switches it on, and kept here alone. */
import { useSyncExternalStore } from 'react';

export interface AlertSettings {
  readonly sound: boolean;
  readonly notify: boolean;
}

const storageKey = 'contest-alerts';
const off: AlertSettings = { sound: false, notify: false };

let settings = read();
const watchers = new Set<() => void>();

function read(): AlertSettings {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<AlertSettings>;
    return { sound: stored.sound === true, notify: stored.notify === true };
  } catch {
    return off;
  }
}

export function setAlertSettings(change: Partial<AlertSettings>): void {
  settings = { ...settings, ...change };
  try {
    localStorage.setItem(storageKey, JSON.stringify(settings));
  } catch {
    // Where storage is forbidden the choice lasts as long as the page.
  }
  for (const tell of watchers) tell();
}

function subscribe(onChange: () => void): () => void {
  // Another tab of the same device.
  const follow = ({ key }: StorageEvent) => {
    if (key !== storageKey) return;
    settings = read();
    onChange();
  };
  watchers.add(onChange);
  window.addEventListener('storage', follow);
  return () => {
    watchers.delete(onChange);
    window.removeEventListener('storage', follow);
  };
}

const readSettings = () => settings;

export function useAlertSettings(): AlertSettings {
  return useSyncExternalStore(subscribe, readSettings, readSettings);
}

export type NotificationAccess = 'granted' | 'denied' | 'default' | 'missing';

/** Browsers offer them to pages over https only. */
export function notificationAccess(): NotificationAccess {
  return 'Notification' in globalThis && window.isSecureContext ? Notification.permission : 'missing';
}
