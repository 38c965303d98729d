import { Button } from '@mantine/core';
import { generatePath, Link, useParams } from 'react-router';
import type { ContestDay } from '#contract/contest-day.ts';
import { isContestOver } from '#contract/contest-status.ts';
import type { Contest } from '#contract/contests.ts';
import { readId } from '#contract/id-texts.ts';
import { pagePaths } from '#contract/pages.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { toBars } from '../../components/hour-bars.ts';
import { HourChart } from '../../components/hour-chart.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { ContestBadge } from '../contests/contest-badge.tsx';
import { useContestEntry } from '../contests/contest-list.ts';
import { useFollowNews } from '../contests/contest-news.ts';
import { formatClock } from '../contests/contest-times.ts';
import { useRefetchOnChange } from '../contests/queries.ts';
import { AlarmSettings } from './alarm-settings.tsx';
import { Alarms } from './alarms.tsx';
import styles from './contest-day-page.module.css';
import { Card, ClockCard, JudgesCard, QuestionsCard, WaitCard } from './day-cards.tsx';
import { NewestVerdicts } from './newest-verdicts.tsx';
import { ProblemTable } from './problem-table.tsx';
import { useContestDay } from './queries.ts';

/** What staff watch while a contest is on: on a wall, or in the hand on the way through the hall. */
export function ContestDayPage() {
  const { contestDay: texts, contests } = useMessages();
  const id = readId(useParams().contestId);
  const { contest } = useContestEntry(id);
  if (id !== null && contest) return <DayOf contest={contest} />;
  return (
    <>
      <PageHeading>{texts.title}</PageHeading>
      {id === null || contest === null ? (
        <EmptyNote title={contests.notFound}>
          <Link to={pagePaths.adminContests}>{contests.backToContests}</Link>
        </EmptyNote>
      ) : (
        <DaySkeleton />
      )}
    </>
  );
}

function DayOf({ contest }: { contest: Contest }) {
  const { moments, contestDay: texts } = useMessages();
  const day = useContestDay(contest.id);
  // Another of the staff may change the clock.
  useFollowNews(contest);
  useRefetchOnChange(contest.paused_at, day.refetch);
  const addresses = { contestId: String(contest.id) };
  return (
    <>
      <PageHeading
        lead={contest.title}
        beside={<ContestBadge status={contest.status} />}
        actions={
          <>
            {day.data && (
              <p className={styles.updated}>{texts.updated(formatClock(day.dataUpdatedAt, moments))}</p>
            )}
            {day.data && <AlarmSettings contestId={contest.id} minutes={day.data.alarm_minutes} />}
            <Button
              variant="default"
              size="xs"
              component={Link}
              to={generatePath(pagePaths.contestScoreboard, addresses)}
            >
              {texts.toScoreboard}
            </Button>
            <Button
              variant="default"
              size="xs"
              component={Link}
              to={generatePath(pagePaths.contestSubmissions, addresses)}
            >
              {texts.toSubmissions}
            </Button>
          </>
        }
      >
        {texts.title}
      </PageHeading>
      <QueryFailure query={day}>{texts.fetchFailed}</QueryFailure>
      {day.data ? <DayState contest={contest} day={day.data} /> : !day.error && <DaySkeleton />}
    </>
  );
}

function DaySkeleton() {
  const { contestDay: texts } = useMessages();
  return (
    <div className={styles.grid} role="status" aria-label={texts.loading}>
      {['clock', 'wait', 'judges', 'questions'].map((part) => (
        <Skeleton key={part} height={160} />
      ))}
    </div>
  );
}

function DayState({ contest, day }: { contest: Contest; day: ContestDay }) {
  return (
    <>
      <Alarms alarms={day.alarms} />
      <div className={styles.grid}>
        <ClockCard contest={contest} />
        <WaitCard queue={day.queue} />
        <JudgesCard judges={day.judges} />
        <QuestionsCard contestId={contest.id} questions={day.questions} />
        <TriesCard contest={contest} day={day} />
        <ProblemTable
          problems={day.problems}
          tellsUnsolved={day.tells_unsolved}
          unsolvedMinutes={day.alarm_minutes.unsolved}
        />
        <NewestVerdicts contestId={contest.id} verdicts={day.verdicts} />
      </div>
    </>
  );
}

function TriesCard({ contest, day }: { contest: Contest; day: ContestDay }) {
  const { app, contestDay: texts } = useMessages();
  const now = useServerNow(15_000);
  const endMs = Date.parse(day.last_end);
  const isOver = isContestOver(contest.status);
  const count = day.minutes.reduce((sum, minute) => sum + minute.count, 0);
  const endsAt = new Intl.DateTimeFormat(app.locale, { timeStyle: 'short', hourCycle: 'h23' }).format(endMs);
  return (
    <Card title={texts.triesTitle} place="tries">
      <p className={styles.line}>{isOver ? texts.triesLineOver(count) : texts.triesLine(count)}</p>
      <HourChart
        bars={toBars(day.minutes, isOver ? endMs - 1 : now, 1)}
        title={texts.triesTitle}
        what={texts.tries}
        {...(isOver && { until: endsAt })}
      />
    </Card>
  );
}
