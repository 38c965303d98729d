import { Skeleton } from '../../components/skeleton.tsx';
import { useMessages } from '../../lib/messages.ts';
import styles from './problem-table.module.css';

export function LoadingProblems() {
  const { problemManagement: texts } = useMessages();
  return (
    <div role="status">
      <p className={styles.loading}>{texts.loading}</p>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={40} marginBottom="var(--space-1)" />
      ))}
    </div>
  );
}
