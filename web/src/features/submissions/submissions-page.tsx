import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMessages } from '../../lib/messages.ts';
import { isStaff, useSession } from '../../lib/session.ts';
import { useContestEntry, useContestId } from '../contests/contest-list.ts';
import { readFilters, withFilter } from './list-address.ts';
import { SubmissionList } from './submission-list.tsx';
import styles from './submissions-page.module.css';

export function SubmissionsPage() {
  const { submissions: texts } = useMessages();
  return (
    <>
      <PageHeading actions={<FilterButtons all={texts.all} mine={texts.mine} />}>{texts.title}</PageHeading>
      <SubmissionList />
    </>
  );
}

export function ContestSubmissionsPage() {
  const { contests: texts, contestEntry } = useMessages();
  const { user } = useSession();
  const contestId = useContestId();
  const { contest } = useContestEntry(contestId);
  const openings = useCountOfChanges(
    contest && [contest.status === 'scheduled', contest.is_participant, contest.own_start].join(' '),
  );
  return (
    <>
      <PageHeading actions={<FilterButtons all={texts.allSubmissions} mine={texts.mySubmissions} />}>
        {texts.submissionsTitle}
      </PageHeading>
      {contest?.status === 'scheduled' && isStaff(user) && (
        <div className={styles.rehearsal}>
          <Notice tone="info">{contestEntry.rehearsalList}</Notice>
        </div>
      )}
      {/* What was refused before the start, or to whoever had not joined or begun, is asked for anew. */}
      <SubmissionList key={openings} contestId={contestId} />
    </>
  );
}

/** How often it has become another since it was first known. */
function useCountOfChanges(value: string | null | undefined): number {
  const [known, setKnown] = useState({ value, changes: 0 });
  if (value !== undefined && value !== known.value)
    setKnown({ value, changes: known.value === undefined ? 0 : known.changes + 1 });
  return known.changes;
}

/** The texts of the two choices. */
function FilterButtons({ all, mine }: { all: string; mine: string }) {
  const { submissions: texts } = useMessages();
  const { mayRead } = useSession();
  const [search, setSearch] = useSearchParams();
  // There from the first: what came later would push the heading down.
  if (!mayRead) return null;
  const choices = [
    { text: all, value: '' },
    { text: mine, value: 'mine' },
  ];
  const chosen = readFilters(search, false).filter ?? '';
  return (
    <fieldset className={styles.filters} aria-label={texts.which}>
      {choices.map(({ text, value }) => (
        <Button
          key={text}
          variant="default"
          aria-pressed={chosen === value}
          onClick={() =>
            setSearch((present) => withFilter(present, 'filter', value), { preventScrollReset: true })
          }
        >
          {text}
        </Button>
      ))}
    </fieldset>
  );
}
