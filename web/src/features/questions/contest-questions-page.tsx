import { Button } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { isContestOver } from '#contract/contest-status.ts';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import type { ContestNews } from '#contract/questions.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { errorText, RequestFailed } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { isStaff, useSession } from '../../lib/session.ts';
import { ClosedNote } from '../contests/closed-note.tsx';
import { useContestEntry, useContestId } from '../contests/contest-list.ts';
import { contestNewsQuery, useMarkRead } from '../contests/contest-news.ts';
import { listItems } from '../contests/news.ts';
import { othersGoOnFrom, ownPhase } from '../contests/own-clock.ts';
import { AlertSwitches } from './alert-switches.tsx';
import { AskDialog } from './ask-dialog.tsx';
import styles from './contest-questions-page.module.css';
import { AnnouncementNote, QuestionNote } from './notes.tsx';

/** Announcements, and one's own questions with their answers. Whoever sees it has read it. */
export function ContestQuestionsPage() {
  const { questions: texts } = useMessages();
  const contestId = useContestId();
  const { contest, isSettled } = useContestEntry(contestId);
  const news = useQuery({ ...contestNewsQuery(contestId), enabled: isSettled });
  const [isSent, setSent] = useState(false);
  const status = news.error instanceof RequestFailed ? news.error.status : 0;
  if (status === 401 || status === 403) {
    return (
      <>
        <PageHeading>{texts.title}</PageHeading>
        <ClosedNote contest={contest}>{errorText(news.error, texts.fetchFailed)}</ClosedNote>
      </>
    );
  }
  return (
    <>
      <PageHeading
        lead={texts.lead}
        actions={contest && <Actions contest={contest} onSent={() => setSent(true)} />}
      >
        {texts.title}
      </PageHeading>
      <div className={styles.above}>
        <Notice tone="success">{isSent && texts.sent}</Notice>
        <QueryFailure query={news}>{texts.fetchFailed}</QueryFailure>
      </div>
      {news.data ? (
        <News contestId={contestId} news={news.data} contest={contest} />
      ) : (
        !news.error && <ListSkeleton text={texts.loading} />
      )}
      <AlertSwitches />
    </>
  );
}

/** Why nothing more can be asked, or null: the contest is over, or one's own time in it. */
function useAskingEnded(contest: Contest | null | undefined): string | null {
  const { questions: texts, contestClock } = useMessages();
  const now = useServerNow(1_000);
  if (isContestOver(contest?.status)) return texts.ended;
  if (!contest || ownPhase(contest, now) !== 'over') return null;
  const othersGoOn = contest.is_participant && now >= Date.parse(othersGoOnFrom(contest));
  return othersGoOn ? contestClock.ownOver : texts.ended;
}

/** `about` in the address: somebody comes from a problem's page to ask about it. */
function Actions({ contest, onSent }: { contest: Contest; onSent: () => void }) {
  const { questions: texts } = useMessages();
  const { user } = useSession();
  const [search, setSearch] = useSearchParams();
  const about = search.get('about');
  const [isAsking, setAsking] = useState(false);
  const canAsk = useAskingEnded(contest) === null && contest.is_participant;
  const close = () => {
    setAsking(false);
    if (about !== null) setSearch({}, { replace: true });
  };
  return (
    <>
      {isStaff(user) && (
        <Button variant="default" component={Link} to={`${pagePaths.adminQuestions}?contest=${contest.id}`}>
          {texts.toInbox}
        </Button>
      )}
      {canAsk && <Button onClick={() => setAsking(true)}>{texts.ask}</Button>}
      {canAsk && (isAsking || about !== null) && (
        <AskDialog
          contest={contest}
          about={about}
          onClose={close}
          onSent={() => {
            close();
            onSent();
          }}
        />
      )}
    </>
  );
}

interface NewsProps {
  contestId: number;
  news: ContestNews;
  contest: Contest | null | undefined;
}

function News({ contestId, news, contest }: NewsProps) {
  const { questions: texts } = useMessages();
  const askingEnded = useAskingEnded(contest);
  const isNew = useRead(contestId, news);
  const { announcements, questions } = news;
  return (
    <div className={styles.columns}>
      <Column title={texts.announcements}>
        {announcements.length === 0 ? (
          <EmptyNote title={texts.noAnnouncements}>{texts.noAnnouncementsNext}</EmptyNote>
        ) : (
          announcements.map((announcement) => (
            <AnnouncementNote
              key={announcement.id}
              announcement={announcement}
              isNew={isNew(announcement.id)}
            />
          ))
        )}
      </Column>
      <Column title={texts.questions}>
        {questions.length === 0 ? (
          <EmptyNote title={texts.noQuestions}>{askingEnded ?? texts.noQuestionsNext}</EmptyNote>
        ) : (
          questions.map((question) => (
            <QuestionNote key={question.id} question={question} isNew={isNew(question.id)} />
          ))
        )}
      </Column>
    </div>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <div className={styles.notes}>{children}</div>
    </section>
  );
}

/** What is in sight counts as read. It is still called new as long as the page is open. */
function useRead(contestId: number, news: ContestNews): (id: string) => boolean {
  const mark = useMarkRead(contestId);
  const isVisible = useDocumentVisibility() === 'visible';
  const unread = listItems(news).filter(({ isRead }) => !isRead);
  const key = unread.map(({ id, version }) => `${id} ${version}`).join();
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  const read = useEffectEvent(() => {
    setNewIds((before) => new Set([...before, ...unread.map(({ id }) => id)]));
    mark.mutate(unread);
  });
  useEffect(() => {
    if (isVisible && key !== '') read();
  }, [isVisible, key]);
  return (id) => newIds.has(id);
}
