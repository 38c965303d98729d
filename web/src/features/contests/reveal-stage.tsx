import { Button, VisuallyHidden } from '@mantine/core';
import { memo, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import type { Contest } from '#contract/contests.ts';
import table from '../../components/data-table.module.css';
import { PersonName } from '../../components/person-name.tsx';
import { useMessages } from '../../lib/messages.ts';
import { BoardCell } from './board-cell.tsx';
import { cellStyle } from './board-facts.ts';
import type { FormatLook } from './formats/format-look.ts';
import { formatLooks } from './formats/format-looks.ts';
import type { RevealRow, RevealStep } from './plan-reveal.ts';
import styles from './reveal-page.module.css';
import { useRowMoves } from './row-moves.ts';
import { ThawDialog } from './thaw-dialog.tsx';

/** Slow enough to follow from the last row of a hall. */
const moveMs = 700;

interface RevealStageProps {
  contest: Contest;
  problems: ContestScoreboard['problems'];
  steps: readonly RevealStep[];
  /** How many submissions had no verdict yet, or were about to get another. */
  unjudged: number | null;
  leaveTo: string;
}

export function RevealStage({ contest, problems, steps, unjudged, leaveTo }: RevealStageProps) {
  const { contestFormat: texts } = useMessages();
  const [at, setAt] = useState(0);
  const [isThawing, setThawing] = useState(false);
  const body = useRef<HTMLTableSectionElement>(null);
  const look = formatLooks[contest.format];
  const last = steps.length - 1;
  const step = steps[at] as RevealStep;
  const goBy = (by: number) => setAt((present) => Math.min(Math.max(present + by, 0), last));
  useStepKeys(goBy);
  useRowMoves(body, at, moveMs);
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>{contest.title}</h1>
        <div className={styles.tools}>
          <p className={styles.hint}>{texts.revealKeys}</p>
          <p className={styles.step}>{texts.revealStep(at, last)}</p>
          <Button size="xs" variant="default" onClick={() => goBy(-1)}>
            {texts.revealBack}
          </Button>
          <Button size="xs" onClick={() => goBy(1)}>
            {texts.revealNext}
          </Button>
          <Button size="xs" variant="default" onClick={() => void toggleFullScreen()}>
            {texts.revealFullScreen}
          </Button>
          {at === last && contest.is_frozen && (
            <Button size="xs" variant="default" onClick={() => setThawing(true)}>
              {texts.thawNow}
            </Button>
          )}
          <Button size="xs" variant="default" component={Link} to={leaveTo}>
            {texts.revealLeave}
          </Button>
        </div>
        {contest.status === 'running' && <p className={styles.note}>{texts.revealRunning}</p>}
        {unjudged !== 0 && (
          <p className={styles.note}>
            {unjudged === null ? texts.revealUnjudgedUnknown : texts.revealUnjudged(unjudged)}
          </p>
        )}
      </header>
      <VisuallyHidden role="status">{sayStep(step, problems, look, texts)}</VisuallyHidden>
      <section
        className={styles.frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={texts.revealTitle}
      >
        <table className={`${table.table} ${styles.board}`}>
          <Head problems={problems} look={look} />
          <tbody ref={body}>
            {step.rows.map((row) => (
              <Row
                key={row.user_id}
                row={row}
                isTurn={step.userId === row.user_id}
                shownProblem={step.userId === row.user_id ? step.problemId : null}
                problems={problems}
                look={look}
              />
            ))}
          </tbody>
        </table>
      </section>
      {isThawing && <ThawDialog contest={contest} onClose={() => setThawing(false)} />}
    </main>
  );
}

/** One key a step, wherever the focus is; a button that has it does what it says, and so does a dialog. */
function useStepKeys(goBy: (by: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return;
      const isPressed = event.target instanceof Element && event.target.closest('button, a') !== null;
      const isForward = event.key === 'ArrowRight' || (event.key === ' ' && !isPressed);
      if (event.ctrlKey || event.metaKey || event.altKey || !(isForward || event.key === 'ArrowLeft')) return;
      event.preventDefault();
      goBy(isForward ? 1 : -1);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await document.documentElement.requestFullscreen();
}

type Texts = ReturnType<typeof useMessages>['contestFormat'];

function sayStep(
  { rows, userId, problemId }: RevealStep,
  problems: ContestScoreboard['problems'],
  look: FormatLook,
  texts: Texts,
): string {
  const row = rows.find(({ user_id }) => user_id === userId);
  if (!row) return rows.every(({ isSettled }) => isSettled) ? texts.revealDone : '';
  if (problemId === null)
    return row.medal ? texts.awarded(row.username, row.place, texts.medalNames[row.medal]) : '';
  const { score = 0 } = row.detailed_scores[problemId] ?? {};
  const problem = problems.find(({ problem_id }) => problem_id === problemId);
  const isSolved = problem !== undefined && cellStyle(score, look.fullMarksOf(problem)) === 'full';
  const outcome = isSolved
    ? texts.outcomes.solved
    : score > 0
      ? texts.outcomes.score(score)
      : texts.outcomes.unsolved;
  return texts.revealed(row.username, problem?.label ?? problemId, outcome, row.place);
}

function Head({ problems, look }: { problems: ContestScoreboard['problems']; look: FormatLook }) {
  const messages = useMessages();
  const { contests: texts, contestFormat } = messages;
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.place}>
          {texts.rank}
        </th>
        <th scope="col" className={styles.name}>
          {texts.participant}
        </th>
        <th scope="col" className={table.number}>
          {look.textsIn(messages).total}
        </th>
        {look.hasPenalty && (
          <th scope="col" className={table.number}>
            {contestFormat.penaltyColumn}
          </th>
        )}
        {problems.map(({ problem_id, label, title }) => (
          <th key={problem_id} scope="col" className={styles.problem} title={title ?? problem_id}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface RowProps {
  row: RevealRow;
  isTurn: boolean;
  shownProblem: string | null;
  problems: ContestScoreboard['problems'];
  look: FormatLook;
}

/** Remembered: a step draws only the rows that it changed. */
const Row = memo(function Row({ row, isTurn, shownProblem, problems, look }: RowProps) {
  const { contestFormat: texts } = useMessages();
  return (
    <tr
      data-user={row.user_id}
      data-turn={isTurn || undefined}
      data-settled={row.isSettled || undefined}
      data-medal={row.medal ?? undefined}
    >
      <td className={styles.place}>{row.place}</td>
      <td className={styles.name}>
        <PersonName>{row.username}</PersonName>
        {row.medal && <span className={styles.medal}>{texts.medalNames[row.medal]}</span>}
      </td>
      <td className={`${table.number} ${styles.total}`}>{row.total_score}</td>
      {look.hasPenalty && <td className={table.number}>{row.penalty}</td>}
      {problems.map((problem) => (
        <BoardCell
          key={problem.problem_id}
          result={row.detailed_scores[problem.problem_id]}
          look={look}
          fullMarks={look.fullMarksOf(problem)}
          isLit={shownProblem === problem.problem_id}
        />
      ))}
    </tr>
  );
});
