import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { Icon } from '../../components/icons.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useMessages } from '../../lib/messages.ts';
import { ContestEditor } from './contest-editor.tsx';
import styles from './contest-management-page.module.css';
import { ContestTable } from './contest-table.tsx';
import { DeleteContestDialog } from './delete-contest-dialog.tsx';
import { readEditorialAddress, withoutEditorial } from './editorial-address.ts';
import { EditorialDialog } from './editorial-dialog.tsx';
import { ProblemsDialog } from './problems-dialog.tsx';
import { adminContestsQuery } from './queries.ts';

/** By id: what a dialog shows of a contest follows the list, which refreshes itself. */
type OpenDialog =
  | { kind: 'create' }
  | { kind: 'problems'; id: number; isNew?: 'empty' | 'copy' }
  | { kind: 'edit' | 'copy' | 'delete'; id: number };

export function ContestManagementPage() {
  const { contestManagement: texts } = useMessages();
  const contests = useQuery(adminContestsQuery);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [address, setAddress] = useSearchParams();

  const open = (next: OpenDialog) => {
    setDone(null);
    setDialog(next);
  };
  const close = () => setDialog(null);
  const finish = (message: string) => {
    setDone(message);
    close();
  };
  const closeEditorial = () => setAddress(withoutEditorial, { replace: true, preventScrollReset: true });

  /** A contest is nothing without its problems: they are chosen next. */
  const finishCreation = ({ id, title }: Contest) => {
    setDone(texts.created(title));
    setDialog({ kind: 'problems', id, isNew: 'empty' });
  };
  const finishCopy = ({ id, title }: Contest) => {
    setDone(texts.copied(title));
    setDialog({ kind: 'problems', id, isNew: 'copy' });
  };

  const list = contests.data ?? [];
  const chosen = dialog && dialog.kind !== 'create' ? list.find(({ id }) => id === dialog.id) : undefined;
  const editorialId = readEditorialAddress(address);
  const explained = list.find(({ id }) => id === editorialId);
  return (
    <>
      <PageHeading
        actions={
          list.length > 0 && (
            <Button leftSection={<Icon name="plus" />} onClick={() => open({ kind: 'create' })}>
              {texts.create}
            </Button>
          )
        }
      >
        {texts.title}
      </PageHeading>
      <div className={styles.messages}>
        <Notice tone="success">{done}</Notice>
        <QueryFailure query={contests}>{texts.fetchFailed}</QueryFailure>
      </div>
      {contests.isPending && <LoadingContests />}
      {contests.data?.length === 0 && (
        <EmptyNote title={texts.empty}>
          <p>{texts.emptyNext}</p>
          <Button mt="md" leftSection={<Icon name="plus" />} onClick={() => open({ kind: 'create' })}>
            {texts.createFirst}
          </Button>
        </EmptyNote>
      )}
      {list.length > 0 && <ContestTable contests={list} onAction={(kind, { id }) => open({ kind, id })} />}
      {dialog?.kind === 'create' && <ContestEditor contest={null} onClose={close} onSaved={finishCreation} />}
      {dialog?.kind === 'copy' && chosen && (
        <ContestEditor contest={null} source={chosen} onClose={close} onSaved={finishCopy} />
      )}
      {dialog?.kind === 'edit' && chosen && (
        <ContestEditor
          contest={chosen}
          onClose={close}
          onSaved={({ title }) => finish(texts.updated(title))}
        />
      )}
      {dialog?.kind === 'problems' && chosen && (
        <ProblemsDialog contest={chosen} isNew={dialog.isNew} onClose={close} />
      )}
      {explained && (
        <EditorialDialog
          contest={explained}
          onClose={closeEditorial}
          onDone={(message) => {
            setDone(message);
            closeEditorial();
          }}
        />
      )}
      {dialog?.kind === 'delete' && chosen && (
        <DeleteContestDialog contest={chosen} onClose={close} onDone={finish} />
      )}
    </>
  );
}

function LoadingContests() {
  const { contestManagement: texts } = useMessages();
  return (
    <div role="status">
      <p className={styles.loading}>{texts.loading}</p>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={48} marginBottom="var(--space-1)" />
      ))}
    </div>
  );
}
