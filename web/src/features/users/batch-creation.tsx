import { Button, TextInput, VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';
import { batchSchema } from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Icon } from '../../components/icons.tsx';
import { Notice } from '../../components/notice.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { useForm } from '../../lib/form.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import { useUnloadWarning } from '../../lib/unload-warning.ts';
import styles from './batch-creation.module.css';
import { type CreatedBatch, createdBatches, useCreatedBatches } from './created-batches.ts';
import { useCreateUserBatch } from './queries.ts';
import { saveFile } from './save-file.ts';
import { Slips } from './slips.tsx';
import { usersCsv } from './users-csv.ts';

/** Each batch stands by itself, with a file of its own, until it has been downloaded and cleared. */
export function BatchCreation() {
  const { users: texts } = useMessages();
  const { user } = useSession();
  const batches = useCreatedBatches(user?.id);
  const prefixField = useRef<HTMLInputElement>(null);
  const create = useCreateUserBatch(user?.id);
  useUnloadWarning(create.isPending);
  const form = useForm(
    { prefix: '', count: '' },
    batchSchema,
    ({ prefix, count }) => ({ prefix, count: /^\s*\d+\s*$/.test(count) ? Number(count) : Number.NaN }),
    (body) => create.mutate(body),
    { error: create.error, fields: { prefix_used_up: 'prefix' } },
  );
  return (
    <section className={styles.panel} aria-labelledby="batch-title">
      <h2 id="batch-title" className={styles.title}>
        {texts.batchTitle}
      </h2>
      <p className={styles.line}>{texts.batchLine}</p>
      <form className={styles.form} noValidate onSubmit={form.onSubmit}>
        <TextInput
          className={styles.prefix ?? ''}
          ref={prefixField}
          {...form.field('prefix')}
          label={texts.prefix}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextInput
          className={styles.count ?? ''}
          {...form.field('count')}
          label={texts.count}
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={String(limits.batchCountMax).length + 3}
        />
        <Button type="submit" className={styles.submit ?? ''} variant="default" disabled={create.isPending}>
          {create.isPending ? texts.batchBusy : texts.batchSubmit}
        </Button>
      </form>
      <div className={styles.outcome}>
        <ActionFailure error={form.isRefusalAtField ? null : create.error}>{texts.batchFailed}</ActionFailure>
        <Notice tone="success">
          {batches.length > 0 &&
            `${create.data ? `${texts.batchDone(create.data.created)} ` : ''}${texts.batchOnce}`}
        </Notice>
        {batches.map((batch) => (
          <BatchOutcome
            key={batch.users[0]?.username}
            batch={batch}
            onClear={() => {
              createdBatches.remove(batch);
              create.reset();
              prefixField.current?.focus();
            }}
          />
        ))}
      </div>
    </section>
  );
}

function BatchOutcome({ batch, onClear }: { batch: CreatedBatch; onClear: () => void }) {
  const { users: texts } = useMessages();
  const { prefix, users, isDownloaded } = batch;
  const first = users[0]?.username ?? prefix;
  const last = users.at(-1)?.username ?? prefix;
  const [isPrinting, setPrinting] = useState(false);
  return (
    <div className={styles.batch}>
      <h3 className={styles.batchTitle}>
        {texts.batchRange(first, last)}{' '}
        <span className={styles.batchCount}>{texts.shown(users.length, users.length)}</span>
      </h3>
      <CreatedUsers users={users} label={texts.batchTable(first, last)} />
      <div className={styles.buttons}>
        <Button
          leftSection={<Icon name="download" />}
          onClick={() => {
            saveFile(texts.csvName(prefix), 'text/csv', usersCsv(users));
            createdBatches.noteDownload(batch);
          }}
        >
          {texts.downloadCsv}
          <VisuallyHidden component="span">{texts.ofBatch(first, last)}</VisuallyHidden>
        </Button>
        <Button variant="default" onClick={() => setPrinting(true)}>
          {texts.printSlips}
          <VisuallyHidden component="span">{texts.ofBatch(first, last)}</VisuallyHidden>
        </Button>
        {isPrinting && <Slips batch={batch} onPrinted={() => setPrinting(false)} />}
        {isDownloaded && (
          <Button variant="default" onClick={onClear}>
            {texts.batchClear}
            <VisuallyHidden component="span">{texts.ofBatch(first, last)}</VisuallyHidden>
          </Button>
        )}
      </div>
    </div>
  );
}

function CreatedUsers({ users, label }: Pick<CreatedBatch, 'users'> & { label: string }) {
  const { users: texts } = useMessages();
  return (
    <ScrollBox label={label} isTall>
      <table className={styles.created}>
        <thead>
          <tr>
            <th scope="col">{texts.username}</th>
            <th scope="col">{texts.password}</th>
          </tr>
        </thead>
        <tbody>
          {users.map(({ username, password }) => (
            <tr key={username}>
              <td>{username}</td>
              <td>{password}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
