import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { generatePath, Link } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import type { ProblemWithStats } from '#contract/problems.ts';
import { errorText } from '../../api.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { FetchFailure, LoginNeeded } from '../../components/fetch-failure.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { ResultStrip } from '../../components/result-strip.tsx';
import { ScoreBar } from '../../components/score-bar.tsx';
import { When } from '../../components/when.tsx';
import { useMessages } from '../../messages.ts';
import { useSession } from '../../session.ts';
import styles from './problems-page.module.css';
import { problemsQuery } from './queries.ts';

export function ProblemsPage() {
  const { problems: texts } = useMessages();
  return (
    <>
      <PageHeading>{texts.title}</PageHeading>
      <ProblemList />
    </>
  );
}

function ProblemList() {
  const { problems: texts } = useMessages();
  const session = useSession();
  const problems = useQuery({ ...problemsQuery, enabled: session.user !== null });
  if (!session.user && !session.isPending) return <LoginNeeded>{texts.fetchFailed}</LoginNeeded>;
  if (problems.isError) {
    return (
      <FetchFailure onRetry={() => problems.refetch()}>
        {errorText(problems.error, texts.fetchFailed)}
      </FetchFailure>
    );
  }
  if (!problems.data) return <ListSkeleton text={texts.loading} rowHeight={80} />;
  if (problems.data.length === 0) return <EmptyNote title={texts.empty}>{texts.emptyNext}</EmptyNote>;
  return (
    <ul className={styles.list}>
      {problems.data.map((problem) => (
        <ProblemItem key={problem.id} problem={problem} />
      ))}
    </ul>
  );
}

function ProblemItem({ problem }: { problem: ProblemWithStats }) {
  const { problems: texts } = useMessages();
  const { id, title, submission_count: tries, latest_submission_at: latest, best_score: score } = problem;
  const hasTried = tries > 0;
  return (
    <li className={styles.item}>
      <div className={styles.name}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.id}>{id}</p>
      </div>
      <div className={styles.history}>
        {latest === null ? (
          <p>{texts.noSubmission}</p>
        ) : (
          <>
            <p>
              <When at={latest} />
            </p>
            <p>{texts.tries(tries)}</p>
          </>
        )}
      </div>
      <div className={styles.score}>
        <p>
          <VisuallyHidden component="span">{texts.score} </VisuallyHidden>
          <span className={styles.number}>{score}</span>
          <span className={styles.outOf}> / 100</span>
        </p>
        <ScoreBar score={score} />
      </div>
      <div className={styles.results}>
        <ResultStrip status={problem.best_submission_status} results={problem.best_submission_results} />
      </div>
      <Button
        className={styles.open ?? ''}
        component={Link}
        variant="default"
        data-new={!hasTried || undefined}
        to={generatePath(pagePaths.problem, { problemId: id })}
      >
        {hasTried ? texts.edit : texts.new}
        <VisuallyHidden component="span">{texts.opens(title)}</VisuallyHidden>
      </Button>
    </li>
  );
}
