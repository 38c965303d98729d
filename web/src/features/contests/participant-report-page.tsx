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
  const { app, contests: texts, contestEntry, contestFormat } = useMessages();
  const { place, ranked_count: count, is_unofficial: isUnofficial } = report;
  const rank = place === null ? texts.reportNoRank : texts.rankOf(place, count);
  const facts = [
    { name: texts.reportContest, value: contest.title },
    { name: texts.startTime, value: formatContestTime(contest.start_time, app.locale) },
    { name: texts.endTime, value: formatContestTime(contest.end_time, app.locale) },
    { name: texts.reportRank, value: isUnofficial ? contestEntry.unofficial : rank },
    ...(report.penalty === undefined
      ? [{ name: texts.totalScore, value: report.total_score }]
      : [
          { name: contestFormat.solved, value: report.total_score },
          { name: contestFormat.penaltyColumn, value: contestFormat.minutes(report.penalty) },
        ]),
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

/** A problem is worth a score; with a penalty it is solved or not, in a minute that counts. */
function Results({ report, contest }: { report: ParticipantReport; contest: Contest }) {
  const { contests: texts, contestFormat } = useMessages();
  const hasPenalty = report.penalty !== undefined;
  return (
    <table className={`${table.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">{texts.columnLabel}</th>
          <th scope="col">{texts.columnProblem}</th>
          <th scope="col" className={table.number}>
            {hasPenalty ? contestFormat.solved : texts.columnScore}
          </th>
          <th scope="col" className={table.number}>
            {hasPenalty ? contestFormat.penaltyColumn : texts.columnPoints}
          </th>
          <th scope="col" className={table.number}>
            {hasPenalty ? contestFormat.triesColumn : texts.columnTries}
          </th>
        </tr>
      </thead>
      <tbody>
        {report.problems.map(({ problem_id, label, title, score, points, attempts, minute }) => {
          const solved = minute === undefined ? texts.noAttempt : contestFormat.inMinute(minute);
          const cost =
            minute === undefined ? texts.noAttempt : minute + (attempts - 1) * contest.penalty_minutes;
          return (
            <tr key={problem_id}>
              <td className={styles.label}>{label}</td>
              <td className={styles.problem}>{title ?? problem_id}</td>
              <td className={table.number}>{hasPenalty ? solved : (score ?? texts.noAttempt)}</td>
              <td className={table.number}>{hasPenalty ? cost : points}</td>
              <td className={table.number}>{attempts}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Submissions({ report }: { report: ParticipantReport }) {
  const { app, contests: texts, submissions } = useMessages();
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
                {formatClock(Date.parse(submission.submitted_at), app.locale)}
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
