import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { getParticipantReport, type ParticipantReport } from '#contract/contest-reports.ts';
import type { Contest } from '#contract/contests.ts';
import { readId } from '#contract/id-texts.ts';
import table from '../../components/data-table.module.css';
import { EmptyNote } from '../../components/empty-note.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { Icon } from '../../components/icons.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { api } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useContestEntry, useContestId } from './contest-list.ts';
import { formatClock, formatContestTime } from './contest-times.ts';
import { formatLooks } from './formats/format-looks.ts';
import styles from './participant-report-page.module.css';

const reportQuery = (id: number, userId: number) =>
  queryOptions({
    queryKey: queryKeys.contest.report(id, userId),
    queryFn: () => api(getParticipantReport, { params: { id, userId } }),
  });

/** For staff, on the screen and on paper: what one participant has done in a contest. */
export function ParticipantReportPage() {
  const { contests: texts } = useMessages();
  const contestId = useContestId();
  const userId = readId(useParams().userId);
  const { contest } = useContestEntry(contestId);
  const report = useQuery({ ...reportQuery(contestId, userId ?? 0), enabled: userId !== null });
  if (userId === null) return <EmptyNote title={texts.reportNobody} />;
  return (
    <>
      <PageHeading
        actions={
          report.data && (
            <Button
              className={styles.tool ?? ''}
              variant="default"
              leftSection={<Icon name="printer" />}
              onClick={() => window.print()}
            >
              {texts.reportPrint}
            </Button>
          )
        }
      >
        {report.data ? texts.reportOf(report.data.username) : texts.reportTitle}
      </PageHeading>
      <QueryFailure query={report}>{texts.reportFailed}</QueryFailure>
      {report.isPending && <ListSkeleton text={texts.reportLoading} />}
      {report.data && contest && <Report report={report.data} contest={contest} />}
    </>
  );
}

function Report({ report, contest }: { report: ParticipantReport; contest: Contest }) {
  const messages = useMessages();
  const { moments, contests: texts, contestEntry, contestFormat } = messages;
  const { place, ranked_count: count, is_unofficial: isUnofficial } = report;
  const rank = place === null ? texts.reportNoRank : texts.rankOf(place, count);
  const facts = [
    { name: texts.reportContest, value: contest.title },
    { name: texts.startTime, value: formatContestTime(contest.start_time, moments) },
    { name: texts.endTime, value: formatContestTime(contest.end_time, moments) },
    { name: texts.reportRank, value: isUnofficial ? contestEntry.unofficial : rank },
    { name: formatLooks[contest.format].textsIn(messages).total, value: report.total_score },
    ...(report.penalty === undefined
      ? []
      : [{ name: contestFormat.penaltyColumn, value: contestFormat.minutes(report.penalty) }]),
  ];
  return (
    <div className={styles.report}>
      <FactList facts={facts} />
      <section>
        <h2 className={styles.title}>{texts.reportProblems}</h2>
        <Results report={report} contest={contest} />
      </section>
      <section>
        <h2 className={styles.title}>{texts.reportSubmissions}</h2>
        {report.submissions.length === 0 ? (
          <p className={styles.nothing}>{texts.reportNoSubmissions}</p>
        ) : (
          <Submissions report={report} />
        )}
      </section>
    </div>
  );
}

function Results({ report, contest }: { report: ParticipantReport; contest: Contest }) {
  const messages = useMessages();
  const { contests: texts } = messages;
  const columns = formatLooks[contest.format].reportColumns(messages, contest);
  return (
    <table className={`${table.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">{texts.columnLabel}</th>
          <th scope="col">{texts.columnProblem}</th>
          {columns.map(({ head }) => (
            <th key={head} scope="col" className={table.number}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {report.problems.map((problem) => (
          <tr key={problem.problem_id}>
            <td className={styles.label}>{problem.label}</td>
            <td className={styles.problem}>{problem.title ?? problem.problem_id}</td>
            {columns.map(({ head, tell }) => (
              <td key={head} className={table.number}>
                {tell(problem)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Submissions({ report }: { report: ParticipantReport }) {
  const { moments, contests: texts, submissions } = useMessages();
  const labels = new Map(report.problems.map(({ problem_id, label }) => [problem_id, label]));
  return (
    <table className={`${table.table} ${table.cards} ${styles.submissions}`}>
      <thead>
        <tr>
          <th scope="col" className={table.number}>
            {texts.columnNumber}
          </th>
          <th scope="col">{texts.columnTime}</th>
          <th scope="col" className={table.number}>
            {texts.columnElapsed}
          </th>
          <th scope="col">{texts.columnProblem}</th>
          <th scope="col">{texts.columnStatus}</th>
          <th scope="col" className={table.number}>
            {texts.columnScore}
          </th>
          <th scope="col">{texts.columnLanguage}</th>
        </tr>
      </thead>
      <tbody>
        {report.submissions.map((submission) => (
          <tr key={submission.id}>
            <td className={table.number} data-part="number">
              {submission.id}
            </td>
            <td data-part="time">
              <time dateTime={submission.submitted_at}>
                {formatClock(Date.parse(submission.submitted_at), moments)}
              </time>
            </td>
            <td className={table.number} data-part="elapsed">
              {texts.elapsed(submission.elapsed_ms)}
            </td>
            <td className={styles.problem} data-part="problem">
              <span className={styles.label}>{labels.get(submission.problem_id)}</span>{' '}
              {submission.problem_id}
            </td>
            <td data-part="status">
              <StatusLabel status={submission.overall_status} />
            </td>
            <td className={table.number} data-part="score">
              {submission.score ?? submissions.noScore}
            </td>
            <td data-part="language">{submissions.languages[submission.language]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
