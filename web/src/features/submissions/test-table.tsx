import table from '../../components/data-table.module.css';
import { ResultStrip } from '../../components/result-strip.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { sayOr, useMessages } from '../../lib/messages.ts';
import { readResults } from './test-results.ts';
import styles from './test-table.module.css';

interface TestTableProps {
  raw: unknown;
  status: string;
  /** Of each test only its status is told. */
  areFactsWithheld: boolean;
}

export function TestTable({ raw, status, areFactsWithheld }: TestTableProps) {
  const { submissions: texts } = useMessages();
  const results = readResults(raw, status);
  if (results.kind !== 'list') {
    const words = { none: texts.noResults, broken: texts.resultsBroken, empty: texts.noTests };
    return <p className={styles.nothing}>{words[results.kind]}</p>;
  }
  return (
    <>
      <div className={styles.strip}>
        <ResultStrip status={status} results={results.items} />
      </div>
      {areFactsWithheld && <p className={styles.nothing}>{texts.factsWithheld}</p>}
      <table className={`${table.table} ${styles.tests}`}>
        <thead>
          <tr>
            <th scope="col" className={table.number}>
              {texts.testNumber}
            </th>
            <th scope="col">{texts.status}</th>
            <th scope="col" className={table.number}>
              {texts.time}
            </th>
            <th scope="col" className={table.number}>
              {texts.memory}
            </th>
          </tr>
        </thead>
        <tbody>
          {results.items.map((item) => (
            <tr key={item.testCase}>
              <td className={table.number}>{item.testCase}</td>
              <td>
                <StatusLabel status={item.status} />
                {item.reason && <span className={styles.reason}>{sayOr(item.reasonWords, item.reason)}</span>}
                {item.checkerMessage && (
                  <span className={styles.reason}>
                    {texts.checkerSaid(sayOr(item.checkerWords, item.checkerMessage))}
                  </span>
                )}
              </td>
              <td className={table.number}>{item.timeMs ?? texts.withheld}</td>
              <td className={table.number}>{item.memoryKb ?? texts.withheld}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
