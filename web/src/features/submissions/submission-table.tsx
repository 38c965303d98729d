import { VisuallyHidden } from '@mantine/core';
import { Fragment, type MouseEvent, memo, useEffect, useRef, useState } from 'react';
import { generatePath, Link } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { isInProgress } from '#contract/statuses.ts';
import type { Submission } from '#contract/submissions.ts';
import table from '../../components/data-table.module.css';
import { PersonName } from '../../components/person-name.tsx';
import quietLink from '../../components/quiet-link.module.css';
import { StatusLabel } from '../../components/status-label.tsx';
import { When } from '../../components/when.tsx';
import { useRowsInSteps } from '../../lib/in-pieces.ts';
import { useMessages } from '../../lib/messages.ts';
import { describeFirstFailure } from './headline.ts';
import styles from './submission-table.module.css';
import { SubmittedCells, useSubmitted } from './submitted.tsx';

interface SubmissionTableProps {
  submissions: readonly Submission[];
  /** Absent in a list of one problem. */
  withProblem: boolean;
  /** In a contest its problems are opened inside it. */
  contestId: number | undefined;
  onView: (id: number) => void;
}

export function SubmissionTable({ submissions, ...presentation }: SubmissionTableProps) {
  const { withProblem } = presentation;
  const { submissions: texts } = useMessages();
  const submitted = useSubmitted();
  const drawn = useRowsInSteps(submissions);
  return (
    <table className={`${table.table} ${table.sticky} ${table.cards} ${styles.list}`}>
      <thead>
        <tr>
          <th scope="col">{texts.when}</th>
          <th scope="col">{texts.user}</th>
          {withProblem && <th scope="col">{texts.problem}</th>}
          <th scope="col">{texts.status}</th>
          <th scope="col" className={table.number}>
            {texts.score}
          </th>
          <th scope="col">{texts.language}</th>
          <th scope="col" className={table.actions}>
            {texts.actions}
          </th>
        </tr>
      </thead>
      <tbody>
        {drawn.map((submission) => {
          const isLit = submission.id === submitted?.id;
          return (
            <Fragment key={submission.id}>
              <SubmissionRow submission={submission} isLit={isLit} {...presentation} />
              {isLit && (
                <SubmittedCells
                  submission={submission}
                  contestId={presentation.contestId}
                  isSolved={submitted.isSolved}
                  columns={withProblem ? 7 : 6}
                />
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

interface SubmissionRowProps extends Omit<SubmissionTableProps, 'submissions'> {
  submission: Submission;
  /** It has just been made. */
  isLit: boolean;
}

const SubmissionRow = memo(function SubmissionRow({
  submission,
  isLit,
  withProblem,
  contestId,
  onView,
}: SubmissionRowProps) {
  const { submissions: texts } = useMessages();
  const { id, overall_status: status, score } = submission;
  const becameAccepted = useBecameAccepted(status);
  return (
    // The button is for the keyboard and for whoever listens; a press anywhere in the row does the same.
    <tr
      className={submission.can_view ? styles.opens : undefined}
      data-celebrated={becameAccepted || undefined}
      data-lit={isLit || undefined}
      onClick={submission.can_view ? (event) => isMeantForRow(event) && onView(id) : undefined}
    >
      <td className={styles.when}>
        <When at={submission.submitted_at} />
      </td>
      <td className={styles.user}>
        <PersonName>{submission.username}</PersonName>
      </td>
      {withProblem && (
        <td className={styles.problem}>
          <Link
            className={quietLink.link}
            to={{
              pathname: generatePath(pagePaths.problem, { problemId: submission.problem_id }),
              search: contestId === undefined ? '' : `?contestId=${contestId}`,
            }}
          >
            {submission.problem_title}
          </Link>
        </td>
      )}
      <td className={styles.status}>
        <StatusLabel
          status={status}
          progress={{ done: submission.tests_done, total: submission.tests_total }}
        />
        <StatusNote submission={submission} />
      </td>
      <td className={`${table.number} ${styles.score}`}>{score ?? texts.noScore}</td>
      <td className={styles.language}>{texts.languages[submission.language]}</td>
      <td className={`${table.actions} ${styles.actions}`}>
        {submission.can_view ? (
          <button type="button" className={table.action} onClick={() => onView(id)}>
            {texts.viewCode}
            <VisuallyHidden component="span">{texts.ofSubmission(id)}</VisuallyHidden>
          </button>
        ) : (
          <span className={`${table.action} ${styles.placeholder}`} aria-hidden="true">
            {texts.viewCode}
          </span>
        )}
      </td>
    </tr>
  );
});

/** What has failed already while the rest is judged. */
function StatusNote({ submission }: { submission: Submission }) {
  const { submissions: texts } = useMessages();
  const note = describeFirstFailure(texts, submission);
  return note ? <span className={styles.note}>{note}</span> : null;
}

/** Not for a link or a button in it, nor when somebody selects text. */
function isMeantForRow({ target }: MouseEvent): boolean {
  const isOther = target instanceof Element && target.closest('a, button') !== null;
  return !isOther && (window.getSelection()?.isCollapsed ?? true);
}

/** Full marks that arrive while one watches get a short glow. */
function useBecameAccepted(status: string): boolean {
  const before = useRef(status);
  const [became, setBecame] = useState(false);
  useEffect(() => {
    if (isInProgress(before.current) && status === 'Accepted') setBecame(true);
    before.current = status;
  }, [status]);
  return became;
}
