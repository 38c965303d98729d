import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { generatePath, Link, useLocation } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import { useContestEntry, useContestId } from './contest-list.ts';
import { VirtualDialog } from './virtual-dialog.tsx';
import styles from './virtual-page.module.css';
import { virtualRunQuery } from './virtual-queries.ts';
import { VirtualStage } from './virtual-stage.tsx';

/** A finished contest once more, by oneself. */
export function VirtualPage() {
  const { contestAfter: texts } = useMessages();
  const { contest } = useContestEntry(useContestId());
  const { user, isPending } = useSession();
  const { pathname } = useLocation();
  return (
    <>
      <PageHeading>{texts.virtualTitle}</PageHeading>
      {(contest === undefined || isPending) && <ListSkeleton text={texts.virtualLoading} />}
      {contest && contest.status !== 'finished' && <EmptyNote title={texts.virtualClosed} />}
      {contest?.status === 'finished' && !isPending && !user && (
        <EmptyNote title={texts.virtualLogin}>
          <Button component={Link} to={pagePaths.login} state={{ from: pathname }}>
            {texts.login}
          </Button>
        </EmptyNote>
      )}
      {contest?.status === 'finished' && user && <OwnRun contest={contest} />}
    </>
  );
}

function OwnRun({ contest }: { contest: Contest }) {
  const { contestAfter: texts } = useMessages();
  const own = useQuery(virtualRunQuery(contest.id));
  if (!own.data) {
    return own.error ? (
      <QueryFailure query={own}>{texts.virtualFailed}</QueryFailure>
    ) : (
      <ListSkeleton text={texts.virtualLoading} />
    );
  }
  const { run, busy_with: busyWith } = own.data;
  if (run) return <VirtualStage contest={contest} run={run} />;
  return <Invitation contest={contest} busyWith={busyWith} />;
}

interface InvitationProps {
  contest: Contest;
  busyWith: { id: number; title: string } | null;
}

function Invitation({ contest, busyWith }: InvitationProps) {
  const { durations, contestAfter: texts } = useMessages();
  const [isAsking, setIsAsking] = useState(false);
  const length = durations.inWords(contest.length_ms);
  return (
    <section className={styles.invitation}>
      <p>{texts.virtualLead(length)}</p>
      <ul>
        {texts.virtualRules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {busyWith ? (
        <p>
          {texts.virtualBusy(busyWith.title)}{' '}
          <Link to={generatePath(pagePaths.contestVirtual, { contestId: String(busyWith.id) })}>
            {texts.virtualToIt}
          </Link>
        </p>
      ) : (
        <Button onClick={() => setIsAsking(true)}>{texts.virtualStart}</Button>
      )}
      {isAsking && (
        <VirtualDialog
          contestId={contest.id}
          action="start"
          length={length}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}
