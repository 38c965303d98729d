import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import styles from './more-settings.module.css';

interface MoreSettingsProps {
  /** What is not as it comes, in a few words; empty where all is. */
  summary: string;
  /** A section each. */
  children: ReactNode;
}

/** What most contests leave as it comes. */
export function MoreSettings({ summary, children }: MoreSettingsProps) {
  const { contestManagement: texts } = useMessages();
  return (
    <details className={styles.more}>
      <summary>
        {texts.moreSettings}
        {summary !== '' && <span className={styles.summary}> {summary}</span>}
      </summary>
      {children}
    </details>
  );
}

/** Fields that belong together, two abreast where there is room. */
export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
