import { Button, VisuallyHidden } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { generatePath, Link } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import type { ProblemDetail } from '#contract/problems.ts';
import { words } from '#contract/words.ts';
import { FetchFailure, LoginNeeded } from '../../components/fetch-failure.tsx';
import { FullPageNote } from '../../components/full-page-note.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { errorText, RequestFailed } from '../../lib/api.ts';
import { useFirstAnswer } from '../../lib/in-pieces.ts';
import { say, useMessages } from '../../lib/messages.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { isStaff, useSession } from '../../lib/session.ts';
import { useStandingRefusal } from '../../lib/standing-refusal.ts';
import { useContestEntry } from '../contests/contest-list.ts';
import { useContestNews } from '../contests/contest-news.ts';
import { ContestNotFound } from '../contests/contest-note.tsx';
import { ContestRefusal } from '../contests/contest-refusal.tsx';
import { namedProblems } from '../contests/news.ts';
import { awaitsStart, othersGoOnFrom, ownEnd } from '../contests/own-clock.ts';
import { AskAboutProblem, ProblemNews, useShownStatement } from '../contests/problem-news.tsx';
import { useRefetchOnChange } from '../contests/queries.ts';
import { VirtualBar } from '../contests/virtual-bar.tsx';
import styles from './problem-page.module.css';
import { ProblemWorkspace } from './problem-workspace.tsx';
import { contestProblemQuery, type ProblemPlace, pdfAddress, problemQuery } from './queries.ts';

interface ProblemPageProps {
  place: ProblemPlace;
  /** Why nothing can be submitted at the moment, or null. */
  closedBecause?: ReactNode;
  problem: UseQueryResult<ProblemDetail>;
  /** What its contest has to say of it. */
  inContest?: InContest;
  /** The list of one's own submissions, which is another feature's. */
  ownSubmissions: ReactNode;
}

interface InContest {
  /** Beside the title. */
  beside: ReactNode;
  /** Below it. */
  notes: ReactNode;
  /** Of the statement that somebody asked to see in place of the one before. */
  pdfVersion: string | null;
}

interface ProblemOfMainListProps {
  problemId: string;
  ownSubmissions: ReactNode;
}

export function ProblemOfMainList({
  problemId,
  virtualContestId,
  ownSubmissions,
}: ProblemOfMainListProps & { virtualContestId: number | null }) {
  const problem = useQuery(problemQuery(problemId));
  const place = useMemo(
    () => ({ problemId, contestId: null, virtualContestId }),
    [problemId, virtualContestId],
  );
  return (
    <>
      {virtualContestId !== null && <VirtualBar contestId={virtualContestId} />}
      <ProblemPage place={place} problem={problem} ownSubmissions={ownSubmissions} />
    </>
  );
}

interface ProblemOfContestProps extends ProblemOfMainListProps {
  contestId: number;
}

export function ProblemOfContest({ contestId, problemId, ownSubmissions }: ProblemOfContestProps) {
  const { contest, isSettled } = useContestEntry(contestId);
  const { contestEntry } = useMessages();
  const closedBecause = useClosedBecause(problemId, contest ?? undefined);
  const isRehearsal = contest?.status === 'scheduled';
  const hasStarted = !isRehearsal && !(contest && awaitsStart(contest));
  const problem = useQuery({
    ...contestProblemQuery(contestId, problemId, hasStarted),
    enabled: isSettled,
  });
  const news = useContestNews(contest);
  // The news call a problem by the id that it has now; this page learns that from the problem.
  useRefetchOnChange(news.data && namedProblems(news.data), problem.refetch);
  // It may have another name by now than in the address.
  const presentId = problem.data?.id ?? problemId;
  const statement = useShownStatement(news.data, presentId);
  if (contest === null) return <ContestNotFound />;
  return (
    <ProblemPage
      place={{ problemId, contestId }}
      closedBecause={closedBecause}
      problem={problem}
      inContest={{
        beside: contest && <AskAboutProblem contest={contest} problemId={presentId} />,
        notes: (
          <>
            {isRehearsal && (
              <div className={styles.rehearsal}>
                <Notice tone="info">{contestEntry.rehearsalNote}</Notice>
              </div>
            )}
            <ProblemNews news={news.data} problemId={presentId} statement={statement} />
          </>
        ),
        pdfVersion: statement.version,
      }}
      ownSubmissions={ownSubmissions}
    />
  );
}

/** A contest takes submissions while it runs; the page changes at its start and end as the contest's own pages do. */
function useClosedBecause(problemId: string, contest: Contest | undefined): ReactNode {
  const { problem: texts, contestClock } = useMessages();
  const { user } = useSession();
  const standsAt = contest?.paused_at ?? null;
  const isPastEnd = useIsPast(contest && ownEnd(contest), standsAt);
  const othersGoOn = useIsPast(contest && othersGoOnFrom(contest), standsAt);
  if (!contest) return null;
  if (contest.status === 'scheduled') return isStaff(user) ? null : say(words('contest_not_started'));
  if (contest.status === 'finished') {
    const address = `${generatePath(pagePaths.problem, { problemId })}?tab=submit`;
    return (
      <>
        {say(words('contest_ended'))} <Link to={address}>{texts.goOnInMainList}</Link>
      </>
    );
  }
  if (contest.status === 'running' && !isPastEnd) {
    if (awaitsStart(contest)) return say(words('contest_own_start_awaited'));
    return contest.paused_at === null ? null : say(words('contest_paused'));
  }
  if (contest.status === 'running' && contest.is_participant && othersGoOn) return contestClock.ownOver;
  return (
    <>
      {say(words('contest_ended'))} {texts.opensInMainList}
    </>
  );
}

/** By the server's clock, told in the moment itself rather than with the next answer; or by where clocks stand still. */
function useIsPast(time: string | undefined, standsAt: string | null): boolean {
  const atMs = time === undefined ? Number.POSITIVE_INFINITY : Date.parse(time);
  const [looks, setLooks] = useState(0);
  const isPast = (standsAt === null ? serverClock.now() : Date.parse(standsAt)) >= atMs;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer may have set the clock back meanwhile, so each look that finds it not past is followed by another
  useEffect(() => {
    if (isPast || standsAt !== null) return;
    // It may have passed since it was looked at. A timer cannot wait longer than some weeks, and no page is open that long.
    const remainingMs = Math.max(atMs - serverClock.now(), 0);
    const timer = setTimeout(() => setLooks((count) => count + 1), Math.min(remainingMs + 1, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  }, [atMs, isPast, standsAt, looks]);
  return isPast;
}

function ProblemPage({ place, closedBecause = null, problem, inContest, ownSubmissions }: ProblemPageProps) {
  // A problem hidden meanwhile is hidden; a connection lost meanwhile takes nobody's code away.
  const refusal = useStandingRefusal(problem, `${place.contestId} ${place.problemId}`);
  const error = refusal ?? (problem.data ? null : problem.error);
  const known = useFirstAnswer(problem.data);
  // Nothing that is seen depends on it alone.
  const isFresh = useDeferredValue(problem.isFetchedAfterMount);
  if (error) return <ProblemTrouble place={place} error={error} onRetry={() => problem.refetch()} />;
  if (!known) return <LoadingProblem />;
  const pdfUrl = known.has_pdf ? pdfAddress(place, inContest?.pdfVersion ?? null) : null;
  return (
    <ProblemWorkspace
      place={place}
      problem={known}
      isFresh={isFresh}
      closedBecause={closedBecause}
      pdfUrl={pdfUrl}
      beside={inContest?.beside}
      notes={inContest?.notes}
      ownSubmissions={ownSubmissions}
    />
  );
}

interface ProblemTroubleProps {
  place: ProblemPlace;
  error: Error;
  onRetry: () => void;
}

function ProblemTrouble({ place, error, onRetry }: ProblemTroubleProps) {
  const { problem: texts } = useMessages();
  const { problemId, contestId } = place;
  const { status, code, details } = error instanceof RequestFailed ? error : new RequestFailed(0, null, null);
  if (code === 'problem_hidden') {
    const { problemId: id = problemId, title = '' } = details;
    return (
      <FullPageNote
        eyebrow={`${id} · ${title}`}
        title={texts.hiddenTitle}
        line={say(words('problem_hidden_detail'))}
      >
        <BackToProblems contestId={contestId} />
      </FullPageNote>
    );
  }
  if (code === 'contest_not_found') return <ContestNotFound />;
  if (status === 404) {
    return (
      <FullPageNote eyebrow="404" title={texts.notFound(problemId)} line={texts.notFoundNext}>
        <BackToProblems contestId={contestId} />
      </FullPageNote>
    );
  }
  if (error instanceof RequestFailed && status === 403 && contestId !== null) {
    return (
      <>
        <PageHeading>{problemId}</PageHeading>
        <ContestRefusal error={error} contestId={contestId}>
          {texts.fetchFailed(problemId)}
        </ContestRefusal>
      </>
    );
  }
  return (
    <>
      <PageHeading>{problemId}</PageHeading>
      {status === 401 ? (
        <LoginNeeded>{errorText(error, texts.fetchFailed(problemId))}</LoginNeeded>
      ) : (
        <FetchFailure onRetry={onRetry}>{errorText(error, texts.fetchFailed(problemId))}</FetchFailure>
      )}
    </>
  );
}

function BackToProblems({ contestId }: { contestId: number | null }) {
  const { problem: texts } = useMessages();
  const address =
    contestId === null
      ? pagePaths.problems
      : generatePath(pagePaths.contestProblems, { contestId: String(contestId) });
  return (
    <Button variant="default" component={Link} to={address}>
      {texts.backToProblems}
    </Button>
  );
}

/** Title, tabs, panel and statement, where they will be. */
function LoadingProblem() {
  const { problem: texts } = useMessages();
  return (
    <div className={styles.loading} role="status">
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      <Skeleton className={styles.title ?? ''} height={36} />
      <Skeleton className={styles.tabs ?? ''} height={44} />
      <Skeleton height={160} />
      <Skeleton height={480} />
    </div>
  );
}
