import { VisuallyHidden } from '@mantine/core';
import { generatePath, Link } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import type { AdminProblem } from '#contract/problems.ts';
import table from '../../components/data-table.module.css';
import quietLink from '../../components/quiet-link.module.css';
import { useMessages } from '../../lib/messages.ts';
import styles from './problem-table.module.css';

interface RowActions {
  /** The id of the problem whose visibility is being changed, or which is being opened. */
  toggling: string | null;
  opening: string | null;
  onToggle: (problem: AdminProblem) => void;
  onEdit: (problem: AdminProblem) => void;
  onDelete: (problem: AdminProblem) => void;
}

export function ProblemTable({ problems, ...actions }: RowActions & { problems: readonly AdminProblem[] }) {
  const { problemManagement: texts } = useMessages();
  return (
    <table className={`${table.table} ${table.sticky} ${table.cards} ${styles.problems}`}>
      <thead>
        <tr>
          <th scope="col">{texts.id}</th>
          <th scope="col">{texts.problemTitle}</th>
          <th scope="col">{texts.visibility}</th>
          <th scope="col" className={table.actions}>
            {texts.actions}
          </th>
        </tr>
      </thead>
      <tbody>
        {problems.map((problem) => (
          <ProblemRow key={problem.id} problem={problem} {...actions} />
        ))}
      </tbody>
    </table>
  );
}

function ProblemRow({
  problem,
  toggling,
  opening,
  onToggle,
  onEdit,
  onDelete,
}: RowActions & { problem: AdminProblem }) {
  const { problemManagement: texts } = useMessages();
  const { id, title, is_visible: isVisible } = problem;
  const ofProblem = <VisuallyHidden component="span">{texts.ofProblem(id)}</VisuallyHidden>;
  return (
    <tr>
      <td className={styles.id}>{id}</td>
      <td className={styles.title}>
        <Link className={quietLink.link} to={generatePath(pagePaths.problem, { problemId: id })}>
          {title}
        </Link>
        {!problem.has_tests && <span className={table.tag}>{texts.noTestsTag}</span>}
      </td>
      <td className={styles.visibility}>
        <button
          type="button"
          className={styles.toggle}
          data-visible={isVisible}
          title={isVisible ? texts.clickToHide : texts.clickToShow}
          aria-busy={toggling === id}
          onClick={() => onToggle(problem)}
        >
          {isVisible ? texts.visible : texts.hidden}
          {ofProblem}
        </button>
      </td>
      <td className={`${table.actions} ${styles.actions}`}>
        <button
          type="button"
          className={table.action}
          aria-busy={opening === id}
          onClick={() => opening === null && onEdit(problem)}
        >
          {texts.edit}
          {ofProblem}
        </button>
        <button
          type="button"
          className={`${table.action} ${table.dangerous}`}
          onClick={() => onDelete(problem)}
        >
          {texts.delete}
          {ofProblem}
        </button>
      </td>
    </tr>
  );
}
