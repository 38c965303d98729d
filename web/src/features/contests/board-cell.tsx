import { VisuallyHidden } from '@mantine/core';
import type { ComponentType } from 'react';
import type { ContestBoardCell } from '#contract/contest-scoreboard.ts';
import { useMessages } from '../../lib/messages.ts';
import styles from './board-cell.module.css';
import { cellStyle } from './board-facts.ts';
import type { FormatLook } from './formats/format-look.ts';

interface BoardCellProps {
  /** Undefined: nothing was tried. */
  result: ContestBoardCell | undefined;
  look: FormatLook;
  /** What a full score is here. */
  fullMarks: number;
  /** The one that is shown at this moment. */
  isLit?: boolean;
}

/** One participant on one problem: what came of it, by sign and by colour. */
export function BoardCell({ result, look, fullMarks, isLit }: BoardCellProps) {
  const { contests: texts } = useMessages();
  if (!result) return <td className={styles.cell}>{texts.noAttempt}</td>;
  const { score, first } = result;
  const Result = results[look.cell];
  return (
    <td
      className={styles.cell}
      data-score={score === undefined ? undefined : cellStyle(score, fullMarks)}
      data-first={first}
      data-lit={isLit || undefined}
    >
      <Result result={result} />
      {result.pending !== undefined && <Pending count={result.pending} />}
      {first && <VisuallyHidden component="span"> {texts.firstSolve}</VisuallyHidden>}
    </td>
  );
}

interface ResultProps {
  result: ContestBoardCell;
}

const results: Record<FormatLook['cell'], ComponentType<ResultProps>> = { score: Score, solved: Solved };

function Score({ result: { score, attempts, pending } }: ResultProps) {
  const { contests: texts } = useMessages();
  // Nothing but what is not told yet.
  if (attempts === 0 && pending !== undefined) return null;
  return (
    <>
      {score === undefined ? (
        <abbr className={styles.score} title={texts.scoreWithheldName}>
          {texts.scoreWithheld}
        </abbr>
      ) : (
        <span className={styles.score}>{score}</span>
      )}
      {attempts > 1 && <Attempts count={attempts} />}
    </>
  );
}

function Solved({ result }: ResultProps) {
  const { contests: texts, contestFormat } = useMessages();
  const { score, attempts, minute } = result;
  if (score === undefined) return <Score result={result} />;
  if (minute === undefined) {
    // What did not compile is no try; what waits for its result is told beside it.
    if (attempts === 0) return result.pending === undefined ? texts.noAttempt : null;
    return (
      <span className={styles.wrong}>
        <span aria-hidden="true">{contestFormat.wrongTries(attempts)}</span>
        <VisuallyHidden component="span">{contestFormat.wrongTriesName(attempts)}</VisuallyHidden>
      </span>
    );
  }
  return (
    <>
      <span aria-hidden="true">
        <span className={styles.score}>{minute}</span>
        {attempts > 1 && <Attempts count={attempts} />}
      </span>
      <VisuallyHidden component="span">{contestFormat.solvedName(minute, attempts)}</VisuallyHidden>
    </>
  );
}

/** On a second line where one is too narrow. */
function Attempts({ count }: { count: number }) {
  const { contests: texts } = useMessages();
  return (
    <>
      {' '}
      <span className={styles.attempts}>{texts.attempts(count)}</span>
    </>
  );
}

function Pending({ count }: { count: number }) {
  const { contestFormat: texts } = useMessages();
  return (
    <span className={styles.pending} title={texts.pendingName(count)}>
      <span aria-hidden="true">{texts.pending(count)}</span>
      <VisuallyHidden component="span"> {texts.pendingName(count)}</VisuallyHidden>
    </span>
  );
}
