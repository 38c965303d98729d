import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { readId } from '#contract/id-texts.ts';
import { questionStates } from '#contract/questions.ts';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMessages } from '../../lib/messages.ts';
import { contestsQuery } from '../contests/contest-list.ts';
import { AnnounceDialog } from './announce-dialog.tsx';
import { AnnouncementList } from './announcement-list.tsx';
import { InboxList } from './inbox-list.tsx';
import styles from './inbox-page.module.css';
import { inboxQuery } from './queries.ts';
import { TemplatesDialog } from './templates-dialog.tsx';

type OpenDialog = 'announce' | 'templates' | null;

/** One place for the questions of all contests, and for what is announced to them. The filters are in the address. */
export function InboxPage() {
  const { inbox: texts } = useMessages();
  const [search] = useSearchParams();
  const contestId = readId(search.get('contest'));
  const state = questionStates.find((name) => name === search.get('state')) ?? 'open';
  const query = useQuery(inboxQuery({ state, ...(contestId !== null && { contestId }) }));
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [said, setSaid] = useState('');
  const close = () => setDialog(null);
  return (
    <>
      <PageHeading
        lead={texts.lead}
        actions={
          <>
            <Button variant="default" onClick={() => setDialog('templates')}>
              {texts.editTemplates}
            </Button>
            <Button onClick={() => setDialog('announce')}>{texts.announce}</Button>
          </>
        }
      >
        {texts.title}
      </PageHeading>
      <Notice tone="success">{said}</Notice>
      <div className={styles.columns}>
        <section className={styles.inbox} aria-label={texts.list}>
          <Filters state={state} contestId={contestId} unanswered={query.data?.unanswered ?? 0} />
          <QueryFailure query={query}>{texts.fetchFailed}</QueryFailure>
          {query.data ? (
            <InboxList
              key={`${state} ${contestId}`}
              questions={query.data.questions}
              state={state}
              onSent={() => setSaid(texts.sent)}
            />
          ) : (
            !query.error && <ListSkeleton text={texts.loading} />
          )}
        </section>
        <AnnouncementList contestId={contestId} onSaved={() => setSaid(texts.announced)} />
      </div>
      {dialog === 'announce' && (
        <AnnounceDialog
          contestId={contestId}
          announcement={null}
          onClose={close}
          onSent={() => {
            close();
            setSaid(texts.announced);
          }}
        />
      )}
      {dialog === 'templates' && <TemplatesDialog onClose={close} />}
    </>
  );
}

interface FiltersProps {
  state: (typeof questionStates)[number];
  contestId: number | null;
  unanswered: number;
}

function Filters({ state, contestId, unanswered }: FiltersProps) {
  const { inbox: texts } = useMessages();
  const [, setSearch] = useSearchParams();
  const { data: contests = [] } = useQuery(contestsQuery);
  const choose = (name: 'state' | 'contest', value: string) =>
    setSearch(
      (present) => {
        const next = new URLSearchParams(present);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { preventScrollReset: true },
    );
  const states = [
    { value: 'open', text: texts.unanswered(unanswered) },
    { value: 'answered', text: texts.answered },
  ] as const;
  return (
    <search className={styles.filters} aria-label={texts.filters}>
      {states.map(({ value, text }) => (
        <Button
          key={value}
          variant="default"
          className={styles.choice ?? ''}
          aria-pressed={state === value}
          onClick={() => choose('state', value === 'open' ? '' : value)}
        >
          {text}
        </Button>
      ))}
      <NativeSelect
        className={styles.contest ?? ''}
        aria-label={texts.contest}
        value={contestId ?? ''}
        data={[
          { value: '', label: texts.anyContest },
          ...contests.map(({ id, title }) => ({ value: String(id), label: title })),
        ]}
        onChange={({ currentTarget }) => choose('contest', currentTarget.value)}
      />
    </search>
  );
}
