import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import type { ProblemDetail } from '#contract/problems.ts';
import { errorText, RequestFailed } from '../../api.ts';
import { FetchFailure } from '../../components/fetch-failure.tsx';
import { FullPageNote } from '../../components/full-page-note.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMessages } from '../../messages.ts';
import styles from './problem-page.module.css';
import { ProblemPanel } from './problem-panel.tsx';
import { ProblemTabs } from './problem-tabs.tsx';
import { problemQuery } from './queries.ts';

interface ProblemPageProps {
  problemId: string;
  /** The list of one's own submissions, which is another feature's. */
  ownSubmissions: ReactNode;
}

export function ProblemPage({ problemId, ownSubmissions }: ProblemPageProps) {
  const problem = useQuery(problemQuery(problemId));
  // A problem hidden meanwhile is hidden; a connection lost meanwhile takes nobody's code away.
  if (problem.error && (!problem.data || isRefusal(problem.error))) {
    return <ProblemTrouble problemId={problemId} error={problem.error} onRetry={() => problem.refetch()} />;
  }
  if (!problem.data) return <LoadingProblem />;
  return <ProblemView problem={problem.data} ownSubmissions={ownSubmissions} />;
}

function ProblemView({ problem, ownSubmissions }: { problem: ProblemDetail; ownSubmissions: ReactNode }) {
  return (
    <div className={styles.layout}>
      <ProblemPanel problem={problem} />
      <ProblemTabs problem={problem} ownSubmissions={ownSubmissions} />
    </div>
  );
}

function isRefusal(error: Error): boolean {
  return error instanceof RequestFailed && (error.status === 403 || error.status === 404);
}

interface ProblemTroubleProps {
  problemId: string;
  error: Error;
  onRetry: () => void;
}

function ProblemTrouble({ problemId, error, onRetry }: ProblemTroubleProps) {
  const { problem: texts } = useMessages();
  const { status, code, details } = error instanceof RequestFailed ? error : new RequestFailed(0, null, null);
  if (code === 'problem_hidden') {
    const { problemId: id = problemId, title = '', detail = '' } = details;
    return (
      <FullPageNote eyebrow={`${id} · ${title}`} title={texts.hiddenTitle} line={String(detail)}>
        <BackToProblems />
      </FullPageNote>
    );
  }
  if (status === 404) {
    return (
      <FullPageNote eyebrow="404" title={texts.notFound(problemId)} line={texts.notFoundNext}>
        <BackToProblems />
      </FullPageNote>
    );
  }
  return (
    <>
      <PageHeading>{problemId}</PageHeading>
      <FetchFailure onRetry={onRetry}>{errorText(error, texts.fetchFailed(problemId))}</FetchFailure>
    </>
  );
}

function BackToProblems() {
  const { problem: texts } = useMessages();
  return (
    <Button variant="default" component={Link} to={pagePaths.problems}>
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
