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
/** More than these have no room in one line of the narrowest place: neighbours share a cell. */
const cellsInLine = 60;

/**
 * One small cell a test, or a few tests where one line has no room for all. Its text is the bracketed result string, so that copying and screen readers get
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
  const cells = joinNeighbours(results, isOneLine ? cellsInLine : results.length);
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
      {cells.map(({ first, statuses }, index) => {
        const worst = findWorst(statuses);
        return (
          <span
            key={first}
            className={styles.cell}
            data-passed={worst === 'Accepted' || undefined}
            data-skipped={worst === 'Skipped' || undefined}
            style={{
              ...statusTone(worst),
              ...(isCelebrated && { animationDelay: `${Math.round((index / cells.length) * runMs)}ms` }),
            }}
            title={`${numberTests(first, statuses.length)}: ${[...new Set(statuses)].map(submissions.statusName).join(', ')}`}
          >
            {statuses.map(statusLetter).join('')}
          </span>
        );
      })}
      {toCome.map((index) => (
        <span key={`to-come-${index}`} className={`${styles.cell} ${styles.toCome}`} />
      ))}
      <span className={styles.bracket}>]</span>
    </span>
  );
}

interface Cell {
  /** The number of its first test. */
  first: number;
  statuses: readonly string[];
}

/** At most so many cells, as alike in their number of tests as can be. */
function joinNeighbours(results: readonly { status: string }[], most: number): readonly Cell[] {
  const count = Math.min(results.length, most);
  const startOf = (cell: number) => Math.floor((cell * results.length) / count);
  return Array.from({ length: count }, (_, cell) => ({
    first: startOf(cell) + 1,
    statuses: results.slice(startOf(cell), startOf(cell + 1)).map(({ status }) => status),
  }));
}

/** What failed is not hidden by what passed or never ran beside it. */
function findWorst(statuses: readonly string[]): string {
  const notPassed = statuses.filter((status) => status !== 'Accepted');
  return notPassed.find((status) => status !== 'Skipped') ?? notPassed[0] ?? 'Accepted';
}

function numberTests(first: number, count: number): string {
  return count === 1 ? `${first}` : `${first}–${first + count - 1}`;
}
