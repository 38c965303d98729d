import { Button, VisuallyHidden } from '@mantine/core';
import { Fragment, memo, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { ContestFormatName } from '#contract/contest-formats.ts';
import type { ContestScoreboard, ContestScoreboardEntry } from '#contract/contest-scoreboard.ts';
import { intervals } from '#contract/limits.ts';
import { Balloon } from '../../components/balloon.tsx';
import table from '../../components/data-table.module.css';
import { PersonName } from '../../components/person-name.tsx';
import quietLink from '../../components/quiet-link.module.css';
import ranking from '../../components/ranking.module.css';
import { useMessages } from '../../lib/messages.ts';
import { BoardCell } from './board-cell.tsx';
import { countSolvers, findMovements, hasPending } from './board-facts.ts';
import type { FormatLook } from './formats/format-look.ts';
import { formatLooks } from './formats/format-looks.ts';
import { RowClock } from './row-clock.tsx';
import { useRowMoves } from './row-moves.ts';
import styles from './scoreboard-table.module.css';

/** More rows than this are drawn on request only. */
const rowsAtOnce = 200;
/** On either side of one's own row, when that is below the drawn ones. */
const neighbours = 2;
const topRanks = 3;
const moveMs = 400;
/** How long it is told who has moved. */
const movementMs = intervals.contestScoreboardRefreshMs;

interface ScoreboardTableProps {
  board: ContestScoreboard;
  format: ContestFormatName;
  /** Of whoever is signed in: their row stays in sight, wherever the board is scrolled. */
  ownId: number | null;
  /** Since when clocks stand still, if they do. */
  standsAt?: string | null;
  /** Where staff find what a participant has done. */
  reportOf?: ((userId: number) => string) | undefined;
}

/** Scrolls inside its own frame when there are many problems; rank and name stay. */
export function ScoreboardTable({ board, format, ownId, standsAt = null, reportOf }: ScoreboardTableProps) {
  const { contests: texts, contestEntry } = useMessages();
  const [shown, setShown] = useState(rowsAtOnce);
  const frame = useRef<HTMLElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const edges = useHiddenEdges(frame);
  const { scoreboard: rows, problems } = board;
  const look = formatLooks[format];
  const counts = countSolvers(board, look);
  const movements = useMovements(rows);
  useRowMoves(body, rows, moveMs);
  const ownIndex = rows.findIndex(({ user_id }) => user_id === ownId);
  const ownRank = rows[ownIndex]?.place ?? null;
  const firstUnofficial = rows.findIndex(({ place }) => place === null);
  const rankedCount = firstUnofficial < 0 ? rows.length : firstUnofficial;
  const columnCount = (look.hasPenalty ? 4 : 3) + problems.length;
  useWholeOnPaper(() => setShown(rows.length));
  const around = ownIndex < shown ? null : Math.max(shown, ownIndex - neighbours);

  const draw = (from: number, to: number) =>
    rows.slice(from, to).map((entry, index) => (
      <Fragment key={entry.user_id}>
        {from + index === firstUnofficial && (
          <tr className={styles.apart}>
            <th scope="rowgroup" colSpan={columnCount}>
              <span>{contestEntry.unofficialRows}</span>
            </th>
          </tr>
        )}
        <Row
          entry={entry}
          look={look}
          problems={problems}
          isOwn={entry.user_id === ownId}
          movement={movements.get(entry.user_id) ?? 0}
          standsAt={standsAt}
          report={reportOf?.(entry.user_id)}
        />
      </Fragment>
    ));

  return (
    <>
      {ownIndex >= 0 && (
        <div className={styles.own}>
          <p>
            {texts.ownRank}{' '}
            <strong>{ownRank === null ? contestEntry.unofficial : texts.rankOf(ownRank, rankedCount)}</strong>
          </p>
          <Button variant="default" size="xs" onClick={() => showOwnRow(frame.current)}>
            {texts.toOwnRow}
          </Button>
          {ownRank !== null && <OwnMovement places={movements.get(ownId ?? 0) ?? 0} rank={ownRank} />}
        </div>
      )}
      <div className={styles.outer} data-more={edges.hasMore || undefined}>
        <section
          ref={frame}
          className={styles.frame}
          data-scrolled={edges.isScrolled || undefined}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={texts.board}
        >
          <table className={`${table.table} ${styles.board}`}>
            <Head problems={problems} counts={counts} look={look} />
            <tbody ref={body}>{draw(0, shown)}</tbody>
            {around !== null && (
              <tbody>
                {around > shown && (
                  <tr className={styles.gap}>
                    <td colSpan={columnCount}>{texts.ranksLeftOut(shown + 1, around)}</td>
                  </tr>
                )}
                {draw(around, ownIndex + neighbours + 1)}
              </tbody>
            )}
          </table>
        </section>
      </div>
      <Legend
        look={look}
        isScoreWithheld={counts.some(({ solved }) => solved === null)}
        hasPending={hasPending(rows)}
      />
      {rows.length > shown && (
        <Button className={table.more ?? ''} variant="default" onClick={() => setShown(shown + rowsAtOnce)}>
          {texts.showMore}
        </Button>
      )}
    </>
  );
}

interface LegendProps {
  look: FormatLook;
  isScoreWithheld: boolean;
  hasPending: boolean;
}

function Legend({ look, isScoreWithheld, hasPending }: LegendProps) {
  const messages = useMessages();
  const parts = [...look.textsIn(messages).legend(isScoreWithheld)];
  if (hasPending) parts.push(messages.contestFormat.pendingLegend);
  return <p className={styles.legend}>{parts.join(' · ')}</p>;
}

/**
 * Since the board before this one, and before those that followed on it within the time that a movement is shown: a board
 * that changes several times a second would show no movement long enough to be seen.
 */
function useMovements(rows: ContestScoreboard['scoreboard']): ReadonlyMap<number, number> {
  const [known, setKnown] = useState(() => ({ rows, since: rows, sinceMs: 0, movements: noMovements }));
  if (known.rows === rows) return known.movements;
  const now = Date.now();
  const isOld = now - known.sinceMs > movementMs;
  const since = isOld ? known.rows : known.since;
  const movements = findMovements(since, rows);
  setKnown({ rows, since, sinceMs: isOld ? now : known.sinceMs, movements });
  return movements;
}

const noMovements: ReadonlyMap<number, number> = new Map();

/** A sheet of paper has no button for more rows. */
function useWholeOnPaper(showAll: () => void): void {
  useEffect(() => {
    const prepare = () => flushSync(showAll);
    window.addEventListener('beforeprint', prepare);
    return () => window.removeEventListener('beforeprint', prepare);
  });
}

/** Whether the frame hides columns to the left, behind those that stay, or to the right. */
function useHiddenEdges(frame: React.RefObject<HTMLElement | null>) {
  const [edges, setEdges] = useState({ isScrolled: false, hasMore: false });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const look = () => {
      const isScrolled = element.scrollLeft > 0;
      const hasMore = element.scrollLeft + element.clientWidth < element.scrollWidth - 1;
      setEdges((known) =>
        known.isScrolled === isScrolled && known.hasMore === hasMore ? known : { isScrolled, hasMore },
      );
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [frame]);
  return edges;
}

function showOwnRow(frame: HTMLElement | null): void {
  frame?.querySelector('tr[data-own]')?.scrollIntoView({ block: 'center' });
}

/** Said when it changes, without taking anybody's attention from what they do. */
function OwnMovement({ places, rank }: { places: number; rank: number }) {
  const { contests: texts } = useMessages();
  return (
    <VisuallyHidden role="status">
      {places > 0 && texts.ownMovedUp(places, rank)}
      {places < 0 && texts.ownMovedDown(-places, rank)}
    </VisuallyHidden>
  );
}

interface HeadProps extends Pick<ContestScoreboard, 'problems'> {
  counts: ReturnType<typeof countSolvers>;
  look: FormatLook;
}

function Head({ problems, counts, look }: HeadProps) {
  const messages = useMessages();
  const { contests: texts, contestFormat } = messages;
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.rank}>
          {texts.rank}
        </th>
        <th scope="col" className={styles.participant}>
          {texts.participant}
        </th>
        <th scope="col" className={`${table.number} ${styles.total}`}>
          {look.textsIn(messages).total}
        </th>
        {look.hasPenalty && (
          <th scope="col" className={`${table.number} ${styles.penalty}`}>
            {contestFormat.penaltyColumn}
          </th>
        )}
        {problems.map(({ problem_id, title, label, colour }) => (
          <th
            key={problem_id}
            scope="col"
            className={styles.problem}
            title={texts.problemColumn(problem_id, title ?? problem_id)}
          >
            <span className={styles.letter}>
              {label}
              {colour && <Balloon colour={colour} />}
            </span>
            {title !== null && <span className={styles.title}>{title}</span>}
            <span className={styles.id}>{problem_id}</span>
          </th>
        ))}
      </tr>
      <tr className={styles.solvers}>
        <th scope="row" colSpan={2} className={styles.solversName}>
          {texts.solvedBy}
        </th>
        <td className={styles.total} />
        {look.hasPenalty && <td className={styles.penalty} />}
        {problems.map(({ problem_id }, index) => (
          <td key={problem_id}>
            {texts.solvedOfTried(counts[index]?.solved ?? null, counts[index]?.tried ?? 0)}
          </td>
        ))}
      </tr>
    </thead>
  );
}

interface RowProps {
  entry: ContestScoreboardEntry;
  look: FormatLook;
  problems: ContestScoreboard['problems'];
  isOwn: boolean;
  /** Places since the last change, up above zero. */
  movement: number;
  standsAt: string | null;
  /** The address of what staff may read of them. */
  report: string | undefined;
}

/** Remembered: a refresh draws only the rows that it changed. */
const Row = memo(function Row({ entry, look, problems, isOwn, movement, standsAt, report }: RowProps) {
  const { contests: texts, contestEntry } = useMessages();
  const { place } = entry;
  return (
    <tr
      data-user={entry.user_id}
      data-top={place !== null && place <= topRanks ? place : undefined}
      data-own={isOwn || undefined}
    >
      <td className={styles.rank}>
        {place === null ? (
          <abbr className={styles.unranked} title={contestEntry.unofficial}>
            {contestEntry.unofficialMark}
          </abbr>
        ) : (
          <span className={ranking.place}>{place}</span>
        )}
        {place !== null && movement !== 0 && <Movement places={movement} />}
      </td>
      <td className={styles.participant}>
        {report ? (
          <Link className={quietLink.link} to={report} title={texts.reportOpen}>
            <PersonName>{entry.username}</PersonName>
          </Link>
        ) : (
          <PersonName>{entry.username}</PersonName>
        )}
        {isOwn && <span className={`${table.tag} ${styles.tag}`}>{texts.you}</span>}
        {entry.clock && <RowClock clock={entry.clock} standsAt={standsAt} />}
      </td>
      <td className={`${table.number} ${styles.total}`}>{entry.total_score}</td>
      {look.hasPenalty && <td className={`${table.number} ${styles.penalty}`}>{entry.penalty}</td>}
      {problems.map((problem) => (
        <BoardCell
          key={problem.problem_id}
          result={entry.detailed_scores[problem.problem_id]}
          look={look}
          fullMarks={look.fullMarksOf(problem)}
        />
      ))}
    </tr>
  );
});

function Movement({ places }: { places: number }) {
  const { contests: texts } = useMessages();
  return (
    <span className={styles.movement} data-direction={places > 0 ? 'up' : 'down'}>
      <VisuallyHidden component="span">
        {places > 0 ? texts.movedUp(places) : texts.movedDown(-places)}
      </VisuallyHidden>
      <span aria-hidden="true">{Math.abs(places)}</span>
    </span>
  );
}
