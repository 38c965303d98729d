import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { readId } from '#contract/id-texts.ts';
import { limits } from '#contract/limits.ts';
import { questionStates } from '#contract/questions.ts';
import { DisabledReason } from '../../components/disabled-reason.tsx';
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
import { inboxQuery, unansweredQuery } from './queries.ts';
import { TemplatesDialog } from './templates-dialog.tsx';

type OpenDialog = 'announce' | 'templates' | null;

/** One place for the questions of all contests, and for what is announced to them. The filters are in the address. */
export function InboxPage() {
  const { inbox: texts } = useMessages();
  const [search] = useSearchParams();
  const contestId = readId(search.get('contest'));
  const state = questionStates.find((name) => name === search.get('state')) ?? 'open';
  const inContest = contestId === null ? {} : { contestId };
  // An address may name any number; a page has its beginning.
  const wanted = Math.floor((readId(search.get('after')) ?? 0) / limits.inboxPage) * limits.inboxPage;
  const query = useQuery(inboxQuery({ state, offset: wanted, ...inContest }));
  const unanswered = useQuery(unansweredQuery(inContest.contestId)).data?.unanswered ?? 0;
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
        <section aria-label={texts.list}>
          <Filters state={state} contestId={contestId} unanswered={unanswered} />
          <QueryFailure query={query}>{texts.fetchFailed}</QueryFailure>
          {query.data ? (
            <>
              <InboxList
                key={`${state} ${contestId} ${wanted}`}
                questions={query.data.questions}
                state={state}
                onSent={() => setSaid(texts.sent)}
              />
              <Pages offset={wanted} total={query.data.total} />
            </>
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
        next.delete('after');
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

interface PagesProps {
  offset: number;
  total: number;
}

/** Only where there is more than one. An answered question may have emptied the last of them. */
function Pages({ offset, total }: PagesProps) {
  const { inbox: texts } = useMessages();
  const [, setSearch] = useSearchParams();
  if (total <= limits.inboxPage && offset === 0) return null;
  const goTo = (after: number) =>
    setSearch((present) => {
      const next = new URLSearchParams(present);
      if (after <= 0) next.delete('after');
      else next.set('after', String(after));
      return next;
    });
  const last = Math.min(offset + limits.inboxPage, total);
  return (
    <nav className={styles.pages} aria-label={texts.pages}>
      <DisabledReason side="start" reason={offset === 0 ? texts.areFirst : undefined}>
        <Button variant="default" onClick={() => goTo(offset - limits.inboxPage)}>
          {texts.previousPage}
        </Button>
      </DisabledReason>
      <span className={styles.shown}>{texts.shown(Math.min(offset + 1, last), last, total)}</span>
      <DisabledReason reason={last >= total ? texts.areLast : undefined}>
        <Button variant="default" onClick={() => goTo(offset + limits.inboxPage)}>
          {texts.nextPage}
        </Button>
      </DisabledReason>
    </nav>
  );
}
