import { useState } from 'react';
import type { FullSubmission } from '#contract/submissions.ts';
import table from '../../components/data-table.module.css';
import { GroupPoints } from '../../components/group-points.tsx';
import { Icon } from '../../components/icons.tsx';
import { ResultStrip } from '../../components/result-strip.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { sayOr, useMessages } from '../../lib/messages.ts';
import { groupItems, type TestGroup } from './test-groups.ts';
import { foldItems, listStatuses, type TestItem, type TestResults } from './test-results.ts';
import styles from './test-table.module.css';

interface TestTableProps {
  /** Those of the submission, as they could be read. */
  results: TestResults;
  submission: FullSubmission;
}

type Limits = FullSubmission['limits'];

export function TestTable({ results, submission }: TestTableProps) {
  const { submissions: texts, groups: groupTexts } = useMessages();
  const { overall_status: status, feedback, limits, run_facts_withheld: areFactsWithheld } = submission;
  const items = results.kind === 'list' ? results.items : [];
  const groups = groupItems(submission.groups, items);
  const note = feedback === 'full' ? null : groupTexts.feedback[feedback];
  if (results.kind !== 'list' && groups.length === 0) {
    const words = { none: texts.noResults, broken: texts.resultsBroken, empty: note ?? texts.noTests };
    return <p className={styles.nothing}>{words[results.kind]}</p>;
  }
  return (
    <>
      <div className={styles.strip}>
        <ResultStrip status={status} results={listStatuses(items, submission)} />
      </div>
      {note && <p className={styles.nothing}>{note}</p>}
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
        {groups.length === 0 ? (
          <tbody>
            <TestRows items={items} limits={limits} />
          </tbody>
        ) : (
          groups.map((group) => (
            <tbody key={group.name}>
              <GroupRow group={group} />
              <TestRows items={group.items} limits={limits} />
            </tbody>
          ))
        )}
      </table>
      {limits && !areFactsWithheld && (
        <p className={styles.limits}>{texts.limitsUsed(limits.time_limit_ms, limits.memory_limit_mb)}</p>
      )}
    </>
  );
}

/** What a group has come to, above its tests. */
function GroupRow({ group }: { group: TestGroup }) {
  const { groups: texts } = useMessages();
  const { name, status, earned, points, count, items, depth } = group;
  return (
    <tr className={styles.group}>
      <th scope="rowgroup" colSpan={2} data-depth={Math.min(depth, deepest) || undefined}>
        <span className={styles.groupHead}>
          {texts.name(name)}
          {status && <StatusLabel status={status} />}
        </span>
        {items.length < count && (
          <span className={styles.groupCount}>
            {status || items.length === 0 ? texts.tests(count) : texts.testsDone(items.length, count)}
          </span>
        )}
      </th>
      <td colSpan={2} className={table.number}>
        <GroupPoints earned={earned} points={points} />
      </td>
    </tr>
  );
}

/** Deeper ones stand no further in. */
const deepest = 3;

function TestRows({ items, limits }: { items: readonly TestItem[]; limits: Limits }) {
  return foldItems(items).map((run) =>
    run.length === 1 ? (
      <TestRow key={run[0].testCase} item={run[0]} limits={limits} />
    ) : (
      <FoldedRows key={`-${run[0].testCase}`} run={run} limits={limits} />
    ),
  );
}

/** Tests that end alike, as one row with the most that any of them took, until somebody wants to see each. */
function FoldedRows({ run, limits }: { run: readonly [TestItem, ...TestItem[]]; limits: Limits }) {
  const { submissions: texts } = useMessages();
  const [isOpen, setIsOpen] = useState(false);
  const [first] = run;
  const last = run.at(-1) ?? first;
  return (
    <>
      <tr data-folded>
        <td className={table.number}>
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isOpen}
            aria-label={texts.showEach(first.testCase, last.testCase)}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'down' : 'forward'} size={12} />
            {texts.testRange(first.testCase, last.testCase)}
          </button>
        </td>
        <td>
          <Ending item={first} />
        </td>
        <MeasureCell values={run.map(({ timeMs }) => timeMs)} limit={limits?.time_limit_ms} />
        <MeasureCell values={run.map(({ memoryKb }) => memoryKb)} limit={memoryLimitKb(limits)} />
      </tr>
      {isOpen && run.map((item) => <TestRow key={item.testCase} item={item} limits={limits} />)}
    </>
  );
}

function TestRow({ item, limits }: { item: TestItem; limits: Limits }) {
  return (
    <tr>
      <td className={table.number}>{item.testCase}</td>
      <td>
        <Ending item={item} />
      </td>
      <MeasureCell values={[item.timeMs]} limit={limits?.time_limit_ms} />
      <MeasureCell values={[item.memoryKb]} limit={memoryLimitKb(limits)} />
    </tr>
  );
}

function Ending({ item }: { item: TestItem }) {
  const { submissions: texts } = useMessages();
  return (
    <>
      <StatusLabel status={item.status} />
      {item.reason && <span className={styles.reason}>{sayOr(item.reasonWords, item.reason)}</span>}
      {item.difference && (
        <span className={styles.reason}>{sayOr(item.differenceWords, item.difference)}</span>
      )}
      {item.checkerMessage && (
        <span className={styles.reason}>
          {texts.checkerSaid(sayOr(item.checkerWords, item.checkerMessage))}
        </span>
      )}
    </>
  );
}

const memoryLimitKb = (limits: Limits) => limits && limits.memory_limit_mb * 1024;

/** One measure of one or several tests, from the least to the most, over a bar that is full at the limit. */
function MeasureCell({
  values,
  limit,
}: {
  values: readonly (number | null)[];
  limit: number | null | undefined;
}) {
  const { submissions: texts } = useMessages();
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return <td className={table.number}>{texts.withheld}</td>;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const share = limit ? Math.min(most / limit, 1) : null;
  return (
    <td className={table.number}>
      {least === most ? most : texts.testRange(least, most)}
      {share !== null && (
        <span className={styles.track} aria-hidden="true">
          <span
            className={styles.fill}
            data-full={share === 1 || undefined}
            style={{ width: `${share * 100}%` }}
          />
        </span>
      )}
    </td>
  );
}
