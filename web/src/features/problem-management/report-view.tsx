import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportReport } from '#contract/import-report.ts';
import type { IgnoredReasons } from '#contract/import-words.ts';
import table from '../../components/data-table.module.css';
import { Dialog } from '../../components/dialog.tsx';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Notice } from '../../components/notice.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { sayOr, useMessages } from '../../lib/messages.ts';
import { testSetQuery } from './queries.ts';
import { RejudgePanel } from './rejudge-panel.tsx';
import styles from './report-view.module.css';

/** More rows than this are counted, not drawn. */
const rowsShown = 500;

interface ReportDialogProps {
  id: string;
  report: ImportReport;
  onClose: () => void;
}

/** After an import: what the archive was taken for. */
export function ReportDialog({ id, report, onClose }: ReportDialogProps) {
  const { app, problemManagement: texts } = useMessages();
  return (
    <Dialog title={texts.reportTitle(id)} isWide onClose={onClose}>
      <div className={formLayout.form}>
        <Notice tone="success">{texts.reportDone}</Notice>
        <ReportView report={report} />
        <RejudgePanel id={id} />
        <div className={formLayout.buttons}>
          <Button data-autofocus onClick={onClose}>
            {app.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The report of the present tests, for whoever edits a problem; read when it is opened. */
export function TestsInForce({ id }: { id: string }) {
  const { problemManagement: texts } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const tests = useQuery({ ...testSetQuery(id), enabled: isOpen });
  return (
    <details className={styles.inForce} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.testsInForce}</summary>
      <div className={styles.inForceContent}>
        {tests.isPending && <Skeleton height={80} />}
        <QueryFailure query={tests}>{texts.testsFailed}</QueryFailure>
        {tests.data === null && <p>{texts.noTests}</p>}
        {tests.data && <ReportView report={tests.data} />}
      </div>
    </details>
  );
}

interface ReportViewProps {
  report: ImportReport;
  /** What is ignored is folded: there is more to look at. */
  isFolded?: boolean;
}

export function ReportView({ report, isFolded = false }: ReportViewProps) {
  const { problemManagement: texts } = useMessages();
  const { tests, groups, shared_tests: shared, samples, largest_file: largest, paired, ignored } = report;
  const used = ignored.filter(isUsed);
  const unused = ignored.filter((entry) => !isUsed(entry));
  const facts: Fact[] = [
    { name: texts.tests, value: tests },
    { name: texts.groups, value: groups },
    ...(shared ? [{ name: texts.sharedTests, value: shared }] : []),
    { name: texts.samples, value: samples },
    { name: texts.checker, value: sayOr(report.checker_words, report.checker) },
    {
      name: texts.largestFile,
      value: largest ? `${largest.name} (${texts.fileSize(largest.bytes)})` : texts.noFile,
    },
  ];
  return (
    <div className={styles.report}>
      <FactList facts={facts} />
      {used.length > 0 && (
        <EntryTable
          title={texts.usedTitle(used.length)}
          isOpen={!isFolded}
          head={[texts.entry, texts.usedAs]}
          rows={used.map(tellEntry)}
        />
      )}
      {unused.length === 0 ? (
        <p className={styles.quiet}>{texts.noneIgnored}</p>
      ) : (
        <EntryTable
          title={texts.ignoredTitle(unused.length)}
          isOpen={!isFolded}
          head={[texts.entry, texts.reason]}
          rows={unused.map(tellEntry)}
        />
      )}
      {paired.length > 0 && (
        <EntryTable
          title={texts.pairedTitle(paired.length)}
          head={[texts.test, texts.input, texts.answer]}
          rows={paired.map(({ test, input, answer }) => [test, input, answer])}
        />
      )}
    </div>
  );
}

type Entry = ImportReport['ignored'][number];

/** No test, and yet the problem is made of it. */
const usedReasons: readonly string[] = [
  'ignored_manifest',
  'ignored_checker',
  'ignored_statement',
  'ignored_statement_text',
  'ignored_solution',
  'ignored_package_settings',
] satisfies (keyof IgnoredReasons)[];

function isUsed({ reason_words: words }: Entry): boolean {
  return words !== null && usedReasons.includes(words.code);
}

function tellEntry({ name, reason, reason_words: words }: Entry): string[] {
  return [name, sayOr(words, reason)];
}

interface EntryTableProps {
  title: string;
  isOpen?: boolean;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

function EntryTable({ title, isOpen = false, head, rows }: EntryTableProps) {
  const { problemManagement: texts } = useMessages();
  const shown = rows.slice(0, rowsShown);
  return (
    <details className={styles.entries} open={isOpen}>
      <summary>{title}</summary>
      <ScrollBox label={title}>
        <table className={table.table}>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.join('\n')}>
                {row.map((cell, column) => (
                  <td key={head[column]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {rows.length > shown.length && (
        <p className={styles.quiet}>{texts.shownOf(shown.length, rows.length)}</p>
      )}
    </details>
  );
}
