import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Feedback, feedbacks } from '#contract/feedback.ts';
import type { LanguageId } from '#contract/programs.ts';
import { LanguageNarrowing } from '../../components/language-narrowing.tsx';
import { useMessages } from '../../lib/messages.ts';
import { LanguageLimitFields } from './language-limit-fields.tsx';
import type { TypedLimits } from './language-limits.ts';
import styles from './problem-editor.module.css';
import { authorsQuery } from './queries.ts';
import type { Complaints } from './save-complaints.ts';

/** As typed. */
export interface ProblemValues {
  id: string;
  title: string;
  author: string;
  timeLimitMs: string;
  memoryLimitMb: string;
  withholdsRunFacts: boolean;
  feedback: Feedback;
  allowedLanguages: LanguageId[] | null;
  languageLimits: TypedLimits;
}

interface ProblemFieldsProps {
  values: ProblemValues;
  /** The id is part of addresses: it is chosen once. */
  isIdFixed: boolean;
  /** Stays a choice, even one who may no longer author problems; '' of a deleted account. Null: a new problem. */
  presentAuthor: string | null;
  complaints: Complaints;
  onChange: <Name extends keyof ProblemValues>(name: Name, value: ProblemValues[Name]) => void;
}

export function ProblemFields({
  values,
  isIdFixed,
  presentAuthor,
  complaints,
  onChange,
}: ProblemFieldsProps) {
  const { problemManagement: texts } = useMessages();
  const authors = useQuery(authorsQuery);
  const names = authors.data?.map(({ username }) => username) ?? [];
  const first = presentAuthor ?? values.author;
  const choices = names.includes(first) ? names : [first, ...names];
  const common = { autoComplete: 'off', spellCheck: false };
  return (
    <>
      <TextInput
        className={styles.whole ?? ''}
        {...common}
        name="id"
        error={complaints.id}
        label={texts.id}
        description={isIdFixed ? undefined : texts.idHint}
        autoCapitalize="none"
        data-autofocus={isIdFixed ? undefined : true}
        disabled={isIdFixed}
        value={values.id}
        onChange={({ currentTarget }) => onChange('id', currentTarget.value)}
      />
      <TextInput
        {...common}
        name="title"
        error={complaints.title}
        label={texts.problemTitle}
        data-autofocus={isIdFixed ? true : undefined}
        value={values.title}
        onChange={({ currentTarget }) => onChange('title', currentTarget.value)}
      />
      <NativeSelect
        name="author"
        error={complaints.author}
        label={texts.author}
        data={choices.map((name) => ({ value: name, label: name || texts.noAuthor }))}
        value={values.author}
        onChange={({ currentTarget }) => onChange('author', currentTarget.value)}
      />
      <TextInput
        {...common}
        name="timeLimitMs"
        error={complaints.timeLimitMs}
        label={texts.timeLimit}
        inputMode="numeric"
        value={values.timeLimitMs}
        onChange={({ currentTarget }) => onChange('timeLimitMs', currentTarget.value)}
      />
      <TextInput
        {...common}
        name="memoryLimitMb"
        error={complaints.memoryLimitMb}
        label={texts.memoryLimit}
        inputMode="numeric"
        value={values.memoryLimitMb}
        onChange={({ currentTarget }) => onChange('memoryLimitMb', currentTarget.value)}
      />
      <LanguageNarrowing
        allowed={values.allowedLanguages}
        error={complaints.allowedLanguages}
        onChange={(allowed) => onChange('allowedLanguages', allowed)}
      />
      <LanguageLimitFields
        limits={values.languageLimits}
        allowed={values.allowedLanguages}
        timeLimitMs={values.timeLimitMs}
        memoryLimitMb={values.memoryLimitMb}
        isRefused={complaints.languageLimits !== undefined}
        onChange={(limits) => onChange('languageLimits', limits)}
      />
      <NativeSelect
        className={styles.whole ?? ''}
        name="feedback"
        label={texts.feedback}
        description={texts.feedbackHints[values.feedback]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={feedbacks.map((value) => ({ value, label: texts.feedbacks[value] }))}
        value={values.feedback}
        onChange={({ currentTarget }) => onChange('feedback', currentTarget.value as Feedback)}
      />
      <Switch
        className={styles.whole ?? ''}
        classNames={{ track: styles.track, description: styles.description }}
        name="withholdsRunFacts"
        label={texts.withholdsRunFacts}
        description={texts.withholdsRunFactsHint}
        checked={values.withholdsRunFacts}
        onChange={({ currentTarget }) => onChange('withholdsRunFacts', currentTarget.checked)}
      />
    </>
  );
}
