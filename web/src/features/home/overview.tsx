import { Button, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { generatePath, Link } from 'react-router';
import { isContestGoingOn } from '#contract/contest-status.ts';
import type { Contest } from '#contract/contests.ts';
import { intervals } from '#contract/limits.ts';
import { listSubmissions } from '#contract/page-calls.ts';
import { pagePaths } from '#contract/pages.ts';
import type { ProblemWithStats } from '#contract/problems.ts';
import { isInProgress } from '#contract/statuses.ts';
import type { Submission } from '#contract/submissions.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { countStates } from '../../components/problem-view.ts';
import { ResultStrip } from '../../components/result-strip.tsx';
import { ScoreBar } from '../../components/score-bar.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { When } from '../../components/when.tsx';
import { api } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { problemsQuery } from '../../lib/problems.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { ContestBadge } from '../contests/contest-badge.tsx';
import { contestsQuery } from '../contests/contest-list.ts';
import { ContestTimeLeft } from '../contests/contest-time-left.tsx';
import { awaitsThaw } from '../contests/own-clock.ts';
import { findNextProblem } from './next-problem.ts';
import styles from './overview.module.css';

const verdictsShown = 5;
const contestsShown = 3;

interface Latest {
  submission: Submission;
  /** Null: in the main list. */
  contestId: number | null;
}

async function listLatest(contestId: number | null): Promise<Latest[]> {
  const query = { filter: 'mine', limit: verdictsShown, contestId: contestId?.toString() } as const;
  const submissions = await api(listSubmissions, { query });
  return submissions.map((submission) => ({ submission, contestId }));
}

const latestQuery = (places: readonly (number | null)[]) =>
  queryOptions({
    queryKey: queryKeys.submissions.list({ filter: 'mine', limit: verdictsShown, places }),
    queryFn: async () => (await Promise.all(places.map(listLatest))).flat(),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ submission }) => isInProgress(submission.overall_status))
        ? intervals.submissionsRefreshMs
        : false,
  });

/** What is submitted in a contest is in its own list alone until it has finished. */
function useLatest() {
  const main = useQuery(latestQuery([null]));
  const { data: contests = [] } = useQuery(contestsQuery);
  const entered = contests
    .filter(({ status }) => isContestGoingOn(status))
    .filter((contest) => contest.is_participant && contest.own_start !== null)
    .slice(0, contestsShown);
  const inContests = useQuery({
    ...latestQuery(entered.map(({ id }) => id)),
    enabled: entered.length > 0,
    // A contest that begins or ends takes nobody's verdicts away meanwhile.
    placeholderData: keepPreviousData,
  });
  // In both for a moment when a contest has just finished: then the main list is right.
  const all = new Map(
    [...(inContests.data ?? []), ...(main.data ?? [])].map((one) => [one.submission.id, one]),
  );
  return {
    isPending: main.isPending || inContests.isLoading,
    failed: [main, inContests].find(({ error }) => error),
    isComplete: main.isSuccess && !inContests.isLoading && !inContests.isLoadingError,
    latest: [...all.values()].sort((a, b) => b.submission.id - a.submission.id).slice(0, verdictsShown),
  };
}

/** The home page of somebody signed in: what is on, where one was, what came of it. */
export function Overview() {
  const { homeOverview: home } = useMessages();
  const contests = useQuery(contestsQuery);
  const problems = useQuery(problemsQuery);
  const latest = useLatest();
  const [hasCome, setHasCome] = useState(false);
  // All at once: one that came first would be pushed about by the others. What is asked for later comes by itself.
  const isWaiting = !hasCome && [contests, problems, latest].some(({ isPending }) => isPending);
  if (!hasCome && !isWaiting) setHasCome(true);
  // In short pieces: a slow phone answers its user in between.
  return useDeferredValue(isWaiting) ? (
    <ListSkeleton text={home.loading} rows={4} rowHeight={128} />
  ) : (
    <div className={styles.overview}>
      <OnNow contests={contests} />
      <LeftOff problems={problems} />
      <Progress problems={problems.data} />
      <LatestVerdicts {...latest} />
    </div>
  );
}

function Panel({ title, className, children }: { title: string; className: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`${styles.panel} ${className}`} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Those that run, the one's own first, then the next ones. */
function chooseContests(contests: readonly Contest[]): readonly Contest[] {
  const running = contests.filter(({ status }) => isContestGoingOn(status));
  const next = contests
    .filter(({ status }) => status === 'scheduled')
    .sort((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time));
  const ownFirst = running.toSorted((a, b) => Number(b.is_participant) - Number(a.is_participant));
  return [...ownFirst, ...next].slice(0, contestsShown);
}

function OnNow({ contests }: { contests: UseQueryResult<readonly Contest[], unknown> }) {
  const { contests: texts, homeOverview: home } = useMessages();
  const shown = contests.data && chooseContests(contests.data);
  return (
    <Panel title={home.onNow} className={styles.onNow ?? ''}>
      <QueryFailure query={contests}>{texts.fetchFailed}</QueryFailure>
      {shown?.length === 0 && (
        <EmptyNote title={home.nothingOn}>
          <Link to={pagePaths.contests}>{home.toContests}</Link>
        </EmptyNote>
      )}
      {shown && shown.length > 0 && (
        <ul className={styles.rows}>
          {shown.map((contest) => (
            <ContestRow key={contest.id} contest={contest} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function ContestRow({ contest }: { contest: Contest }) {
  const { contests: texts, contestFormat } = useMessages();
  const { status } = contest;
  return (
    <li className={styles.contest}>
      <div className={styles.name}>
        <Link
          to={generatePath(pagePaths.contest, { contestId: String(contest.id) })}
          className={styles.rowLink}
        >
          {contest.title}
        </Link>
        <p className={styles.facts}>
          <ContestBadge status={status} />
          {contest.is_participant && <span>{texts.registered}</span>}
          {status === 'finishing' && (
            <span>{awaitsThaw(contest) ? contestFormat.awaitingThaw : texts.finishingShort}</span>
          )}
        </p>
      </div>
      <div className={styles.clock}>
        <ContestTimeLeft contest={contest} />
      </div>
    </li>
  );
}

function LeftOff({ problems }: { problems: UseQueryResult<readonly ProblemWithStats[], unknown> }) {
  const { homeOverview: home, problems: texts } = useMessages();
  const next = problems.data && findNextProblem(problems.data);
  return (
    <Panel
      title={next?.submission_count === 0 ? home.startHere : home.leftOff}
      className={styles.leftOff ?? ''}
    >
      <QueryFailure query={problems}>{home.problemsFailed}</QueryFailure>
      {next && <NextProblem problem={next} />}
      {next === null && (
        <EmptyNote title={problems.data?.length === 0 ? texts.empty : home.allSolved}>
          {problems.data?.length === 0 && texts.emptyNext}
        </EmptyNote>
      )}
    </Panel>
  );
}

function NextProblem({ problem }: { problem: ProblemWithStats }) {
  const { homeOverview: home, problem: texts } = useMessages();
  const { id, title, latest_submission_at: latest } = problem;
  const address = generatePath(pagePaths.problem, { problemId: id });
  return (
    <div className={styles.next}>
      <div className={styles.name}>
        <Link to={address} className={styles.problemLink}>
          {title}
        </Link>
        <p className={styles.facts}>
          <span className={styles.id}>{id}</span>
          {latest && <When at={latest} />}
        </p>
      </div>
      {latest && (
        <div className={styles.result}>
          <p className={styles.score}>{texts.scoreOf(problem.best_score)}</p>
          <ScoreBar score={problem.best_score ?? 0} />
          <ResultStrip
            status={problem.best_submission_status}
            results={problem.best_submission_results}
            isOneLine
          />
        </div>
      )}
      <Button component={Link} to={address} className={styles.go ?? ''}>
        {latest ? home.goOn : home.begin}
        <VisuallyHidden component="span">{home.withProblem(title)}</VisuallyHidden>
      </Button>
    </div>
  );
}

function Progress({ problems }: { problems: readonly ProblemWithStats[] | undefined }) {
  const { homeOverview: home, problems: texts } = useMessages();
  const solved = problems ? countStates(problems).solved : 0;
  const all = problems?.length ?? 0;
  return (
    <Panel title={home.progress} className={styles.progress ?? ''}>
      <p className={styles.solved}>
        <span className={styles.solvedCount}>{problems ? texts.solvedOf(solved, all) : ' '}</span>
      </p>
      <ScoreBar score={all === 0 ? 0 : (solved / all) * 100} />
      <p className={styles.more}>
        <Link to={pagePaths.problems}>{home.toProblems}</Link>
      </p>
    </Panel>
  );
}

function LatestVerdicts({ failed, isComplete, latest }: ReturnType<typeof useLatest>) {
  const { homeOverview: home } = useMessages();
  return (
    <Panel title={home.latest} className={styles.latest ?? ''}>
      {failed && <QueryFailure query={failed}>{home.verdictsFailed}</QueryFailure>}
      {isComplete && latest.length === 0 && (
        <EmptyNote title={home.noVerdicts}>{home.noVerdictsNext}</EmptyNote>
      )}
      {latest.length > 0 && (
        <>
          <ul className={styles.rows}>
            {latest.map((one) => (
              <VerdictRow key={one.submission.id} {...one} />
            ))}
          </ul>
          <p className={styles.more}>
            <Link to={`${pagePaths.submissions}?filter=mine`}>{home.toSubmissions}</Link>
          </p>
        </>
      )}
    </Panel>
  );
}

function VerdictRow({ submission, contestId }: Latest) {
  const { id, overall_status: status, score } = submission;
  const list =
    contestId === null
      ? pagePaths.submissions
      : generatePath(pagePaths.contestSubmissions, { contestId: String(contestId) });
  return (
    <li className={styles.verdict}>
      <StatusLabel
        status={status}
        progress={{ done: submission.tests_done, total: submission.tests_total }}
      />
      <span className={styles.verdictScore}>{score}</span>
      <Link to={`${list}?filter=mine&view=${id}`} className={styles.rowLink}>
        {submission.problem_title}
      </Link>
      <span className={styles.when}>
        <When at={submission.submitted_at} />
      </span>
    </li>
  );
}
