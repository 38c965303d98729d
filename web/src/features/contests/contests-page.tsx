import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { FetchFailure } from '../../components/fetch-failure.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { errorText } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { ContestCard } from './contest-card.tsx';
import { contestsQuery, useJoinContest } from './contest-list.ts';
import { visitorZone } from './contest-times.ts';
import styles from './contests-page.module.css';

export function ContestsPage() {
  const { contests: texts } = useMessages();
  return (
    <>
      <PageHeading lead={texts.zone(visitorZone())}>{texts.title}</PageHeading>
      <ContestGrid />
    </>
  );
}

function ContestGrid() {
  const { app, contests: texts } = useMessages();
  // Whoever comes back to the list wants it as it is now.
  const contests = useQuery({ ...contestsQuery, refetchOnMount: 'always' });
  const join = useJoinContest();
  if (contests.isPending) return <LoadingContests />;
  if (!contests.data) {
    return (
      <div className={styles.failure}>
        <FetchFailure onRetry={() => contests.refetch()}>
          {errorText(contests.error, texts.fetchFailed)}
        </FetchFailure>
        <Button variant="default" component={Link} to={pagePaths.home}>
          {app.backToHome}
        </Button>
      </div>
    );
  }
  if (contests.data.length === 0) return <EmptyNote title={texts.empty}>{texts.emptyNext}</EmptyNote>;
  return (
    <>
      <div className={styles.messages}>
        <Notice tone="success">{join.isSuccess && texts.joined(join.data.title)}</Notice>
      </div>
      <ul className={styles.grid}>
        {contests.data.map((contest) => (
          <ContestCard
            key={contest.id}
            contest={contest}
            isJoining={join.isPending && join.variables === contest.id}
            joinError={join.isError && join.variables === contest.id ? join.error : null}
            onJoin={() => !join.isPending && join.mutate(contest.id)}
          />
        ))}
      </ul>
    </>
  );
}

function LoadingContests() {
  const { contests: texts } = useMessages();
  return (
    <div role="status" className={styles.grid}>
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} height={256} radius={8} />
      ))}
    </div>
  );
}
