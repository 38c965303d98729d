import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ContestStatistics } from '#contract/contest-statistics.ts';
import type { Contest } from '#contract/contests.ts';
import { statusClass } from '#contract/statuses.ts';
import { BarTable } from '../../components/bar-table.tsx';
import { Chart } from '../../components/chart.tsx';
import { EmptyNote } from '../../components/empty-note.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { RequestFailed } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { useContestEntry, useContestId } from './contest-list.ts';
import styles from './contest-statistics-page.module.css';
import { formatLooks } from './formats/format-looks.ts';
import { elapsedMs } from './own-clock.ts';
import { ProblemFiguresTable } from './problem-figures-table.tsx';
import { contestStatisticsQuery, useRefetchOnChange } from './queries.ts';
import { addUp, sumOf } from './statistics-sums.ts';

/** A contest in figures: once it has finished, and for staff while it runs. */
export function ContestStatisticsPage() {
  const { contestAfter: texts } = useMessages();
  const id = useContestId();
  const { contest, isSettled } = useContestEntry(id);
  const statistics = useQuery({ ...contestStatisticsQuery(id), enabled: isSettled });
  useRefetchOnChange(contest?.status, statistics.refetch);
  const { data, error } = statistics;
  const isClosed = error instanceof RequestFailed && error.status === 403;
  return (
    <>
      <PageHeading>{texts.statisticsTitle}</PageHeading>
      {isClosed && <EmptyNote title={texts.statisticsClosed} />}
      {!isClosed && <QueryFailure query={statistics}>{texts.statisticsFailed}</QueryFailure>}
      {!data && !error && <ListSkeleton text={texts.statisticsLoading} />}
      {data && contest && !isClosed && <Figures statistics={data} contest={contest} />}
    </>
  );
}

function Figures({ statistics, contest }: { statistics: ContestStatistics; contest: Contest }) {
  const { contests: contestTexts, contestAfter: texts } = useMessages();
  const { tries, solves, part_ms: partMs, lasts_ms: lastsMs, problems } = statistics;
  const now = useServerNow(30_000);
  const { status, window_minutes, end_time: ends_at, length_ms, paused_at } = contest;
  // Where each has a time of their own there is no moment to which all have come.
  const isUnderWay = status === 'running' && window_minutes === null;
  const comeMs = isUnderWay ? Math.min(lastsMs, elapsedMs({ ends_at, length_ms }, paused_at, now)) : lastsMs;
  if (tries.every((count) => count === 0))
    return <EmptyNote title={texts.statisticsEmpty}>{texts.statisticsEmptyNext}</EmptyNote>;
  return (
    <div className={styles.figures}>
      {contest.status !== 'finished' && <p className={styles.note}>{texts.statisticsSoFar}</p>}
      <Section title={texts.overTime}>
        <Chart
          title={texts.overTimeChart(contest.title)}
          lines={[
            { key: 'tries', name: texts.tries, points: addUp(tries, partMs, comeMs) },
            { key: 'solves', name: texts.solves, points: addUp(solves, partMs, comeMs), emphasis: 'strong' },
          ]}
          fromMs={0}
          toMs={comeMs}
          time="elapsed"
          timeText={contestTexts.elapsed}
          shape="slopes"
        />
      </Section>
      <Section title={texts.byProblem}>
        <ProblemFiguresTable problems={problems} />
      </Section>
      <div className={styles.columns}>
        <Totals totals={statistics.totals} format={contest.format} />
        <Verdicts problems={problems} />
        <Languages problems={problems} />
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  );
}

function Totals({ totals, format }: Pick<ContestStatistics, 'totals'> & Pick<Contest, 'format'>) {
  const messages = useMessages();
  const texts = formatLooks[format].textsIn(messages);
  return (
    <Section title={texts.distribution}>
      <BarTable
        title={texts.distribution}
        nameHead={texts.distributionHead}
        countHead={messages.contestAfter.people}
        rows={totals.map(({ from, count }, index) => ({
          name: texts.totalRange(from, totals[index + 1]?.from ?? null),
          count,
        }))}
      />
    </Section>
  );
}

type Problems = Pick<ContestStatistics, 'problems'>;

function Verdicts({ problems }: Problems) {
  const { contestAfter: texts, submissions } = useMessages();
  const sums = sumOf(
    problems.flatMap(({ verdicts }) => verdicts ?? []).map((each) => [each.status, each.count]),
  );
  return (
    <Section title={texts.verdicts}>
      <BarTable
        title={texts.verdicts}
        nameHead={texts.verdict}
        countHead={texts.count}
        rows={sums.map(([status, count]) => ({
          name: submissions.statusName(status),
          count,
          tone: `var(--verdict-${statusClass(status)}, var(--muted))`,
        }))}
      />
      {problems.some(({ verdicts }) => verdicts === null) && <p className={styles.note}>{texts.keptBack}</p>}
    </Section>
  );
}

function Languages({ problems }: Problems) {
  const { contestAfter: texts, languageLimits } = useMessages();
  const sums = sumOf(
    problems.flatMap(({ languages }) => languages ?? []).map((each) => [each.language, each.count]),
  );
  return (
    <Section title={texts.languages}>
      <BarTable
        title={texts.languages}
        nameHead={texts.language}
        countHead={texts.count}
        rows={sums.map(([language, count]) => ({ name: languageLimits.names[language], count }))}
      />
      {problems.some(({ languages }) => languages === null) && (
        <p className={styles.note}>{texts.keptBack}</p>
      )}
    </Section>
  );
}
