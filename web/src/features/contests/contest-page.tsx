import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import { MainHeading } from '../../components/page-heading.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { RequestFailed } from '../../lib/api.ts';
import { useIsOffline } from '../../lib/connection.ts';
import { useFirstAnswer } from '../../lib/in-pieces.ts';
import { useMessages } from '../../lib/messages.ts';
import { timeLeftMs, useServerNow } from '../../lib/server-clock.ts';
import { useStandingRefusal } from '../../lib/standing-refusal.ts';
import { ContestBadge } from './contest-badge.tsx';
import { useContestEntry, useContestId } from './contest-list.ts';
import { ContestNote, ContestNotFound } from './contest-note.tsx';
import styles from './contest-page.module.css';
import { ContestStage } from './contest-stage.tsx';
import { ContestTime } from './contest-time.tsx';
import { visitorZone } from './contest-times.ts';
import { Countdown } from './countdown.tsx';
import { FrozenBoardLink } from './frozen-board-link.tsx';
import { JoinTools } from './join-tools.tsx';
import { awaitsThaw, ownEnd, ownPhase } from './own-clock.ts';
import { contestQuery, useRefetchOnChange } from './queries.ts';
import { RetryButton } from './retry-button.tsx';

export function ContestPage() {
  const id = useContestId();
  const { contest: entry, isSettled } = useContestEntry(id);
  const contest = useQuery({ ...contestQuery(id), enabled: isSettled });
  const known = useFirstAnswer(contest.data);
  useRefetchOnChange(entry, contest.refetch);
  // What is shown stays when a connection drops, and goes when the server says so.
  const error = useStandingRefusal(contest, id) ?? (contest.data ? null : contest.error);
  if (error) {
    return <ContestTrouble error={error} entry={entry ?? null} onRetry={() => contest.refetch()} />;
  }
  if (!known) return <LoadingContest />;
  // The list decides: two servers' clocks may differ by a moment at a start or an end, and it is where news of the clock
  // are kept.
  return <ContestView contest={{ ...known, ...entry }} />;
}

interface ContestTroubleProps {
  error: Error;
  /** What everyone may know of it. */
  entry: Contest | null;
  onRetry: () => void;
}

function ContestTrouble({ error, entry, onRetry }: ContestTroubleProps) {
  const { app, contests: texts, contestFormat } = useMessages();
  const isOffline = useIsOffline();
  const status = error instanceof RequestFailed ? error.status : 0;
  if (status === 404) return <ContestNotFound />;
  if ((status === 401 || status === 403) && entry && awaitsThaw(entry)) {
    return (
      <ContestNote
        eyebrow={entry.title}
        title={texts.finishingTitle}
        line={contestFormat.finishingFrozenLine}
      >
        <FrozenBoardLink contest={entry} variant="filled" />
      </ContestNote>
    );
  }
  if (status === 401 || status === 403) {
    return (
      <ContestNote
        eyebrow={entry?.title ?? texts.contest}
        title={texts.notJoined}
        line={entry?.status === 'finished' ? texts.resultsOpen : texts.notJoinedNext}
      >
        {entry?.status === 'finished' && (
          <Button
            component={Link}
            to={generatePath(pagePaths.contestScoreboard, { contestId: String(entry.id) })}
          >
            {texts.viewResults}
          </Button>
        )}
        {entry && <JoinTools contest={entry} />}
      </ContestNote>
    );
  }
  return (
    <ContestNote title={texts.loadFailed} line={isOffline ? app.offline : texts.loadFailedNext}>
      {!isOffline && <RetryButton onRetry={onRetry} />}
    </ContestNote>
  );
}

function ContestView({ contest }: { contest: Contest }) {
  const { contests: texts, contestClock, durations, languageLimits } = useMessages();
  return (
    <article className={styles.contest}>
      <header className={styles.header}>
        <div className={styles.names}>
          <ContestBadge status={contest.status} />
          <MainHeading>{contest.title}</MainHeading>
          {contest.description !== '' && <p className={styles.description}>{contest.description}</p>}
        </div>
        <LargeClock contest={contest} />
      </header>
      <dl className={styles.facts}>
        <Fact name={texts.startTime}>
          <ContestTime at={contest.start_time} />
        </Fact>
        <Fact name={texts.endTime}>
          <ContestTime at={contest.end_time} />
        </Fact>
        {contest.window_minutes !== null && (
          <Fact name={contestClock.window}>{durations.inWords(contest.length_ms)}</Fact>
        )}
        <Fact name={texts.participants}>{texts.people(contest.participant_count)}</Fact>
        {contest.allowed_languages && (
          <Fact name={languageLimits.allowed}>
            {languageLimits.listed(contest.allowed_languages.map((id) => languageLimits.names[id]))}
          </Fact>
        )}
      </dl>
      <p className={styles.zone}>{texts.zone(visitorZone())}</p>
      {!contest.is_participant && (
        <div className={styles.join}>
          <JoinTools contest={contest} />
        </div>
      )}
      <ContestStage contest={contest} />
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The one that the page is about: until the start, then until the end of this person's time. */
function LargeClock({ contest }: { contest: Contest }) {
  const { contests: texts, contestClock } = useMessages();
  const phase = ownPhase(contest, useServerNow(1_000));
  const { own_extra_minutes: extra, paused_at: standsAt } = contest;
  if (contest.status === 'scheduled') {
    return (
      <div className={styles.clock}>
        <p>{texts.startsIn}</p>
        <Countdown className={styles.figures} until={contest.start_time} />
        {extra > 0 && <p>{contestClock.ownExtra(extra)}</p>}
      </div>
    );
  }
  if (phase === null) return null;
  return (
    <dl className={styles.clock} data-running={standsAt === null || undefined}>
      <dt>{phase === 'awaited' ? contestClock.timeToBegin : texts.timeRemaining}</dt>
      <dd>
        <Countdown className={styles.figures} until={ownEnd(contest)} standsAt={standsAt} />
      </dd>
      {standsAt === null ? (
        <dd>
          <TimeRemaining endsAt={ownEnd(contest)} />
        </dd>
      ) : (
        <dd className={styles.paused}>{contestClock.pausedTitle}</dd>
      )}
      {extra > 0 && <dd>{contestClock.ownExtra(extra)}</dd>}
    </dl>
  );
}

/** By the server's clock, whatever the visitor's says. */
function TimeRemaining({ endsAt }: { endsAt: string }) {
  const { contests: texts } = useMessages();
  const leftMs = timeLeftMs(endsAt, null, useServerNow(1_000));
  return leftMs > 0 ? texts.remaining(leftMs) : texts.over;
}

function LoadingContest() {
  const { contests: texts } = useMessages();
  return (
    <div role="status" className={styles.contest}>
      <VisuallyHidden>{texts.loadingContest}</VisuallyHidden>
      <Skeleton height={96} width="min(32rem, 90%)" />
      <Skeleton height={88} />
      <Skeleton height={160} />
    </div>
  );
}
