import { Button, TextInput, VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type LanguageSetting, putLanguageSetting } from '#contract/languages.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Notice } from '../../components/notice.tsx';
import { api } from '../../lib/api.ts';
import { listComplaints } from '../../lib/complaints.ts';
import { useMessages } from '../../lib/messages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import styles from './language-allowance.module.css';

const parts = ['time_factor', 'time_allowance_ms', 'memory_allowance_mb'] as const;
type Part = (typeof parts)[number];
type Typed = Record<Part, string>;

const ruleOf: Typed = {
  time_factor: 'time_factor_range',
  time_allowance_ms: 'time_allowance_range',
  memory_allowance_mb: 'memory_allowance_range',
};

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
  const complaints = listComplaints(save.error);
  const complaintAt = (part: Part) => complaints.find(({ code }) => code === ruleOf[part])?.text;
  const firstAtFault = parts.find(complaintAt);
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    const control = firstAtFault && form.current?.elements.namedItem(firstAtFault);
    if (control instanceof HTMLElement) control.focus();
  }, [save.error]);
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
      ref={form}
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
            name={part}
            error={complaintAt(part)}
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
      <VisuallyHidden role="alert">{firstAtFault && complaintAt(firstAtFault)}</VisuallyHidden>
      <ActionFailure error={firstAtFault ? null : save.error}>{settings.updateFailed}</ActionFailure>
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
  const text = (part: Part) => (allowance[part] === usual[part] ? '' : String(allowance[part]));
  return {
    time_factor: text('time_factor'),
    time_allowance_ms: text('time_allowance_ms'),
    memory_allowance_mb: text('memory_allowance_mb'),
  };
}
