import { Switch } from '@mantine/core';
import { useId, useState } from 'react';
import { useMessages } from '../../lib/messages.ts';
import {
  type NotificationAccess,
  notificationAccess,
  setAlertSettings,
  useAlertSettings,
} from '../contests/alert-settings.ts';
import { playSound } from '../contests/call-attention.ts';
import styles from './alert-switches.module.css';

/** Off until somebody switches them on; each device has its own. */
export function AlertSwitches() {
  const { questions: texts } = useMessages();
  const { sound, notify } = useAlertSettings();
  const [access, setAccess] = useState(notificationAccess);
  const titleId = useId();
  const isPossible = access === 'granted' || access === 'default';

  const switchNotify = async (isOn: boolean) => {
    const answered: NotificationAccess = isOn ? await Notification.requestPermission() : access;
    setAccess(answered);
    setAlertSettings({ notify: isOn && answered === 'granted' });
  };
  return (
    <section className={styles.switches} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {texts.device}
      </h2>
      <Switch
        size="md"
        label={texts.sound}
        description={texts.soundHint}
        checked={sound}
        onChange={({ currentTarget }) => {
          setAlertSettings({ sound: currentTarget.checked });
          // So that it is known, and the browser has been asked by a press.
          if (currentTarget.checked) playSound();
        }}
      />
      <Switch
        size="md"
        label={texts.notify}
        description={explain(access)}
        disabled={!isPossible}
        checked={notify && access === 'granted'}
        onChange={({ currentTarget }) => void switchNotify(currentTarget.checked)}
      />
    </section>
  );

  function explain(present: NotificationAccess): string {
    if (present === 'missing') return texts.notifyMissing;
    return present === 'denied' ? texts.notifyDenied : texts.notifyHint;
  }
}
