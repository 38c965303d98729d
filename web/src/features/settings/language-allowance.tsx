import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type LanguageSetting, putLanguageSetting } from '#contract/languages.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Notice } from '../../components/notice.tsx';
import { api } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import styles from './language-allowance.module.css';

const parts = ['time_factor', 'time_allowance_ms', 'memory_allowance_mb'] as const;
type Typed = Record<(typeof parts)[number], string>;

/** What programs of a language get over the limits of problems: a line and, to change it, three fields. */
export function LanguageAllowance({ language }: { language: LanguageSetting }) {
  const { app, settings, submissions, languageLimits: texts } = useMessages();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<Typed | null>(null);
  const save = useMutation({
    // Empty is as it comes; the server decides what else is right.
    mutationFn: (values: Typed) =>
      api(putLanguageSetting, {
        params: { id: language.id },
        body: Object.fromEntries(
          parts.map((part) => [part, values[part].trim() === '' ? null : values[part]]),
        ),
      }),
    onSuccess: async () => {
      const { admin, languages, problems, contest } = queryKeys;
      // The pages of problems tell the limits too.
      for (const queryKey of [languages, problems.any, contest.any])
        void queryClient.invalidateQueries({ queryKey });
      await queryClient.invalidateQueries({ queryKey: admin.languages });
      setTyped(null);
    },
  });
  const labels: Typed = {
    time_factor: texts.timeFactor,
    time_allowance_ms: texts.timeAllowance,
    memory_allowance_mb: texts.memoryAllowance,
  };
  if (typed === null) {
    return (
      <div className={styles.allowance}>
        <p className={styles.line}>
          {texts.inForce(language.allowance)}{' '}
          <button type="button" className={styles.change} onClick={() => setTyped(toTyped(language))}>
            {texts.change}
            <span className={styles.hidden}>{texts.changeOf(submissions.languages[language.id])}</span>
          </button>
        </p>
        <Notice tone="success">{save.isSuccess && texts.saved}</Notice>
      </div>
    );
  }
  return (
    <form
      className={styles.allowance}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!save.isPending) save.mutate(typed);
      }}
    >
      <div className={styles.fields}>
        {parts.map((part, index) => (
          <TextInput
            key={part}
            size="sm"
            label={labels[part]}
            inputMode={part === 'time_factor' ? 'decimal' : 'numeric'}
            autoComplete="off"
            autoFocus={index === 0}
            placeholder={String(language.usual_allowance[part])}
            value={typed[part]}
            onChange={({ currentTarget }) => {
              setTyped({ ...typed, [part]: currentTarget.value });
              save.reset();
            }}
          />
        ))}
      </div>
      <p className={styles.hint}>{texts.effect}</p>
      <ActionFailure error={save.error}>{settings.updateFailed}</ActionFailure>
      <div className={styles.buttons}>
        <Button
          size="sm"
          variant="default"
          onClick={() => {
            setTyped(null);
            save.reset();
          }}
        >
          {app.cancel}
        </Button>
        <Button size="sm" type="submit" disabled={save.isPending}>
          {save.isPending ? texts.saving : texts.save}
        </Button>
      </div>
    </form>
  );
}

/** What is as it comes stays so when something else is changed. */
function toTyped({ allowance, usual_allowance: usual }: LanguageSetting): Typed {
  const text = (part: (typeof parts)[number]) =>
    allowance[part] === usual[part] ? '' : String(allowance[part]);
  return {
    time_factor: text('time_factor'),
    time_allowance_ms: text('time_allowance_ms'),
    memory_allowance_mb: text('memory_allowance_mb'),
  };
}
