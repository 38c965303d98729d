import { Button } from '@mantine/core';
import { memo, useState } from 'react';
import type { ContestScoreboard, ContestScoreboardEntry } from '#contract/contests.ts';
import { scoreStyle } from '#contract/scores.ts';
import table from '../../components/data-table.module.css';
import ranking from '../../components/ranking.module.css';
import { useMessages } from '../../lib/messages.ts';
import styles from './scoreboard-table.module.css';

/** More rows than this are drawn on request only. */
const rowsAtOnce = 200;
const topRanks = 3;

interface ScoreboardTableProps {
  board: ContestScoreboard;
  /** Of who is signed in: a rank below what is drawn is told at the foot. */
  ownId: number | null;
}

/** Scrolls inside its own frame when there are many problems; rank, name and total stay. */
export function ScoreboardTable({ board, ownId }: ScoreboardTableProps) {
  const { contests: texts } = useMessages();
  const [shown, setShown] = useState(rowsAtOnce);
  const { scoreboard: rows, problems } = board;
  const ownIndex = rows.findIndex(({ user_id }) => user_id === ownId);
  const own = ownIndex >= shown ? rows[ownIndex] : undefined;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.frame} tabIndex={0} aria-label={texts.board}>
        <table className={`${table.table} ${styles.board}`}>
          <thead>
            <tr>
              <th scope="col" className={styles.rank}>
                {texts.rank}
              </th>
              <th scope="col" className={styles.participant}>
                {texts.participant}
              </th>
              <th scope="col" className={`${table.number} ${styles.total}`}>
                {texts.totalScore}
              </th>
              {problems.map(({ problem_id, label }) => (
                <th key={problem_id} scope="col" className={styles.problem} title={problem_id}>
                  <span>{label ?? problem_id}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((entry, index) => (
              <Row
                key={entry.user_id}
                entry={entry}
                rank={index + 1}
                problems={problems}
                isOwn={entry.user_id === ownId}
              />
            ))}
          </tbody>
          {own && (
            <tfoot>
              <Row entry={own} rank={ownIndex + 1} problems={problems} isOwn />
            </tfoot>
          )}
        </table>
      </section>
      {rows.length > shown && (
        <Button className={table.more ?? ''} variant="default" onClick={() => setShown(shown + rowsAtOnce)}>
          {texts.showMore}
        </Button>
      )}
    </>
  );
}

interface RowProps {
  entry: ContestScoreboardEntry;
  rank: number;
  problems: ContestScoreboard['problems'];
  isOwn: boolean;
}

/** Remembered: a refresh draws only the rows that it changed. */
const Row = memo(function Row({ entry, rank, problems, isOwn }: RowProps) {
  const { contests: texts } = useMessages();
  return (
    <tr data-top={rank <= topRanks ? rank : undefined} data-own={isOwn || undefined}>
      <td className={styles.rank}>
        <span className={ranking.place}>{rank}</span>
      </td>
      <td className={styles.participant}>
        {entry.username}
        {isOwn && <span className={`${table.tag} ${styles.tag}`}>{texts.you}</span>}
      </td>
      <td className={`${table.number} ${styles.total}`}>{entry.total_score}</td>
      {problems.map(({ problem_id }) => (
        <Cell key={problem_id} result={entry.detailed_scores[problem_id]} />
      ))}
    </tr>
  );
});

function Cell({ result }: { result: ContestScoreboardEntry['detailed_scores'][string] | undefined }) {
  const { contests: texts } = useMessages();
  if (!result) return <td className={styles.cell}>{texts.noAttempt}</td>;
  const { score, attempts } = result;
  return (
    <td className={styles.cell} data-score={scoreStyle(score)}>
      <span className={styles.score}>{score}</span>
      {attempts > 1 && <span className={styles.attempts}> {texts.attempts(attempts)}</span>}
    </td>
  );
}
