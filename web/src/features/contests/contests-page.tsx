import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ContestStatus } from '#contract/contest-status.ts';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { FetchFailure } from '../../components/fetch-failure.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { errorText } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import { ContestCard } from './contest-card.tsx';
import { contestsQuery, useJoinContest } from './contest-list.ts';
import { visitorZone } from './contest-times.ts';
import styles from './contests-page.module.css';
import { asksForPassword, JoinDialog } from './join-dialog.tsx';

const groupOrder = ['now', 'next', 'past'] as const;
/** The server gives each group in its own order: the next one first, then the latest. */
const groupOf: Record<ContestStatus, (typeof groupOrder)[number]> = {
  running: 'now',
  finishing: 'now',
  scheduled: 'next',
  finished: 'past',
};

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
  const { user } = useSession();
  const join = useJoinContest();
  const [asking, setAsking] = useState<Contest | null>(null);
  const start = (contest: Contest) => {
    if (asksForPassword(contest, user)) setAsking(contest);
    else if (!join.isPending) join.mutate({ id: contest.id });
  };
  const isJoined = (id: number) => asking === null && join.variables?.id === id;
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
      {groupOrder.map((group) => {
        const members = contests.data.filter(({ status }) => groupOf[status] === group);
        if (members.length === 0) return null;
        return (
          <section key={group} className={styles.group} aria-labelledby={`contests-${group}`}>
            <h2 id={`contests-${group}`} className={styles.groupTitle}>
              {texts.groups[group]}
            </h2>
            <ul className={styles.grid}>
              {members.map((contest) => (
                <ContestCard
                  key={contest.id}
                  contest={contest}
                  isJoining={join.isPending && isJoined(contest.id)}
                  joinError={join.isError && isJoined(contest.id) ? join.error : null}
                  onJoin={() => start(contest)}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {asking && <JoinDialog contest={asking} join={join} onClose={() => setAsking(null)} />}
    </>
  );
}

function LoadingContests() {
  const { contests: texts } = useMessages();
  return (
    <div role="status" className={styles.grid}>
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} height={256} borderRadius={8} />
      ))}
    </div>
  );
}
