/** The sound and the browser's notification. Both are beside the page, which shows everything without them. */
import type { AlertSettings } from './alert-settings.ts';

const calledKey = 'contest-alerts-called';

/** More than arrive at once: another tab may be told all of them only after this one has called for each. */
const calledMax = 100;

/** Long after the other tabs have heard of it too. */
const heldMs = 5_000;

interface Call {
  /** The same news in another tab of this device has the same one. */
  key: string;
  title: string;
  text: string;
  onOpen: () => void;
}

export function callAttention({ sound, notify }: AlertSettings, call: Call): void {
  if (!(sound || notify)) return;
  inOneTab(call.key, () => {
    if (sound) playSound();
    if (notify) showNotification(call);
  });
}

/**
 * One tab calls for all. They hear of news in the same moment, sooner than one sees what another has stored: until then it
 * is a lock that tells them. Browsers have locks for pages over https only.
 */
function inOneTab(key: string, callForAll: () => void): void {
  const callFirst = () => {
    if (isFirst(key)) callForAll();
  };
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) {
    callFirst();
    return;
  }
  const hold = async (lock: Lock | null) => {
    if (!lock) return;
    callFirst();
    await new Promise((resolve) => setTimeout(resolve, heldMs));
  };
  // Where storage is forbidden so are locks.
  locks.request(`contest-alert ${key}`, { ifAvailable: true }, hold).catch(callFirst);
}

function isFirst(key: string): boolean {
  try {
    const called = (localStorage.getItem(calledKey) ?? '').split('\n');
    if (called.includes(key)) return false;
    localStorage.setItem(calledKey, [...called, key].slice(-calledMax).join('\n'));
  } catch {
    // Then each for itself.
  }
  return true;
}

let audio: AudioContext | undefined;

/** Two short notes. A browser that nobody has touched since the page was opened stays silent. */
export function playSound(): void {
  try {
    audio ??= new AudioContext();
    void audio.resume();
    for (const [index, frequency] of [660, 880].entries()) {
      const startsAt = audio.currentTime + index * 0.16;
      const note = audio.createOscillator();
      const volume = audio.createGain();
      note.frequency.value = frequency;
      volume.gain.setValueAtTime(0.0001, startsAt);
      volume.gain.exponentialRampToValueAtTime(0.2, startsAt + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, startsAt + 0.28);
      note.connect(volume).connect(audio.destination);
      note.start(startsAt);
      note.stop(startsAt + 0.3);
    }
  } catch {
    // No sound device.
  }
}

function showNotification({ key, title, text, onOpen }: Call): void {
  try {
    const notification = new Notification(title, { body: text, tag: key });
    notification.addEventListener('click', () => {
      window.focus();
      onOpen();
      notification.close();
    });
  } catch {
    // Phones show none for a page that is only a page.
  }
}
