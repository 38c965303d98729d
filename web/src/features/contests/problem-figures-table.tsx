import type { ContestStatistics } from '#contract/contest-statistics.ts';
import { Balloon } from '../../components/balloon.tsx';
import table from '../../components/data-table.module.css';
import { useMessages } from '../../lib/messages.ts';
import styles from './contest-statistics-page.module.css';

/** Each problem of a contest in figures. */
export function ProblemFiguresTable({ problems }: Pick<ContestStatistics, 'problems'>) {
  const { contests, contestAfter: texts } = useMessages();
  const isTestTold = problems.some(({ hardest_test }) => hardest_test !== null);
  const time = (ms: number | null) => (ms === null ? texts.unknown : contests.elapsed(ms));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.frame} tabIndex={0} aria-label={texts.byProblem}>
        <table className={`${table.table} ${table.cards} ${styles.problems}`}>
          <thead>
            <tr>
              <th scope="col">{texts.problem}</th>
              <th scope="col" className={table.number}>
                {texts.tries}
              </th>
              <th scope="col" className={table.number}>
                {texts.solvedOfTried}
              </th>
              <th scope="col" className={table.number}>
                {texts.firstSolve}
              </th>
              <th scope="col" className={table.number}>
                {texts.medianSolve}
              </th>
              {isTestTold && (
                <th scope="col" className={table.number}>
                  {texts.hardestTest}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {problems.map(({ problem_id, label, title, colour, hardest_test: hardest, ...figures }) => (
              <tr key={problem_id}>
                <th scope="row" className={styles.problem}>
                  <span className={styles.label}>
                    {label}
                    {colour && <Balloon colour={colour} />}
                  </span>{' '}
                  {title ?? problem_id}
                </th>
                <td className={table.number} data-name={texts.tries}>
                  {figures.tries}
                </td>
                <td className={table.number} data-name={texts.solvedOfTried}>
                  {texts.solvedBy(figures.solved_by, figures.tried_by)}
                </td>
                <td className={table.number} data-name={texts.firstSolve}>
                  {time(figures.first_solve_ms)}
                </td>
                <td className={table.number} data-name={texts.medianSolve}>
                  {time(figures.median_solve_ms)}
                </td>
                {isTestTold && (
                  <td className={table.number} data-name={texts.hardestTest}>
                    {hardest ? texts.failedAt(hardest.test, hardest.failed) : texts.unknown}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.note}>
        {isTestTold ? `${texts.medianHint} ${texts.hardestHint}` : texts.medianHint}
      </p>
    </>
  );
}
