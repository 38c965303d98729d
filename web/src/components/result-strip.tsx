import { resultString, statusLetter } from '#contract/statuses.ts';
import { useMessages } from '../lib/messages.ts';
import styles from './result-strip.module.css';
import { StatusLabel, statusTone } from './status-label.tsx';

interface ResultStripProps {
  /** The best status: a Compilation Error shows as its words. */
  status: string | null;
  results: readonly { status: string }[];
  /** However many tests there are. */
  isOneLine?: boolean;
}

/** More than these have no room for their letters in one line. */
const lettersInLine = 12;

/**
 * One small cell a test. Its text is the bracketed result string, so that copying and screen readers get
 * `[PP-T]`; the brackets themselves are drawn without ink.
 */
export function ResultStrip({ status, results, isOneLine = false }: ResultStripProps) {
  const { submissions } = useMessages();
  const text = resultString(status, results);
  if (text === '') return null;
  if (status === 'Compilation Error') return <StatusLabel status={status} />;
  return (
    <span
      className={styles.strip}
      data-one-line={isOneLine || undefined}
      data-dense={(isOneLine && results.length > lettersInLine) || undefined}
      role="img"
      aria-label={text}
    >
      <span className={styles.bracket}>[</span>
      {results.map((result, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a test is known by its place
          key={index}
          className={styles.cell}
          data-passed={result.status === 'Accepted' || undefined}
          data-skipped={result.status === 'Skipped' || undefined}
          style={statusTone(result.status)}
          title={`${index + 1}: ${submissions.statusName(result.status)}`}
        >
          {statusLetter(result.status)}
        </span>
      ))}
      <span className={styles.bracket}>]</span>
    </span>
  );
}
