import type { ContestStatus } from '#contract/contest-status.ts';
import { useMessages } from '../../lib/messages.ts';
import styles from './contest-badge.module.css';

/** Where a contest stands: by word, sign and colour. */
export function ContestBadge({ status }: { status: ContestStatus }) {
  const { contests: texts } = useMessages();
  return (
    <span className={styles.badge} data-status={status}>
      {texts.statuses[status]}
    </span>
  );
}
