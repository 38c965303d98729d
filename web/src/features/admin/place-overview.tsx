import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import type { Overview } from '#contract/overview.ts';
import { pagePaths } from '#contract/pages.ts';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { toBars } from '../../components/hour-bars.ts';
import { HourChart } from '../../components/hour-chart.tsx';
import { Icon } from '../../components/icons.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { When } from '../../components/when.tsx';
import { sayOr, useMessages } from '../../lib/messages.ts';
import { timeLeftMs, useServerNow } from '../../lib/server-clock.ts';
import { contestsQuery } from '../contests/contest-list.ts';
import { othersGoOnFrom } from '../contests/own-clock.ts';
import styles from './place-overview.module.css';
import { overviewQuery } from './queries.ts';

/** The state of the place: what waits, what was judged, what is on, what is missing and what failed. */
export function PlaceOverview() {
  const { overview: texts } = useMessages();
  const overview = useQuery(overviewQuery);
  return (
    <section className={styles.place} aria-label={texts.title}>
      <QueryFailure query={overview}>{texts.fetchFailed}</QueryFailure>
      {overview.isPending && (
        <div className={styles.grid} role="status" aria-label={texts.loading}>
          {['queue', 'contest', 'judged'].map((part) => (
            <Skeleton key={part} height={180} />
          ))}
        </div>
      )}
      {overview.data && (
        <div className={styles.grid}>
          <QueueCard queue={overview.data.queue} />
          <ContestCard />
          <JudgedCard overview={overview.data} />
          <WithoutTests missing={overview.data.without_tests} />
          <Failures overview={overview.data} />
          <Archives imports={overview.data.archive_imports} />
        </div>
      )}
    </section>
  );
}

function Card({ title, isWide, children }: { title: string; isWide?: boolean; children: ReactNode }) {
  return (
    <section className={styles.card} data-wide={isWide || undefined}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  );
}

function QueueCard({ queue }: Pick<Overview, 'queue'>) {
  const { durations, overview: texts } = useMessages();
  const now = useServerNow(1_000);
  const { oldest_waiting_since: since } = queue;
  const facts: [string, number][] = [
    [texts.judging, queue.judging],
    [texts.rejudging, queue.rejudging],
    [texts.importing, queue.importing],
  ];
  return (
    <Card title={texts.queueTitle}>
      <p className={styles.figure}>{queue.waiting}</p>
      <p className={styles.line}>
        {since === null ? texts.nobodyWaits : texts.oldestWaits(durations.clock(now - Date.parse(since)))}
      </p>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** What runs now, otherwise what comes next. */
function ContestCard() {
  const { overview: texts } = useMessages();
  const { data } = useQuery(contestsQuery);
  const having = (status: Contest['status']) => data?.filter((contest) => contest.status === status) ?? [];
  const running = [...having('running'), ...having('finishing')];
  const shown = running.length > 0 ? running : having('scheduled').slice(0, 1);
  return (
    <Card title={running.length > 0 ? texts.contestNow : texts.contestNext}>
      {data && shown.length === 0 && <p className={styles.line}>{texts.noContest}</p>}
      {shown.map((contest) => (
        <ContestState key={contest.id} contest={contest} />
      ))}
    </Card>
  );
}

function ContestState({ contest }: { contest: Contest }) {
  const { contestDay, overview: texts } = useMessages();
  return (
    <div className={styles.contest}>
      <Link to={generatePath(pagePaths.contest, { contestId: String(contest.id) })}>{contest.title}</Link>
      <ContestClock contest={contest} />
      <p className={styles.line}>{texts.contestPeople(contest.participant_count, contest.problem_count)}</p>
      <p className={styles.day}>
        <Link to={generatePath(pagePaths.contestDay, { contestId: String(contest.id) })}>
          {contestDay.title}
        </Link>
      </p>
    </div>
  );
}

/** Of the contest itself: whoever looks at it here has no time of their own. */
function ContestClock({ contest }: { contest: Contest }) {
  const { contestClock, contestFormat, contests, durations } = useMessages();
  const now = useServerNow(1_000);
  const { status, start_time, end_time, paused_at: standsAt } = contest;
  const isRunning = status === 'running';
  const leftMs = timeLeftMs(isRunning ? end_time : start_time, standsAt, now);
  const hasEnded = isRunning && leftMs === 0;
  const goesOnFrom = othersGoOnFrom({ end_time, own_end: null, window_minutes: null });
  if (hasEnded && now >= Date.parse(goesOnFrom))
    return <p className={styles.line}>{contestClock.othersLeft}</p>;
  if (hasEnded || status === 'finishing') {
    const line = contest.is_frozen ? contestFormat.awaitingThaw : contests.finishingShort;
    return <p className={styles.line}>{line}</p>;
  }
  const running = standsAt === null ? contests.clockRemaining : contestClock.paused;
  return (
    <p role="timer" className={styles.clock}>
      <span className={styles.figure}>{durations.clock(leftMs)}</span>{' '}
      {isRunning ? running : contests.clockUntilStart}
    </p>
  );
}

function JudgedCard({ overview: { minutes } }: { overview: Overview }) {
  const { durations, overview: texts } = useMessages();
  const now = useServerNow(30_000);
  const verdicts = minutes.reduce((sum, minute) => sum + minute.verdicts, 0);
  const waitedMs =
    minutes.reduce((sum, minute) => sum + minute.waited_ms * minute.verdicts, 0) / (verdicts || 1);
  return (
    <Card title={texts.judgedTitle} isWide>
      <p className={styles.line}>
        {verdicts === 0 ? texts.nothingJudged : texts.judged(verdicts, durations.clock(waitedMs))}
      </p>
      <HourChart
        bars={toBars(
          minutes.map(({ at, verdicts: count }) => ({ at, count })),
          now,
          2,
        )}
        title={texts.judgedTitle}
        what={texts.verdicts}
      />
    </Card>
  );
}

function WithoutTests({ missing: { count, problems } }: { missing: Overview['without_tests'] }) {
  const { overview: texts } = useMessages();
  return (
    <Card title={texts.missingTitle}>
      {count === 0 && <p className={styles.line}>{texts.nothingMissing}</p>}
      <ul className={styles.list}>
        {problems.map(({ id, title, is_visible: isVisible }) => (
          <li key={id}>
            <Link to={editAddress(id)}>{title}</Link> <span className={styles.id}>{id}</span>
            {isVisible && (
              <span className={styles.mark}>
                <Icon name="alert" size={12} /> {texts.visibleThough}
              </span>
            )}
          </li>
        ))}
      </ul>
      {count > problems.length && (
        <Link to={`${pagePaths.adminProblems}?which=incomplete`}>
          {texts.andMore(count - problems.length)}
        </Link>
      )}
    </Card>
  );
}

const editAddress = (id: string) => `${pagePaths.adminProblems}?edit=${encodeURIComponent(id)}`;

/** What became of their problems, also when nobody had the page open any more; every one of them is in the import itself. */
function Archives({ imports }: { imports: Overview['archive_imports'] }) {
  const { overview: texts } = useMessages();
  if (imports.length === 0) return null;
  return (
    <Card title={texts.archivesTitle} isWide>
      <ul className={styles.list}>
        {imports.map((archive) => (
          <li key={archive.job_id}>
            <Link to={`${pagePaths.adminProblems}?import=${archive.job_id}`}>
              {archive.file_name ?? texts.unnamedArchive}
            </Link>
            {': '}
            {sayOr(archive.message_words, archive.message)}{' '}
            <span className={styles.line}>
              <When at={archive.at} /> {archive.requested_by && texts.archiveBy(archive.requested_by)}
            </span>
            <Refusals archive={archive} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Refusals({ archive }: { archive: Overview['archive_imports'][number] }) {
  const { overview: texts } = useMessages();
  // An archive of one problem has said it already.
  const told = archive.refusals.filter(({ message }) => message !== archive.message);
  if (told.length === 0) return null;
  return (
    <ul className={styles.list}>
      {told.map((refusal) => (
        <li key={refusal.folder}>
          <span className={styles.id}>{refusal.id || refusal.folder}</span>{' '}
          {sayOr(refusal.message_words, refusal.message)}
        </li>
      ))}
      {archive.refused > told.length && <li>{texts.andMore(archive.refused - told.length)}</li>}
    </ul>
  );
}

function Failures({ overview }: { overview: Overview }) {
  const { overview: texts } = useMessages();
  const { failed_imports: imports, judge_faults: faults } = overview;
  return (
    <Card title={texts.failuresTitle} isWide>
      {imports.length + faults.length === 0 && <p className={styles.line}>{texts.noFailures}</p>}
      <ul className={styles.list}>
        {imports.map((failure) => (
          <li key={`${failure.problem_id} ${failure.at}`}>
            {failure.is_unmade ? (
              texts.unmade(failure.problem_id)
            ) : (
              <>
                {texts.importOf} <Link to={editAddress(failure.problem_id)}>{failure.problem_id}</Link>
              </>
            )}
            {': '}
            {sayOr(failure.message_words, failure.message)}{' '}
            <span className={styles.line}>
              <When at={failure.at} />
            </span>
          </li>
        ))}
        {faults.map((fault) => (
          <li key={`${fault.submission_id} ${fault.at}`}>
            {texts.faultOf(fault.submission_id, fault.problem_id, fault.judged_by)}{' '}
            {sayOr(fault.fault_words, fault.fault)}{' '}
            <span className={styles.line}>
              <When at={fault.at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
