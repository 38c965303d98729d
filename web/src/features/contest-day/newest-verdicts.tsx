import { generatePath, Link } from 'react-router';
import type { ContestDay } from '#contract/contest-day.ts';
import { pagePaths } from '#contract/pages.ts';
import table from '../../components/data-table.module.css';
import { PersonName } from '../../components/person-name.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { useMessages } from '../../lib/messages.ts';
import { formatClock } from '../contests/contest-times.ts';
import styles from './contest-day-page.module.css';
import { Card } from './day-cards.tsx';

interface NewestVerdictsProps extends Pick<ContestDay, 'verdicts'> {
  contestId: number;
}

export function NewestVerdicts({ contestId, verdicts }: NewestVerdictsProps) {
  const { moments, contestDay: texts } = useMessages();
  const contest = { contestId: String(contestId) };
  return (
    <Card title={texts.verdictsTitle} place="verdicts">
      {verdicts.length === 0 ? (
        <p className={styles.line}>{texts.noVerdicts}</p>
      ) : (
        <table className={`${table.table} ${styles.verdicts}`}>
          <thead>
            <tr>
              <th scope="col">{texts.when}</th>
              <th scope="col">{texts.person}</th>
              <th scope="col">{texts.problem}</th>
              <th scope="col">{texts.verdict}</th>
              <th scope="col" className={table.number}>
                {texts.score}
              </th>
            </tr>
          </thead>
          <tbody>
            {verdicts.map((verdict) => (
              <tr key={verdict.submission_id}>
                <td className={styles.time}>
                  <Link
                    to={`${generatePath(pagePaths.contestSubmissions, contest)}?view=${verdict.submission_id}`}
                  >
                    {formatClock(Date.parse(verdict.submitted_at), moments)}
                  </Link>
                </td>
                <td className={styles.person}>
                  <PersonName>{verdict.username}</PersonName>
                </td>
                <td className={styles.label} title={verdict.problem_id}>
                  {verdict.label}
                </td>
                <td className={styles.verdict}>
                  <StatusLabel status={verdict.overall_status} />
                </td>
                <td className={`${table.number} ${styles.score}`}>{verdict.score}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
