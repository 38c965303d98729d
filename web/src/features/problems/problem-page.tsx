import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router';
import type { ContestStatus } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import type { ProblemDetail } from '#contract/problems.ts';
import { words } from '#contract/words.ts';
import { FetchFailure, LoginNeeded } from '../../components/fetch-failure.tsx';
import { FullPageNote } from '../../components/full-page-note.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { errorText, isRefusal, RequestFailed } from '../../lib/api.ts';
import { say, useMessages } from '../../lib/messages.ts';
import { useContestEntry } from '../contests/contest-list.ts';
import { ContestNote, ContestNotFound } from '../contests/contest-note.tsx';
import styles from './problem-page.module.css';
import { ProblemPanel } from './problem-panel.tsx';
import { ProblemTabs } from './problem-tabs.tsx';
import { contestProblemQuery, type ProblemPlace, pdfAddress, problemQuery } from './queries.ts';

interface ProblemPageProps {
  place: ProblemPlace;
  /** Why nothing can be submitted at the moment, or null. */
  closedBecause?: ReactNode;
  problem: UseQueryResult<ProblemDetail>;
  /** The list of one's own submissions, which is another feature's. */
  ownSubmissions: ReactNode;
}

interface ProblemOfMainListProps {
  problemId: string;
  ownSubmissions: ReactNode;
}

export function ProblemOfMainList({ problemId, ownSubmissions }: ProblemOfMainListProps) {
  const problem = useQuery(problemQuery(problemId));
  return (
    <ProblemPage place={{ problemId, contestId: null }} problem={problem} ownSubmissions={ownSubmissions} />
  );
}

interface ProblemOfContestProps extends ProblemOfMainListProps {
  contestId: number;
}

export function ProblemOfContest({ contestId, problemId, ownSubmissions }: ProblemOfContestProps) {
  const { contest, isSettled } = useContestEntry(contestId);
  const closedBecause = useClosedBecause(problemId, contest?.status);
  const hasStarted = contest?.status !== 'scheduled';
  const problem = useQuery({
    ...contestProblemQuery(contestId, problemId, hasStarted),
    enabled: isSettled,
  });
  if (contest === null) return <ContestNotFound />;
  return (
    <ProblemPage
      place={{ problemId, contestId }}
      closedBecause={closedBecause}
      problem={problem}
      ownSubmissions={ownSubmissions}
    />
  );
}

/** A contest takes submissions while it runs; the page changes at its start and end as the contest's own pages do. */
function useClosedBecause(problemId: string, status: ContestStatus | undefined): ReactNode {
  const { problem: texts } = useMessages();
  if (status === 'scheduled') return say(words('contest_not_started'));
  if (status === 'finishing') return say(words('contest_ended'));
  if (status !== 'finished') return null;
  const address = `${generatePath(pagePaths.problem, { problemId })}?tab=submit`;
  return (
    <>
      {say(words('contest_ended'))} <Link to={address}>{texts.goOnInMainList}</Link>
    </>
  );
}

function ProblemPage({ place, closedBecause = null, problem, ownSubmissions }: ProblemPageProps) {
  // A problem hidden meanwhile is hidden; a connection lost meanwhile takes nobody's code away.
  if (problem.error && (!problem.data || isRefusal(problem.error))) {
    return <ProblemTrouble place={place} error={problem.error} onRetry={() => problem.refetch()} />;
  }
  if (!problem.data) return <LoadingProblem />;
  const pdfUrl = problem.data.has_pdf ? pdfAddress(place) : null;
  return (
    <div className={styles.layout}>
      <ProblemPanel problem={problem.data} pdfUrl={pdfUrl} />
      <ProblemTabs
        place={place}
        closedBecause={closedBecause}
        pdfUrl={pdfUrl}
        ownSubmissions={ownSubmissions}
      />
    </div>
  );
}

interface ProblemTroubleProps {
  place: ProblemPlace;
  error: Error;
  onRetry: () => void;
}

function ProblemTrouble({ place, error, onRetry }: ProblemTroubleProps) {
  const { problem: texts, contests } = useMessages();
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
  if (code === 'contest_not_joined' && contestId !== null) {
    return (
      <ContestNote title={errorText(error, contests.notJoined)} line={contests.notJoinedNext}>
        <Button component={Link} to={generatePath(pagePaths.contest, { contestId: String(contestId) })}>
          {contests.toContest}
        </Button>
      </ContestNote>
    );
  }
  if (code === 'contest_not_started') {
    return (
      <FullPageNote title={errorText(error, texts.fetchFailed(problemId))} line={contests.changesAtStart}>
        <BackToProblems contestId={contestId} />
      </FullPageNote>
    );
  }
  if (status === 404) {
    return (
      <FullPageNote eyebrow="404" title={texts.notFound(problemId)} line={texts.notFoundNext}>
        <BackToProblems contestId={contestId} />
      </FullPageNote>
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

function LoadingProblem() {
  const { problem: texts } = useMessages();
  return (
    <div className={styles.layout} role="status">
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      <div className={styles.panel}>
        <Skeleton height={36} mb="md" />
        <Skeleton height={160} />
      </div>
      <div>
        <Skeleton height={40} mb="md" />
        <Skeleton height={480} />
      </div>
    </div>
  );
}
