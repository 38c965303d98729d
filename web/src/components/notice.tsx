import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  tone: 'error' | 'warning' | 'success' | 'info';
  /** Where the tone changes with the message: a region that becomes another is not announced. */
  role?: 'alert' | 'status';
  /** Nothing: the live region stays, empty, so that the next message is announced. */
  children?: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
}

const icons = { error: 'alert', warning: 'alert', success: 'check', info: 'info' } as const;

export function Notice({
  tone,
  role = tone === 'error' ? 'alert' : 'status',
  children,
  action,
}: NoticeProps) {
  return (
    <div role={role} className={styles.region}>
      {children && (
        <div className={styles.notice} data-tone={tone}>
          <span className={styles.icon}>
            <Icon name={icons[tone]} />
          </span>
          <span className={styles.text}>{children}</span>
          {action}
        </div>
      )}
    </div>
  );
}
