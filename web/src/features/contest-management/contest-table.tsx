import { VisuallyHidden } from '@mantine/core';
import { generatePath, Link } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import table from '../../components/data-table.module.css';
import { DisabledReason } from '../../components/disabled-reason.tsx';
import quietLink from '../../components/quiet-link.module.css';
import { useMessages } from '../../lib/messages.ts';
import { ContestBadge } from '../contests/contest-badge.tsx';
import { ContestTime } from '../contests/contest-time.tsx';
import styles from './contest-table.module.css';
import { editorialAddress } from './editorial-address.ts';

interface ContestTableProps {
  contests: readonly Contest[];
  onAction: (kind: 'edit' | 'problems' | 'copy' | 'delete', contest: Contest) => void;
}

export function ContestTable({ contests, onAction }: ContestTableProps) {
  const { contestManagement: texts } = useMessages();
  return (
    <table className={`${table.table} ${table.sticky} ${styles.contests}`}>
      <thead>
        <tr>
          <th scope="col">{texts.columnTitle}</th>
          <th scope="col">{texts.columnStatus}</th>
          <th scope="col">{texts.columnStart}</th>
          <th scope="col" className={table.number}>
            {texts.columnParticipants}
          </th>
          <th scope="col" className={table.number}>
            {texts.columnProblems}
          </th>
          <th scope="col" className={table.actions}>
            {texts.columnActions}
          </th>
        </tr>
      </thead>
      <tbody>
        {contests.map((contest) => (
          <ContestRow key={contest.id} contest={contest} onAction={onAction} />
        ))}
      </tbody>
    </table>
  );
}

interface ContestRowProps extends Pick<ContestTableProps, 'onAction'> {
  contest: Contest;
}

function ContestRow({ contest, onAction }: ContestRowProps) {
  const {
    contestDay,
    contestManagement: texts,
    contests: contestTexts,
    participants: participantTexts,
  } = useMessages();
  const { id, title, status } = contest;
  const ofContest = <VisuallyHidden component="span">{texts.ofContest(title)}</VisuallyHidden>;
  return (
    <tr>
      <td className={styles.title}>
        <Link className={quietLink.link} to={generatePath(pagePaths.contest, { contestId: String(id) })}>
          {title}
        </Link>
      </td>
      <td className={styles.status}>
        <ContestBadge status={status} />
      </td>
      <td className={styles.times}>
        <ContestTime at={contest.start_time} />
        <span className={styles.until}>
          {texts.until} <ContestTime at={contest.end_time} />
        </span>
      </td>
      <td className={`${table.number} ${styles.participants}`} data-name={texts.columnParticipants}>
        {contest.participant_count}
      </td>
      <td className={`${table.number} ${styles.problems}`} data-name={texts.columnProblems}>
        {contest.problem_count}
      </td>
      <td className={`${table.actions} ${styles.actions}`}>
        <button type="button" className={table.action} onClick={() => onAction('edit', contest)}>
          {texts.edit}
          {ofContest}
        </button>
        <DisabledReason reason={status === 'scheduled' ? undefined : texts.problemsFixed(status)}>
          <button type="button" className={table.action} onClick={() => onAction('problems', contest)}>
            {texts.problems}
            {ofContest}
          </button>
        </DisabledReason>
        <Link
          className={`${table.action} ${styles.link}`}
          to={generatePath(pagePaths.contestDay, { contestId: String(id) })}
        >
          {contestDay.title}
          {ofContest}
        </Link>
        <Link
          className={`${table.action} ${styles.link}`}
          to={generatePath(pagePaths.adminParticipants, { contestId: String(id) })}
        >
          {participantTexts.open}
          {ofContest}
        </Link>
        <Link className={`${table.action} ${styles.link}`} to={editorialAddress(id)} preventScrollReset>
          {contestTexts.editorial}
          {ofContest}
        </Link>
        <button type="button" className={table.action} onClick={() => onAction('copy', contest)}>
          {texts.copy}
          {ofContest}
        </button>
        <DisabledReason reason={status === 'running' ? texts.deleteWhileRunning : undefined}>
          <button
            type="button"
            className={`${table.action} ${table.dangerous}`}
            onClick={() => onAction('delete', contest)}
          >
            {texts.delete}
            {ofContest}
          </button>
        </DisabledReason>
      </td>
    </tr>
  );
}
