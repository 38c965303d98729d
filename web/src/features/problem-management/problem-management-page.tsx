import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ImportReport } from '#contract/import-report.ts';
import type { AdminProblem, LastImport, ProblemDetail } from '#contract/problems.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { DisabledReason } from '../../components/disabled-reason.tsx';
import { EmptyNote } from '../../components/empty-note.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { Icon } from '../../components/icons.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMessages } from '../../lib/messages.ts';
import { BackgroundCreation, type UnfollowedImport } from './background-creation.tsx';
import { BackgroundImport } from './background-import.tsx';
import { DeleteProblemDialog } from './delete-problem-dialog.tsx';
import { useDroppedFile } from './dropped-file.ts';
import importStyles from './import-problems.module.css';
import { ImportProblems } from './import-problems.tsx';
import { LoadingProblems } from './loading-problems.tsx';
import { ProblemEditor } from './problem-editor.tsx';
import { ProblemList } from './problem-list.tsx';
import styles from './problem-management-page.module.css';
import {
  adminProblemsQuery,
  useLoadProblem,
  useRefreshProblems,
  useSetVisibility,
  useSetVisibilityOfMany,
  waitingImportsQuery,
} from './queries.ts';
import { ReportDialog } from './report-view.tsx';
import { VisibilityQuestion } from './visibility-question.tsx';
import { WaitingImports } from './waiting-imports.tsx';

type OpenDialog =
  | { kind: 'create' }
  | { kind: 'import'; dropped: File | null }
  | { kind: 'edit'; problem: ProblemDetail; lastImport: LastImport | null }
  | { kind: 'delete'; problem: AdminProblem }
  | { kind: 'visibility'; problems: readonly AdminProblem[]; isVisible: boolean }
  | { kind: 'report'; id: string; report: ImportReport };

/** What has just been done, and what can be done about it. */
interface Done {
  text: string;
  /** New problems are hidden: whoever has made one is told so, and shows it where it is told. */
  made?: string;
  /** All were shown or hidden: these are no longer as they were. */
  changed?: { problemIds: readonly string[]; isVisible: boolean };
}

export function ProblemManagementPage() {
  const { problemManagement: texts, problemPackages } = useMessages();
  const problems = useQuery(adminProblemsQuery);
  const waiting = useQuery(waitingImportsQuery);
  const toggle = useSetVisibility();
  const undo = useSetVisibilityOfMany();
  const load = useLoadProblem();
  const refresh = useRefreshProblems();
  const [done, setDone] = useState<Done | null>(null);
  const [unfollowed, setUnfollowed] = useState<UnfollowedImport | null>(null);
  const [address, setAddress] = useSearchParams();
  const importJob = address.get('import');
  const [dialog, setDialog] = useState<OpenDialog | null>(() =>
    // Whoever reloads the page sees what becomes of the import, as before.
    importJob === null ? null : { kind: 'import', dropped: null },
  );
  const countId = useId();

  const start = () => {
    setDone(null);
    for (const change of [toggle, undo, load]) change.reset();
  };
  const open = (next: OpenDialog) => {
    start();
    setDialog(next);
  };
  const note = (name: 'edit' | 'import', value: string | null) =>
    // By what the address is now: a problem is there only some time after it was asked for.
    setAddress(withNote(new URLSearchParams(window.location.search), name, value), {
      replace: true,
      preventScrollReset: true,
    });
  const close = () => {
    setDialog(null);
    if (address.has('edit')) note('edit', null);
  };
  const edit = (id: string) => {
    start();
    load.mutate(id, {
      onSuccess: (loaded) => {
        setDialog({ kind: 'edit', ...loaded });
        note('edit', loaded.problem.id);
      },
    });
  };
  useEditorInAddress(address.get('edit'), edit);

  const finishSave = (id: string, report: ImportReport | null, ended?: string) => {
    void refresh();
    close();
    const isNew = dialog?.kind === 'create';
    const saved = report || !ended ? texts.saved(id) : `${texts.saved(id)} ${ended}`;
    setDone(isNew ? { text: texts.savedHidden(id), made: id } : { text: saved });
    if (report) setDialog({ kind: 'report', id, report });
  };
  const show = (id: string) => {
    start();
    toggle.mutate({ id, is_visible: false }, { onSuccess: () => setDone({ text: texts.shown(id) }) });
  };
  const takeBack = ({ problemIds, isVisible }: NonNullable<Done['changed']>) => {
    start();
    const undone = isVisible ? texts.undoneHidden : texts.undoneShown;
    undo.mutate(
      { problemIds: [...problemIds], isVisible: !isVisible },
      { onSuccess: ({ changed }) => setDone({ text: undone(changed.length) }) },
    );
  };

  // What stands above the list comes with it, so that nothing moves.
  const isFetching = problems.isPending || waiting.isPending;
  const list = isFetching ? [] : (problems.data ?? []);
  const presentIds = useMemo(() => new Set(problems.data?.map(({ id }) => id)), [problems.data]);
  const isHeldAbove = useDroppedFile(dialog === null, (dropped) => open({ kind: 'import', dropped }));
  const isLoading = isFetching || undo.isPending;
  const hidden = list.filter(({ is_visible }) => !is_visible);
  const visible = list.filter(({ is_visible }) => is_visible);

  return (
    <>
      <PageHeading
        actions={
          <>
            <DisabledReason
              side="start"
              reason={!isLoading && hidden.length === 0 ? texts.nothingToShow : undefined}
            >
              <Button
                variant="default"
                title={texts.showAllHint}
                aria-describedby={countId}
                disabled={isLoading}
                onClick={() => open({ kind: 'visibility', problems: hidden, isVisible: true })}
              >
                {texts.showAll}
              </Button>
            </DisabledReason>
            <DisabledReason
              side="start"
              reason={!isLoading && visible.length === 0 ? texts.nothingToHide : undefined}
            >
              <Button
                variant="default"
                title={texts.hideAllHint}
                aria-describedby={countId}
                disabled={isLoading}
                onClick={() => open({ kind: 'visibility', problems: visible, isVisible: false })}
              >
                {texts.hideAll}
              </Button>
            </DisabledReason>
            <Button
              variant="default"
              leftSection={<Icon name="file" />}
              onClick={() => open({ kind: 'import', dropped: null })}
            >
              {problemPackages.import}
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
        <Notice tone="success" action={done && <DoneAction done={done} onShow={show} onUndo={takeBack} />}>
          {done?.text}
        </Notice>
        {unfollowed && (
          <BackgroundCreation
            key={unfollowed.jobId}
            creation={unfollowed}
            onDone={() => {
              void refresh();
              setUnfollowed(null);
              setDone({ text: texts.savedHidden(unfollowed.id), made: unfollowed.id });
            }}
          />
        )}
        {importJob !== null && dialog?.kind !== 'import' && (
          <BackgroundImport jobId={importJob} onShow={() => open({ kind: 'import', dropped: null })} />
        )}
        <WaitingImports
          imports={(waiting.data ?? []).filter(({ job_id }) => job_id !== importJob)}
          onShow={(jobId) => {
            note('import', jobId);
            open({ kind: 'import', dropped: null });
          }}
        />
        <ActionFailure error={toggle.error}>{texts.visibilityFailed}</ActionFailure>
        <ActionFailure error={undo.error}>{texts.undoFailed}</ActionFailure>
        <ActionFailure error={load.error}>{texts.detailsFailed}</ActionFailure>
        <QueryFailure query={problems}>{texts.fetchFailed}</QueryFailure>
      </div>
      {isFetching && <LoadingProblems />}
      {problems.data?.length === 0 && !isFetching && (
        <EmptyNote title={texts.empty}>{texts.emptyNext}</EmptyNote>
      )}
      {list.length > 0 && (
        <ProblemList
          problems={list}
          countId={countId}
          toggling={toggle.isPending ? toggle.variables.id : null}
          opening={load.isPending ? load.variables : null}
          onToggle={(problem) => {
            if (toggle.isPending || undo.isPending) return;
            start();
            toggle.mutate(problem);
          }}
          onEdit={({ id }) => edit(id)}
          onDelete={(problem) => open({ kind: 'delete', problem })}
        />
      )}
      {isHeldAbove && <div className={importStyles.veil}>{problemPackages.dropAnywhere}</div>}
      {dialog?.kind === 'import' && (
        <ImportProblems
          dropped={dialog.dropped}
          jobId={importJob}
          presentIds={presentIds}
          onStarted={(jobId) => note('import', jobId)}
          onEdit={(id) => {
            setDialog(null);
            note('import', null);
            edit(id);
          }}
          onClose={(isEnded) => {
            setDialog(null);
            if (isEnded) note('import', null);
          }}
        />
      )}
      {dialog?.kind === 'create' && (
        <ProblemEditor
          problem={null}
          lastImport={null}
          onClose={(importing) => {
            close();
            if (importing) setUnfollowed(importing);
          }}
          onSaved={finishSave}
        />
      )}
      {dialog?.kind === 'edit' && (
        <ProblemEditor
          problem={dialog.problem}
          lastImport={dialog.lastImport}
          onClose={close}
          onSaved={finishSave}
        />
      )}
      {dialog?.kind === 'visibility' && (
        <VisibilityQuestion
          {...dialog}
          onClose={close}
          onDone={(problemIds) => {
            const { isVisible } = dialog;
            const text = isVisible ? texts.shownMany : texts.hiddenMany;
            setDone({ text: text(problemIds.length), changed: { problemIds, isVisible } });
            close();
          }}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteProblemDialog
          id={dialog.problem.id}
          onClose={close}
          onDone={(message) => {
            setDone({ text: message });
            close();
          }}
        />
      )}
      {dialog?.kind === 'report' && <ReportDialog id={dialog.id} report={dialog.report} onClose={close} />}
    </>
  );
}

interface DoneActionProps {
  done: Done;
  onShow: (id: string) => void;
  onUndo: (changed: NonNullable<Done['changed']>) => void;
}

function DoneAction({ done: { made, changed }, onShow, onUndo }: DoneActionProps) {
  const { problemManagement: texts } = useMessages();
  if (made !== undefined) return <Button onClick={() => onShow(made)}>{texts.show}</Button>;
  if (!changed || changed.problemIds.length === 0) return null;
  return (
    <Button variant="default" onClick={() => onUndo(changed)}>
      {texts.undo}
    </Button>
  );
}

function withNote(address: URLSearchParams, name: 'edit' | 'import', value: string | null): URLSearchParams {
  const next = new URLSearchParams(address);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}

/** Whoever comes by a link to a problem's editor finds it open. */
function useEditorInAddress(id: string | null, edit: (id: string) => void): void {
  const opened = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the page
  useEffect(() => {
    if (opened.current || id === null) return;
    opened.current = true;
    edit(id);
  }, []);
}
