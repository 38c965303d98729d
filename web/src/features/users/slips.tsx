import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useMessages } from '../../lib/messages.ts';
import type { CreatedBatch } from './created-batches.ts';
import styles from './slips.module.css';

/**
 * A batch on paper: a slip for each account, to be cut along the lines and handed out. It stands beside the page, is seen
 * by the printer alone, and is gone when the printer's dialog has been closed.
 */
export function Slips({ batch, onPrinted }: { batch: CreatedBatch; onPrinted: () => void }) {
  const { app, users: texts } = useMessages();
  // biome-ignore lint/correctness/useExhaustiveDependencies: printed once
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onPrinted);
  }, []);
  return createPortal(
    <div className={styles.sheet}>
      {batch.users.map(({ username, password }) => (
        <section key={username} className={styles.slip}>
          <p className={styles.site}>
            {app.name} <span className={styles.address}>{window.location.origin}</span>
          </p>
          <dl className={styles.facts}>
            <dt>{texts.username}</dt>
            <dd>{username}</dd>
            <dt>{texts.password}</dt>
            <dd>{password}</dd>
          </dl>
        </section>
      ))}
    </div>,
    document.body,
  );
}
