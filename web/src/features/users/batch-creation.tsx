import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { batchSchema } from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import { errorText } from '../../api.ts';
import { Icon } from '../../components/icons.tsx';
import { Notice } from '../../components/notice.tsx';
import { useForm } from '../../form.ts';
import { useMessages } from '../../messages.ts';
import { saveFile } from '../../save-file.ts';
import styles from './batch-creation.module.css';
import { LeaveWarning } from './leave-warning.tsx';
import { type CreatedBatch, useCreateUserBatch } from './queries.ts';
import { usersCsv } from './users-csv.ts';

/**
 * The passwords exist nowhere but here. So each batch is added to those before it, a failure takes nothing away,
 * and they go only after a download or a warning.
 */
export function BatchCreation() {
  const { users: texts } = useMessages();
  const [batches, setBatches] = useState<readonly CreatedBatch[]>([]);
  const [isDownloaded, setIsDownloaded] = useState(false);
  const prefixField = useRef<HTMLInputElement>(null);
  const create = useCreateUserBatch((batch) => {
    setBatches((before) => [...before, batch]);
    setIsDownloaded(false);
  });
  const users = batches.flatMap((batch) => batch.users);
  const form = useForm(
    { prefix: '', count: '' },
    batchSchema,
    ({ prefix, count }) => ({ prefix, count: /^\s*\d+\s*$/.test(count) ? Number(count) : Number.NaN }),
    (body) => create.mutate(body),
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
        <Notice tone="error">{create.isError && errorText(create.error, texts.batchFailed)}</Notice>
        <Notice tone="success">
          {users.length > 0 && `${texts.batchDone(users.length)} ${texts.batchOnce}`}
        </Notice>
        {users.length > 0 && <CreatedUsers users={users} />}
        {users.length > 0 && (
          <div className={styles.buttons}>
            <Button
              leftSection={<Icon name="download" />}
              onClick={() => {
                const prefixes = [...new Set(batches.map(({ prefix }) => prefix))];
                saveFile(texts.csvName(prefixes), 'text/csv', usersCsv(users));
                setIsDownloaded(true);
              }}
            >
              {texts.downloadCsv}
            </Button>
            {isDownloaded && (
              <Button
                variant="default"
                onClick={() => {
                  setBatches([]);
                  prefixField.current?.focus();
                }}
              >
                {texts.batchClear}
              </Button>
            )}
          </div>
        )}
      </div>
      {(create.isPending || (users.length > 0 && !isDownloaded)) && <LeaveWarning />}
    </section>
  );
}

function CreatedUsers({ users }: Pick<CreatedBatch, 'users'>) {
  const { users: texts } = useMessages();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.created} tabIndex={0} aria-label={texts.batchTable}>
      <table>
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
    </section>
  );
}
