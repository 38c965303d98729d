import { VisuallyHidden } from '@mantine/core';
import type { MouseEvent } from 'react';
import { generatePath, Link } from 'react-router';
import { callUrl } from '#contract/call.ts';
import { exportProblem } from '#contract/packages.ts';
import { pagePaths } from '#contract/pages.ts';
import { type AdminProblem, attemptsCounted } from '#contract/problems.ts';
import table from '../../components/data-table.module.css';
import { Icon } from '../../components/icons.tsx';
import quietLink from '../../components/quiet-link.module.css';
import { RowChoice } from '../../components/row-choice.tsx';
import { useMessages } from '../../lib/messages.ts';
import { findMissing } from './problem-choice.ts';
import styles from './problem-table.module.css';

interface RowActions {
  /** The id of the problem whose visibility is being changed, or which is being opened. */
  toggling: string | null;
  opening: string | null;
  /** Where the editor of a problem has its address. */
  addressOf: (id: string) => { search: string };
  /** To be exported. */
  chosen: ReadonlySet<string>;
  onChoose: (id: string) => void;
  onToggle: (problem: AdminProblem) => void;
  onEdit: (problem: AdminProblem) => void;
  onDelete: (problem: AdminProblem) => void;
}

interface ProblemTableProps extends RowActions {
  problems: readonly AdminProblem[];
  onChooseAll: () => void;
}

export function ProblemTable({ problems, onChooseAll, ...actions }: ProblemTableProps) {
  const { problemManagement: texts, problemPackages: packages } = useMessages();
  return (
    <table className={`${table.table} ${table.sticky} ${styles.problems}`}>
      <thead>
        <tr>
          <th scope="col" className={styles.choice}>
            <RowChoice
              label={packages.chooseAll}
              isChosen={problems.every(({ id }) => actions.chosen.has(id))}
              onChange={onChooseAll}
            />
          </th>
          <th scope="col">{texts.id}</th>
          <th scope="col">{texts.problemTitle}</th>
          <th scope="col">{texts.testsColumn}</th>
          <th scope="col">{texts.limitsColumn}</th>
          <th scope="col">{texts.statementColumn}</th>
          <th scope="col" className={table.number}>
            {texts.attemptsColumn}
          </th>
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

/** A press on the row itself, not on what stands in it, nor at the end of marking a text. */
function isOnRow({ target }: MouseEvent): boolean {
  return !(target as Element).closest('label, a, button') && (window.getSelection()?.isCollapsed ?? true);
}

function ProblemRow({
  problem,
  toggling,
  opening,
  addressOf,
  chosen,
  onChoose,
  onToggle,
  onEdit,
  onDelete,
}: RowActions & { problem: AdminProblem }) {
  const { problemManagement: texts, problemPackages: packages } = useMessages();
  const { id, title, is_visible: isVisible } = problem;
  const ofProblem = <VisuallyHidden component="span">{texts.ofProblem(id)}</VisuallyHidden>;
  const open = () => opening === null && onEdit(problem);
  return (
    // A wider target for the pointer; for the keyboard the title is the link.
    <tr
      className={styles.row}
      data-chosen={chosen.has(id) || undefined}
      onClick={(event) => isOnRow(event) && open()}
    >
      <td className={styles.choice}>
        <RowChoice label={packages.choose(id)} isChosen={chosen.has(id)} onChange={() => onChoose(id)} />
      </td>
      <td className={styles.id}>{id}</td>
      <td className={styles.title}>
        <Link
          className={quietLink.link}
          to={addressOf(id)}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            open();
          }}
        >
          {title}
        </Link>
        <Marks problem={problem} />
        <ContestLine contest={problem.contest} />
      </td>
      <td className={styles.tests} data-name={texts.testsColumn}>
        {problem.has_tests ? texts.testsOf(problem.tests, problem.groups) : 0}
      </td>
      <td className={styles.limits}>{texts.limitsOf(problem.time_limit_ms, problem.memory_limit_mb)}</td>
      <td className={styles.statement} data-name={texts.statementColumn}>
        {problem.has_pdf ? texts.statementThere : texts.statementMissing}
      </td>
      <td className={`${table.number} ${styles.attempts}`} data-name={texts.attemptsColumn}>
        {texts.attemptsOf(problem.attempts, attemptsCounted)}
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
        <Link
          className={`${table.action} ${styles.view}`}
          to={generatePath(pagePaths.problem, { problemId: id })}
        >
          {texts.view}
          {ofProblem}
        </Link>
        <a
          className={`${table.action} ${styles.view}`}
          href={callUrl(exportProblem.path, { id })}
          title={packages.downloadHint}
          download
        >
          {packages.download}
          {ofProblem}
        </a>
        <button type="button" className={table.action} aria-busy={opening === id} onClick={open}>
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

function Marks({ problem }: { problem: AdminProblem }) {
  const { problemManagement: texts } = useMessages();
  const names = {
    tests: texts.noTestsTag,
    import: texts.importFailedTag,
    statement: texts.noStatementTag,
  };
  return (
    <span className={styles.marks}>
      {problem.import === 'running' && <span className={table.tag}>{texts.importingTag}</span>}
      {findMissing(problem).map((missing) => (
        <span key={missing} className={styles.missing} data-grave={missing !== 'statement' || undefined}>
          <Icon name="alert" size={12} />
          {names[missing]}
        </span>
      ))}
    </span>
  );
}

function ContestLine({ contest }: Pick<AdminProblem, 'contest'>) {
  const { problemManagement: texts } = useMessages();
  if (!contest) return null;
  return (
    <span className={styles.contest}>
      {contest.is_over ? texts.wasInContest(contest.title) : texts.inContest(contest.title)}
    </span>
  );
}
