import { useQuery } from '@tanstack/react-query';
import { intervals } from '#contract/limits.ts';
import { listWorkers, type Worker } from '#contract/workers.ts';
import table from '../../components/data-table.module.css';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { When } from '../../components/when.tsx';
import { api } from '../../lib/api.ts';
import { sayOr, useMessages } from '../../lib/messages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import styles from './judge-machines.module.css';
import { overviewQuery } from './queries.ts';

/** Which machines judge, and whether they can: what staff look at when submissions wait. */
export function JudgeMachines() {
  const { judgeMachines: texts } = useMessages();
  return (
    <section className={styles.machines} aria-labelledby="judge-machines">
      <h2 id="judge-machines" className={styles.title}>
        {texts.title}
      </h2>
      <MachineList />
    </section>
  );
}

function MachineList() {
  const { judgeMachines: texts } = useMessages();
  const machines = useQuery({
    queryKey: queryKeys.admin.workers,
    queryFn: () => api(listWorkers),
    refetchInterval: intervals.judgeMachinesRefreshMs,
  });
  return (
    <>
      <QueryFailure query={machines}>{texts.fetchFailed}</QueryFailure>
      {machines.isPending && <p role="status">{texts.loading}</p>}
      {machines.data && <MachineTable machines={machines.data} />}
    </>
  );
}

function MachineTable({ machines }: { machines: readonly Worker[] }) {
  const { judgeMachines: texts } = useMessages();
  const judged = useQuery(overviewQuery).data?.machines;
  if (machines.length === 0) return <p>{texts.empty}</p>;
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col">{texts.state}</th>
          <th scope="col">{texts.cores}</th>
          <th scope="col" className={`${table.number} ${styles.extra}`}>
            {texts.lastHour}
          </th>
          <th scope="col" className={styles.extra}>
            {texts.sandbox}
          </th>
          <th scope="col">{texts.lastSeen}</th>
        </tr>
      </thead>
      <tbody>
        {machines.map((machine) => (
          <tr key={`${machine.name} ${machine.started_at}`}>
            <td className={styles.name}>{machine.name}</td>
            <td>
              {machine.is_lost ? texts.lost : texts.states[machine.state]}
              {machine.reason && (
                <span className={machine.state === 'ready' ? styles.remark : styles.reason}>
                  {sayOr(machine.reason_words, machine.reason)}
                </span>
              )}
            </td>
            <td>{texts.coresBusy(machine.cores_busy, machine.cores)}</td>
            <td className={`${table.number} ${styles.extra}`}>
              {judged && (judged.find(({ name }) => name === machine.name)?.verdicts ?? 0)}
            </td>
            <td className={styles.extra}>{machine.sandbox}</td>
            <td>
              <When at={machine.seen_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
