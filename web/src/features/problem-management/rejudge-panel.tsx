import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RejudgeSummary, rejudgedAtOnce } from '#contract/problems.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import table from '../../components/data-table.module.css';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { When } from '../../components/when.tsx';
import { useMessages } from '../../lib/messages.ts';
import { rejudgeQuery, useRejudgeProblem } from './queries.ts';
import styles from './rejudge-panel.module.css';

/** After new tests: what was judged with the old ones, a way to have it judged again, and what that has changed. */
export function RejudgePanel({ id }: { id: string }) {
  const { problemManagement: texts } = useMessages();
  const rejudge = useQuery(rejudgeQuery(id));
  const ask = useRejudgeProblem(id);
  const { outdated = 0, latest = null } = rejudge.data ?? {};
  if (rejudge.isPending || (rejudge.data && outdated === 0 && latest === null)) return null;
  return (
    <section className={styles.panel} aria-label={texts.rejudgeTitle}>
      <QueryFailure query={rejudge}>{texts.rejudgeFetchFailed}</QueryFailure>
      {outdated > 0 && (
        <div className={styles.offer}>
          <p>{texts.rejudgeOffer(outdated, rejudgedAtOnce)}</p>
          <Button variant="default" disabled={ask.isPending} onClick={() => ask.mutate()}>
            {ask.isPending ? texts.rejudgeAsking : texts.rejudgeThem(outdated)}
          </Button>
        </div>
      )}
      <ActionFailure error={ask.error}>{texts.rejudgeFailed}</ActionFailure>
      {latest && <Summary summary={latest} />}
    </section>
  );
}

function Summary({ summary }: { summary: RejudgeSummary }) {
  const { problemManagement: texts } = useMessages();
  const { total, waiting, given_up: givenUp, changed, changes, submissions } = summary;
  const done = total - waiting;
  return (
    <div className={styles.summary}>
      <p className={styles.by}>
        {texts.rejudgeBy(summary.requested_by)}: <When at={summary.requested_at} />
      </p>
      {waiting > 0 && (
        <progress
          className={styles.bar}
          aria-label={texts.rejudgeProgress(done, total)}
          value={done}
          max={total}
        />
      )}
      <p role="status" className={styles.result}>
        {waiting > 0 && `${texts.rejudgeProgress(done, total)}. `}
        {(waiting === 0 || changed > 0) && texts.rejudgeChanged(changed, total)}
      </p>
      {givenUp > 0 && <p className={styles.by}>{texts.rejudgeGivenUp(givenUp)}</p>}
      {changes.length > 0 && (
        <table className={`${table.table} ${styles.changes}`} aria-label={texts.rejudgeSummaryTable}>
          <thead>
            <tr>
              <th scope="col">{texts.rejudgeBefore}</th>
              <th scope="col">{texts.rejudgeAfter}</th>
              <th scope="col" className={table.number}>
                {texts.rejudgeCount}
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ before, after, count }) => (
              <tr key={`${before} ${after}`}>
                <td>
                  <StatusLabel status={before} />
                </td>
                <td>
                  <StatusLabel status={after} />
                </td>
                <td className={table.number}>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {submissions.length > 0 && <Changed submissions={submissions} changed={changed} />}
    </div>
  );
}

function Changed({ submissions, changed }: Pick<RejudgeSummary, 'submissions' | 'changed'>) {
  const { problemManagement: texts } = useMessages();
  return (
    <details className={styles.list}>
      <summary>{texts.rejudgeTable}</summary>
      <ScrollBox label={texts.rejudgeTable}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{texts.submission}</th>
              <th scope="col">{texts.user}</th>
              <th scope="col">{texts.rejudgeBefore}</th>
              <th scope="col">{texts.rejudgeAfter}</th>
            </tr>
          </thead>
          <tbody>
            {submissions.map(({ id, username, before, after }) => (
              <tr key={id}>
                <td>#{id}</td>
                <td className={styles.name}>{username}</td>
                <td>{before && <Verdict {...before} />}</td>
                <td>
                  <Verdict {...after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {changed > submissions.length && (
        <p className={styles.by}>{texts.shownOf(submissions.length, changed)}</p>
      )}
    </details>
  );
}

function Verdict({ status, score }: { status: string; score: number }) {
  return (
    <span className={styles.verdict}>
      <StatusLabel status={status} /> <span className={styles.score}>{score}</span>
    </span>
  );
}
