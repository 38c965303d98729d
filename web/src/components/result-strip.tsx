import { resultString, statusLetter } from '#contract/statuses.ts';
import { useMessages } from '../lib/messages.ts';
import styles from './result-strip.module.css';
import { StatusLabel, statusTone } from './status-label.tsx';

interface ResultStripProps {
  /** The best status: a Compilation Error shows as its words. */
  status: string | null;
  results: readonly { status: string }[];
  /** How many there will be: the cells of those to come are there already, empty. */
  total?: number;
  /** The first 100 of a problem: the cells run green, one after the other. */
  isCelebrated?: boolean;
  /** However many tests there are. */
  isOneLine?: boolean;
}

/** However many cells there are, they have run within this time. */
const runMs = 700;
/** More than these have no room for their letters in one line. */
const lettersInLine = 12;

/**
 * One small cell a test. Its text is the bracketed result string, so that copying and screen readers get
 * `[PP-T]`; the brackets themselves are drawn without ink.
 */
export function ResultStrip({
  status,
  results,
  total = 0,
  isCelebrated = false,
  isOneLine = false,
}: ResultStripProps) {
  const { submissions } = useMessages();
  const text = resultString(status, results);
  const toCome = Array.from({ length: Math.max(total - results.length, 0) }, (_, index) => index);
  if (text === '' && toCome.length === 0) return null;
  if (status === 'Compilation Error') return <StatusLabel status={status} />;
  return (
    <span
      className={styles.strip}
      data-one-line={isOneLine || undefined}
      data-dense={(isOneLine && results.length > lettersInLine) || undefined}
      data-celebrated={isCelebrated || undefined}
      role="img"
      aria-label={text || '[]'}
    >
      <span className={styles.bracket}>[</span>
      {results.map((result, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a test is known by its place
          key={index}
          className={styles.cell}
          data-passed={result.status === 'Accepted' || undefined}
          data-skipped={result.status === 'Skipped' || undefined}
          style={{
            ...statusTone(result.status),
            ...(isCelebrated && { animationDelay: `${Math.round((index / results.length) * runMs)}ms` }),
          }}
          title={`${index + 1}: ${submissions.statusName(result.status)}`}
        >
          {statusLetter(result.status)}
        </span>
      ))}
      {toCome.map((index) => (
        <span key={`to-come-${index}`} className={`${styles.cell} ${styles.toCome}`} />
      ))}
      <span className={styles.bracket}>]</span>
    </span>
  );
}
