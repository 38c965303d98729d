import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminProblem, ImportReport, LastImport, ProblemDetail } from '#contract/problems.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { Icon } from '../../components/icons.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { errorText } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { DeleteProblemDialog } from './delete-problem-dialog.tsx';
import { ReportDialog } from './import-report.tsx';
import { LoadingProblems } from './loading-problems.tsx';
import { ProblemEditor } from './problem-editor.tsx';
import styles from './problem-management-page.module.css';
import { ProblemTable } from './problem-table.tsx';
import {
  adminProblemsQuery,
  useLoadProblem,
  useRefreshProblems,
  useSetAllVisibility,
  useSetVisibility,
} from './queries.ts';

type OpenDialog =
  | { kind: 'create' }
  | { kind: 'edit'; problem: ProblemDetail; lastImport: LastImport | null }
  | { kind: 'delete'; problem: AdminProblem }
  | { kind: 'report'; id: string; report: ImportReport };

export function ProblemManagementPage() {
  const { problemManagement: texts } = useMessages();
  const problems = useQuery(adminProblemsQuery);
  const toggle = useSetVisibility();
  const setAll = useSetAllVisibility();
  const load = useLoadProblem();
  const refresh = useRefreshProblems();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [done, setDone] = useState<string | null>(null);
  // New problems are hidden: whoever has made one is told so, and shows it where it is told.
  const [madeId, setMadeId] = useState<string | null>(null);

  const start = () => {
    setDone(null);
    setMadeId(null);
    for (const change of [toggle, setAll, load]) change.reset();
  };
  const open = (next: OpenDialog) => {
    start();
    setDialog(next);
  };
  const close = () => setDialog(null);
  const finishSave = (id: string, report: ImportReport | null) => {
    void refresh();
    const isNew = dialog?.kind === 'create';
    setDone(isNew ? texts.savedHidden(id) : texts.saved(id));
    setMadeId(isNew ? id : null);
    setDialog(report && { kind: 'report', id, report });
  };

  const show = (id: string) => {
    start();
    toggle.mutate({ id, is_visible: false }, { onSuccess: () => setDone(texts.shown(id)) });
  };

  const list = problems.data ?? [];
  const isLoading = problems.isPending || setAll.isPending;
  const changeAll = (isVisible: boolean) => {
    start();
    setAll.mutate({ problems: list, isVisible });
  };
  const setAllFailed = setAll.variables?.isVisible ? texts.showAllFailed : texts.hideAllFailed;

  return (
    <>
      <PageHeading
        actions={
          <>
            <Button
              variant="default"
              title={texts.showAllHint}
              disabled={isLoading || list.every(({ is_visible }) => is_visible)}
              onClick={() => changeAll(true)}
            >
              {texts.showAll}
            </Button>
            <Button
              variant="default"
              title={texts.hideAllHint}
              disabled={isLoading || !list.some(({ is_visible }) => is_visible)}
              onClick={() => changeAll(false)}
            >
              {texts.hideAll}
            </Button>
            <Button leftSection={<Icon name="plus" />} onClick={() => open({ kind: 'create' })}>
              {texts.create}
            </Button>
          </>
        }
      >
        {texts.title}
      </PageHeading>
      <div className={styles.messages}>
        <Notice
          tone="success"
          action={madeId !== null && <Button onClick={() => show(madeId)}>{texts.show}</Button>}
        >
          {done}
        </Notice>
        <Notice tone="error">{toggle.isError && errorText(toggle.error, texts.visibilityFailed)}</Notice>
        <Notice tone="error">{setAll.isError && errorText(setAll.error, setAllFailed)}</Notice>
        <Notice tone="error">{load.isError && errorText(load.error, texts.detailsFailed)}</Notice>
        <QueryFailure query={problems}>{texts.fetchFailed}</QueryFailure>
      </div>
      {problems.isPending && <LoadingProblems />}
      {problems.data?.length === 0 && <EmptyNote title={texts.empty}>{texts.emptyNext}</EmptyNote>}
      {list.length > 0 && (
        <ProblemTable
          problems={list}
          toggling={toggle.isPending ? toggle.variables.id : null}
          opening={load.isPending ? load.variables : null}
          onToggle={(problem) => {
            if (toggle.isPending || setAll.isPending) return;
            start();
            toggle.mutate(problem);
          }}
          onEdit={({ id }) => {
            start();
            load.mutate(id, { onSuccess: (loaded) => setDialog({ kind: 'edit', ...loaded }) });
          }}
          onDelete={(problem) => open({ kind: 'delete', problem })}
        />
      )}
      {dialog?.kind === 'create' && (
        <ProblemEditor problem={null} lastImport={null} onClose={close} onSaved={finishSave} />
      )}
      {dialog?.kind === 'edit' && (
        <ProblemEditor
          problem={dialog.problem}
          lastImport={dialog.lastImport}
          onClose={close}
          onSaved={finishSave}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteProblemDialog
          id={dialog.problem.id}
          onClose={close}
          onDone={(message) => {
            setDone(message);
            close();
          }}
        />
      )}
      {dialog?.kind === 'report' && <ReportDialog id={dialog.id} report={dialog.report} onClose={close} />}
    </>
  );
}
