import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import { useContestEntry, useContestId } from '../contests/contest-list.ts';
import { SubmissionList } from './submission-list.tsx';
import styles from './submissions-page.module.css';

export function SubmissionsPage() {
  const { submissions: texts } = useMessages();
  const filter = useFilter();
  return (
    <>
      <PageHeading actions={<FilterButtons all={texts.all} mine={texts.mine} />}>{texts.title}</PageHeading>
      <SubmissionList filter={filter} />
    </>
  );
}

export function ContestSubmissionsPage() {
  const { contests: texts } = useMessages();
  const filter = useFilter();
  const contestId = useContestId();
  const { contest } = useContestEntry(contestId);
  return (
    <>
      <PageHeading actions={<FilterButtons all={texts.allSubmissions} mine={texts.mySubmissions} />}>
        {texts.submissionsTitle}
      </PageHeading>
      {/* What was refused before the start is asked for anew after it. */}
      <SubmissionList key={String(contest?.status === 'scheduled')} filter={filter} contestId={contestId} />
    </>
  );
}

function useFilter(): 'mine' | undefined {
  const [search] = useSearchParams();
  return search.get('filter') === 'mine' ? 'mine' : undefined;
}

/** The texts of the two choices. */
function FilterButtons({ all, mine }: { all: string; mine: string }) {
  const { submissions: texts } = useMessages();
  const { user } = useSession();
  const [, setSearch] = useSearchParams();
  const filter = useFilter();
  if (!user) return null;
  const choices = [
    { text: all, value: undefined },
    { text: mine, value: 'mine' },
  ] as const;
  return (
    <fieldset className={styles.filters} aria-label={texts.which}>
      {choices.map(({ text, value }) => (
        <Button
          key={text}
          variant="default"
          aria-pressed={filter === value}
          onClick={() => setSearch(value ? { filter: value } : {}, { preventScrollReset: true })}
        >
          {text}
        </Button>
      ))}
    </fieldset>
  );
}
