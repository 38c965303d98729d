import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type ContestDay, waitsMeasured } from '#contract/contest-day.ts';
import { isContestOver } from '#contract/contest-status.ts';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import { sayOr, useMessages } from '../../lib/messages.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { formatClock, formatContestTime } from '../contests/contest-times.ts';
import { ClockTools } from './clock-tools.tsx';
import styles from './contest-day-page.module.css';

interface CardProps {
  title: string;
  /** Which area of the wall it has; none: one of the four at the top. */
  place?: 'tries' | 'problems' | 'verdicts';
  children: ReactNode;
}

export function Card({ title, place, children }: CardProps) {
  return (
    <section className={styles.card} data-place={place}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  );
}

export function ClockCard({ contest }: { contest: Contest }) {
  const { moments, contestDay: texts, contestTiming } = useMessages();
  const time = (iso: string) => formatContestTime(iso, moments);
  const { freeze_at: freezeAt, is_frozen: isFrozen } = contest;
  return (
    <Card title={texts.clockTitle}>
      <ClockFigure contest={contest} />
      {contest.paused_at && (
        <p className={styles.paused}>
          {contestTiming.pausedLine(formatClock(Date.parse(contest.paused_at), moments))}
        </p>
      )}
      <p className={styles.line}>{texts.untilLine(time(contest.start_time), time(contest.end_time))}</p>
      {freezeAt && contest.status !== 'finished' && (
        <p className={styles.line}>
          {isFrozen ? texts.frozenLine(time(freezeAt)) : texts.freezesLine(time(freezeAt))}
        </p>
      )}
      <p className={styles.line}>{texts.participants(contest.participant_count)}</p>
      <ClockTools contest={contest} />
    </Card>
  );
}

function ClockFigure({ contest }: { contest: Contest }) {
  const { contestDay: texts, contestTiming, contests, durations } = useMessages();
  const now = useServerNow(1_000);
  if (isContestOver(contest.status)) {
    return (
      <>
        <p className={styles.figure}>{texts.over}</p>
        <p className={styles.line}>
          {contest.status === 'finished' ? texts.overLine : contest.is_frozen ? null : texts.finishingLine}
        </p>
      </>
    );
  }
  const isRunning = contest.status === 'running';
  // In a pause it stands where it was stopped.
  const at = contest.paused_at ? Math.min(now, Date.parse(contest.paused_at)) : now;
  const leftMs = Date.parse(isRunning ? contest.end_time : contest.start_time) - at;
  if (isRunning && leftMs <= 0) {
    return (
      <>
        <p className={styles.figure}>{texts.over}</p>
        <p className={styles.line}>{contestTiming.extraRunningLine}</p>
      </>
    );
  }
  return (
    <p role="timer" className={styles.clock}>
      <span className={styles.figure}>{durations.clock(leftMs)}</span>{' '}
      {isRunning ? contests.clockRemaining : contests.clockUntilStart}
    </p>
  );
}

export function WaitCard({ queue }: Pick<ContestDay, 'queue'>) {
  const { contestDay: texts, durations } = useMessages();
  const now = useServerNow(1_000);
  const { oldest_waiting_since: since } = queue;
  const seconds = (ms: number | null) => (ms === null ? texts.noFigure : texts.seconds(ms));
  return (
    <Card title={texts.waitTitle}>
      <p className={styles.figure}>{durations.clock(since === null ? 0 : now - Date.parse(since))}</p>
      <p className={styles.line}>{since === null ? texts.nobodyWaits : texts.waiting(queue.waiting)}</p>
      <dl className={styles.facts} title={texts.waitHint(waitsMeasured)}>
        <Fact name={texts.medianWait}>{seconds(queue.median_wait_ms)}</Fact>
        <Fact name={texts.longestWait}>{seconds(queue.longest_wait_ms)}</Fact>
        <Fact name={texts.judging}>{queue.judging}</Fact>
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function JudgesCard({ judges }: Pick<ContestDay, 'judges'>) {
  const { contestDay: texts, judgeMachines } = useMessages();
  const ready = judges.filter(({ state, is_lost }) => state === 'ready' && !is_lost);
  return (
    <Card title={texts.judgesTitle}>
      <p className={styles.clock}>
        <span className={styles.figure}>{texts.judgesReady(ready.length, judges.length)}</span>{' '}
        {texts.judgesLine}
      </p>
      {judges.length === 0 && <p className={styles.line}>{texts.noJudges}</p>}
      <ul className={styles.list}>
        {judges.map((judge) => {
          const isWell = judge.state === 'ready' && !judge.is_lost;
          return (
            <li key={`${judge.name} ${judge.started_at}`} data-trouble={!isWell || undefined}>
              <span className={styles.name}>{judge.name}</span>{' '}
              <span className={styles.line}>
                {isWell
                  ? texts.working(judge.cores_busy, judge.cores)
                  : judge.is_lost
                    ? judgeMachines.lost
                    : judgeMachines.states[judge.state]}
              </span>
              {judge.reason && !isWell && (
                <span className={styles.reason}>{sayOr(judge.reason_words, judge.reason)}</span>
              )}
            </li>
          );
        })}
      </ul>
      <Link to={pagePaths.admin}>{texts.toMachines}</Link>
    </Card>
  );
}

interface QuestionsCardProps extends Pick<ContestDay, 'questions'> {
  contestId: number;
}

export function QuestionsCard({ contestId, questions }: QuestionsCardProps) {
  const { contestDay: texts, durations } = useMessages();
  const now = useServerNow(1_000);
  const { unanswered, claimed, oldest_asked_at: oldest } = questions;
  return (
    <Card title={texts.questionsTitle}>
      <p className={styles.figure}>{unanswered}</p>
      <p className={styles.line}>
        {oldest === null
          ? texts.noQuestions
          : texts.oldestQuestion(durations.clock(now - Date.parse(oldest)))}{' '}
        {claimed > 0 && texts.beingAnswered(claimed)}
      </p>
      <Link to={`${pagePaths.adminQuestions}?contest=${contestId}`}>{texts.toInbox}</Link>
    </Card>
  );
}
