import type { ContestDay } from '#contract/contest-day.ts';
import { Balloon } from '../../components/balloon.tsx';
import table from '../../components/data-table.module.css';
import { useMessages } from '../../lib/messages.ts';
import styles from './contest-day-page.module.css';
import { Card } from './day-cards.tsx';

interface ProblemTableProps extends Pick<ContestDay, 'problems'> {
  tellsUnsolved: boolean;
  /** From when on it does. */
  unsolvedMinutes: number;
}

/** How each problem fares; those that nobody has solved, once that is worth a look, are named above. */
export function ProblemTable({ problems, tellsUnsolved, unsolvedMinutes }: ProblemTableProps) {
  const { contestDay: texts } = useMessages();
  const unsolved = problems.filter(({ solved_by }) => solved_by === 0);
  if (problems.length === 0) {
    return (
      <Card title={texts.problemsTitle} place="problems">
        <p className={styles.line}>{texts.noProblems}</p>
      </Card>
    );
  }
  return (
    <Card title={texts.problemsTitle} place="problems">
      <h3 className={styles.subtitle}>{texts.unsolvedTitle}</h3>
      <p className={styles.unsolved} data-some={(tellsUnsolved && unsolved.length > 0) || undefined}>
        {!tellsUnsolved
          ? texts.unsolvedEarly(unsolvedMinutes)
          : unsolved.length === 0
            ? texts.allSolved
            : unsolved.map(({ label, title }) => `${label} ${title}`).join(', ')}
      </p>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{texts.problem}</th>
            <th scope="col" className={table.number}>
              {texts.tries}
            </th>
            <th scope="col" className={table.number}>
              {texts.triedBy}
            </th>
            <th scope="col" className={table.number}>
              {texts.solvedBy}
            </th>
          </tr>
        </thead>
        <tbody>
          {problems.map((problem) => (
            <tr key={problem.problem_id}>
              <td className={styles.problem}>
                {problem.colour && <Balloon colour={problem.colour} />}
                <span className={styles.label}>{problem.label}</span> {problem.title}
              </td>
              <td className={table.number}>{problem.tries}</td>
              <td className={table.number}>{problem.tried_by}</td>
              <td className={table.number}>{problem.solved_by}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
