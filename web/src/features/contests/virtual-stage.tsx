import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { generatePath, Link } from 'react-router';
import type { ContestHistory } from '#contract/contest-history.ts';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import { createReplay } from '#contract/replay.ts';
import type { VirtualRun } from '#contract/virtual-runs.ts';
import { Balloon } from '../../components/balloon.tsx';
import table from '../../components/data-table.module.css';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { contestHistoryQuery } from './queries.ts';
import { ScoreboardTable } from './scoreboard-table.tsx';
import { VirtualDialog } from './virtual-dialog.tsx';
import styles from './virtual-page.module.css';
import type { VirtualAction } from './virtual-queries.ts';

interface VirtualStageProps {
  contest: Contest;
  run: VirtualRun;
}

/** Nobody's: who has taken part has a row of their own among those of then. */
const runnerId = -1;

/** One's own run: its clock, its problems, what was submitted, and the board with the participants of then. */
export function VirtualStage({ contest, run }: VirtualStageProps) {
  const { contestAfter: texts } = useMessages();
  const now = useServerNow(1_000);
  const isOver = run.is_over || now >= Date.parse(run.ends_at);
  const history = useQuery(contestHistoryQuery(contest.id));
  return (
    <>
      <Clock contest={contest} run={run} isOver={isOver} now={now} />
      {!history.data && !history.error && <ListSkeleton text={texts.virtualLoading} />}
      <QueryFailure query={history}>{texts.virtualFailed}</QueryFailure>
      {history.data && (
        <>
          <section className={styles.section}>
            <h2 className={styles.title}>{texts.virtualProblems}</h2>
            <ProblemLinks contestId={contest.id} problems={history.data.problems} run={run} />
          </section>
          <section className={styles.section}>
            <h2 className={styles.title}>{isOver ? texts.virtualFinalBoard : texts.virtualBoard}</h2>
            <BoardWithGhosts
              contest={contest}
              run={run}
              history={history.data}
              atMs={isOver ? history.data.lasts_ms : now - Date.parse(run.started_at)}
            />
          </section>
        </>
      )}
      <section className={styles.section}>
        <h2 className={styles.title}>{texts.virtualSubmissions}</h2>
        <OwnSubmissions run={run} />
      </section>
    </>
  );
}

function Clock({ contest, run, isOver, now }: VirtualStageProps & { isOver: boolean; now: number }) {
  const { durations, contestAfter: texts } = useMessages();
  const [asked, setAsked] = useState<VirtualAction | null>(null);
  const length = durations.inWords(contest.length_ms);
  return (
    <div className={styles.clock}>
      {isOver ? (
        <p>{texts.virtualOver}</p>
      ) : (
        <p>
          {texts.virtualLeft}{' '}
          <strong role="timer" className={styles.left}>
            {durations.clock(Date.parse(run.ends_at) - now)}
          </strong>
        </p>
      )}
      <Button variant="default" size="xs" onClick={() => setAsked(isOver ? 'remove' : 'end')}>
        {isOver ? texts.virtualRemove : texts.virtualEnd}
      </Button>
      {asked && (
        <VirtualDialog contestId={contest.id} action={asked} length={length} onClose={() => setAsked(null)} />
      )}
    </div>
  );
}

interface ProblemLinksProps extends Pick<ContestHistory, 'problems'> {
  contestId: number;
  run: VirtualRun;
}

function ProblemLinks({ contestId, problems, run }: ProblemLinksProps) {
  const ids = new Map(run.problems.map(({ problem_id, id }) => [problem_id, id]));
  return (
    <ul className={styles.problems}>
      {problems.map(({ problem_id, label, title, colour }) => (
        <li key={problem_id}>
          <span className={styles.label}>
            {label}
            {colour && <Balloon colour={colour} />}
          </span>
          <ProblemLink contestId={contestId} problemId={ids.get(problem_id) ?? null}>
            {title ?? problem_id}
          </ProblemLink>
        </li>
      ))}
    </ul>
  );
}

interface ProblemLinkProps {
  contestId: number;
  /** Null: there is nothing to open. */
  problemId: string | null;
  children: ReactNode;
}

function ProblemLink({ contestId, problemId, children }: ProblemLinkProps) {
  if (problemId === null) return <span>{children}</span>;
  return (
    <Link to={`${generatePath(pagePaths.problem, { problemId })}?virtual=${contestId}`}>{children}</Link>
  );
}

interface BoardProps extends VirtualStageProps {
  history: ContestHistory;
  atMs: number;
}

/** The participants as they were at the same moment of the contest, and the runner among them. */
function BoardWithGhosts({ contest, run, history, atMs }: BoardProps) {
  const { contestAfter: texts } = useMessages();
  const replay = useMemo(
    () => createReplay({ ...history, rows: [...history.rows, { ...run.row, user_id: runnerId }] }),
    [history, run.row],
  );
  const board = replay.at(atMs);
  return (
    <>
      {!history.is_known && <p className={styles.nothing}>{texts.ghostsUnknown}</p>}
      {board.scoreboard.length === 0 ? (
        <p className={styles.nothing}>{texts.nothingYet}</p>
      ) : (
        <ScoreboardTable board={board} format={contest.format} ownId={runnerId} />
      )}
    </>
  );
}

function OwnSubmissions({ run }: { run: VirtualRun }) {
  const { submissions: submissionTexts, contestAfter: texts } = useMessages();
  if (run.submissions.length === 0) return <p className={styles.nothing}>{texts.virtualNoSubmissions}</p>;
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{texts.time}</th>
          <th scope="col">{texts.problem}</th>
          <th scope="col">{texts.status}</th>
          <th scope="col" className={table.number}>
            {texts.score}
          </th>
        </tr>
      </thead>
      <tbody>
        {run.submissions.map((submission) => (
          <tr key={submission.id}>
            <td>{texts.momentText(Date.parse(submission.submitted_at) - Date.parse(run.started_at))}</td>
            <td>{submission.problem_title}</td>
            <td>
              <StatusLabel
                status={submission.overall_status}
                progress={{ done: submission.tests_done, total: submission.tests_total }}
              />
            </td>
            <td className={table.number}>{submission.score ?? submissionTexts.noScore}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
