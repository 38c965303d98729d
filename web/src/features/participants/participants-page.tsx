import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { isContestOver } from '#contract/contest-status.ts';
import type { Contest } from '#contract/contests.ts';
import { readId } from '#contract/id-texts.ts';
import { pagePaths } from '#contract/pages.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useContestEntry } from '../contests/contest-list.ts';
import { AddParticipantsDialog } from './add-participants-dialog.tsx';
import { ParticipantTable } from './participant-table.tsx';
import styles from './participants-page.module.css';
import { participantsQuery } from './queries.ts';

/** Of one contest, which the address names: who takes part in it. */
export function ParticipantsPage() {
  const { participants: texts } = useMessages();
  const { contest, isSettled } = useContestEntry(readId(useParams().contestId));
  if (contest) return <ParticipantsOf contest={contest} />;
  return (
    <>
      <PageHeading>{texts.title}</PageHeading>
      {isSettled ? (
        <EmptyNote title={texts.notFound}>
          <ToContests />
        </EmptyNote>
      ) : (
        <ListSkeleton text={texts.loading} />
      )}
    </>
  );
}

function ToContests() {
  const { participants: texts } = useMessages();
  return (
    <Button variant="default" component={Link} to={pagePaths.adminContests}>
      {texts.toContests}
    </Button>
  );
}

function ParticipantsOf({ contest }: { contest: Contest }) {
  const { participants: texts, contestEntry } = useMessages();
  const [isAdding, setIsAdding] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const isOver = isContestOver(contest.status);
  const participants = useQuery(participantsQuery(contest.id));
  return (
    <>
      <PageHeading
        actions={
          <>
            <ToContests />
            {!isOver && (
              <Button
                onClick={() => {
                  setDone(null);
                  setIsAdding(true);
                }}
              >
                {contestEntry.add}
              </Button>
            )}
          </>
        }
      >
        {texts.pageTitle(contest.title)}
      </PageHeading>
      <div className={styles.messages}>
        <Notice tone="success">{done}</Notice>
        <QueryFailure query={participants}>{texts.fetchFailed}</QueryFailure>
      </div>
      {participants.isPending && <ListSkeleton text={texts.loading} />}
      {participants.data?.length === 0 && <EmptyNote title={texts.empty}>{texts.emptyNext}</EmptyNote>}
      {participants.data && participants.data.length > 0 && (
        <ParticipantTable contest={contest} participants={participants.data} onDone={setDone} />
      )}
      {isAdding && (
        <AddParticipantsDialog
          contest={contest}
          onClose={() => setIsAdding(false)}
          onDone={(message) => {
            setIsAdding(false);
            setDone(message);
          }}
        />
      )}
    </>
  );
}
