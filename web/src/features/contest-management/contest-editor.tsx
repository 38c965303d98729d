import { Button, Textarea, TextInput, VisuallyHidden } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Contest, type ContestFormErrors, findContestFormErrors } from '#contract/contests.ts';
import { limits } from '#contract/limits.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { LanguageNarrowing } from '../../components/language-narrowing.tsx';
import { isUnanswered, RequestFailed } from '../../lib/api.ts';
import { say, useMessages } from '../../lib/messages.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { showAndFocus } from '../../lib/show-and-focus.ts';
import { visitorZone } from '../contests/contest-times.ts';
import styles from './contest-editor.module.css';
import {
  type ContestValues,
  copiedThaw,
  copiedValues,
  fixedTimes,
  initialValues,
  listChanges,
  seenEnd,
  splitDuration,
  toFieldErrors,
  toPayload,
  withSaved,
  withThaw,
} from './contest-form.ts';
import { EntrySection } from './entry-section.tsx';
import { findEntryErrors } from './entry-values.ts';
import { FeedbackSection } from './feedback-section.tsx';
import { FormatSection } from './format-section.tsx';
import { MoreSettings } from './more-settings.tsx';
import { type Saving, useSaveContest } from './queries.ts';
import { initialSettings, type SettingValues, summarise, toSettings } from './setting-values.ts';
import { WindowSection } from './window-section.tsx';

interface ContestEditorProps {
  /** Null: a new one. */
  contest: Contest | null;
  /** Whose problems and settings a new one gets. */
  source?: Contest | undefined;
  onClose: () => void;
  onSaved: (saved: Contest) => void;
}

/** What the first fields are called, and what they are called on the wire. The settings have one name for both. */
const fields = {
  title: 'title',
  description: 'description',
  allowedLanguages: 'allowed_languages',
  start: 'startTime',
  end: 'endTime',
} as const;

export function ContestEditor({ contest: present, source, onClose, onSaved }: ContestEditorProps) {
  const messages = useMessages();
  const { app, contestManagement: texts } = messages;
  // As it was when the form was filled with it; only what is fixed follows the clock.
  const [opened] = useState(present);
  const [unanswered, setUnanswered] = useState<Partial<Contest>>({});
  const contest = opened && present && withSaved(opened, present, unanswered);
  const [values, setValues] = useState(() => {
    const now = new Date(serverClock.now());
    return source ? copiedValues(source, texts.copiedTitle(source.title), now) : initialValues(opened, now);
  });
  const [errors, setErrors] = useState<ContestFormErrors>({});
  const [allowed, setAllowed] = useState((opened ?? source)?.allowed_languages ?? null);
  const [settings, setSettings] = useState(() =>
    initialSettings(source ? { ...source, thaw_time: copiedThaw(source, values.end) } : opened),
  );
  const save = useSaveContest(savingOf(contest, source));
  const payload = {
    ...toPayload(values, contest, present),
    ...seenEnd(contest, present, values),
    ...(contest?.allowed_languages !== allowed && { allowed_languages: allowed }),
    ...toSettings(settings, contest, present?.status),
  };
  const duration = splitDuration(payload);

  const change = (field: keyof ContestValues, value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    // Whether the times fit depends on all of them.
    const { [fields[field]]: _, ...others } = errors;
    setErrors(field === 'start' || field === 'end' ? withoutTimes(others) : others);
    save.reset();
  };

  const changeSettings = (changed: Partial<SettingValues>) => {
    setSettings((before) => ({ ...before, ...changed }));
    // What is said at other fields is looked at again with the next try.
    setErrors(onlyFirst(errors));
    save.reset();
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    const now = new Date(serverClock.now());
    const found = {
      ...findContestFormErrors(withThaw(payload, present, now), contest ? null : now),
      ...findEntryErrors(settings, contest),
    };
    setErrors(found);
    const { elements } = event.currentTarget;
    const control = findControl(elements, found);
    if (control) showAndFocus(control);
    if (Object.keys(found).length > 0) return;
    const changes = present ? listChanges(payload, present) : {};
    const onError = (error: Error) => {
      if (isUnanswered(error)) setUnanswered((before) => ({ ...before, ...changes }));
      const refused = toFieldErrors(error instanceof RequestFailed ? error.code : null);
      const field = findControl(elements, refused);
      // A refusal about a field that the form does not have now is told below it, as those about none.
      if (!field) return;
      setErrors(refused);
      save.reset();
      showAndFocus(field);
    };
    save.mutate(payload, { onSuccess: onSaved, onError });
  };
  const [first] = Object.values(errors);
  const names = {
    create: { title: texts.createTitle, submit: texts.submitCreate },
    copy: { title: texts.copyTitle, submit: texts.submitCopy },
    update: { title: texts.editTitle, submit: texts.submitUpdate },
  }[savingOf(contest, source).kind];

  return (
    <Dialog title={names.title} isHeld={save.isPending} onClose={onClose}>
      <form className={formLayout.form} noValidate onSubmit={submit}>
        {source && <p className={styles.copyNote}>{texts.copyNote(source.title)}</p>}
        <TextInput
          name="title"
          label={`${texts.formTitle} ${texts.required}`}
          required
          placeholder={texts.formTitlePlaceholder}
          maxLength={limits.contestTitleMax}
          autoComplete="off"
          data-autofocus
          error={errors.title && say(errors.title)}
          value={values.title}
          onChange={({ currentTarget }) => change('title', currentTarget.value)}
        />
        <Textarea
          name="description"
          label={texts.formDescription}
          rows={4}
          size="md"
          maxLength={limits.contestDescriptionMax}
          description={texts.formCounter(values.description.length)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={errors.description && say(errors.description)}
          value={values.description}
          onChange={({ currentTarget }) => change('description', currentTarget.value)}
        />
        <LanguageNarrowing
          allowed={allowed}
          error={errors.allowed_languages && say(errors.allowed_languages)}
          onChange={(next) => {
            setAllowed(next);
            const { allowed_languages: _, ...others } = errors;
            setErrors(others);
            save.reset();
          }}
        />
        <TimeFields contest={present} values={values} errors={errors} onChange={change} />
        <p role="status" className={styles.duration}>
          {duration && texts.duration(duration.hours, duration.minutes)}
        </p>
        <MoreSettings summary={summarise(settings, messages)}>
          <FormatSection contest={present} values={settings} errors={errors} onChange={changeSettings} />
          <WindowSection contest={present} values={settings} errors={errors} onChange={changeSettings} />
          <FeedbackSection
            value={settings.feedback}
            isFixed={fixedTimes(present?.status).end}
            onChange={(feedback) => changeSettings({ feedback })}
          />
          <EntrySection contest={contest} values={settings} errors={errors} onChange={changeSettings} />
        </MoreSettings>
        {/* Everybody else sees it at its field. */}
        <VisuallyHidden role="alert">{first && say(first)}</VisuallyHidden>
        <ActionFailure error={save.error}>{texts.saveFailed}</ActionFailure>
        <div className={formLayout.buttons}>
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            {app.cancel}
          </Button>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? texts.saving : names.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function savingOf(contest: Contest | null, source: Contest | undefined): Saving {
  if (contest) return { kind: 'update', id: contest.id };
  return source ? { kind: 'copy', id: source.id } : { kind: 'create' };
}

interface TimeFieldsProps {
  /** As it is now. */
  contest: Contest | null;
  values: ContestValues;
  errors: ContestFormErrors;
  onChange: (field: 'start' | 'end', value: string) => void;
}

/** That of the first field at fault. */
function findControl(elements: HTMLFormControlsCollection, errors: ContestFormErrors): HTMLElement | null {
  const name = Object.entries(fields).find(([, wire]) => errors[wire])?.[0] ?? Object.keys(errors)[0];
  const control = name === undefined ? null : elements.namedItem(name);
  return control instanceof HTMLElement ? control : null;
}

/** Of the fields that are always in sight. */
function onlyFirst(errors: ContestFormErrors): ContestFormErrors {
  const first: readonly string[] = Object.values(fields);
  return Object.fromEntries(Object.entries(errors).filter(([wire]) => first.includes(wire)));
}

function withoutTimes(errors: ContestFormErrors): ContestFormErrors {
  const { startTime: _, endTime: __, thaw_time: ___, ...others } = errors;
  return others;
}

/** The browser's own pickers: they work by keyboard and on a phone. */
function TimeFields({ contest, values, errors, onChange }: TimeFieldsProps) {
  const { contestManagement: texts } = useMessages();
  const fixed = fixedTimes(contest?.status);
  const times = [
    { field: 'start', label: texts.formStart, error: errors.startTime },
    { field: 'end', label: texts.formEnd, error: errors.endTime },
  ] as const;
  return (
    <div>
      <div className={styles.times}>
        {times.map(({ field, label, error }) => (
          <TextInput
            key={field}
            type="datetime-local"
            name={field}
            label={`${label} ${texts.required}`}
            required
            max="9998-12-31T23:59"
            disabled={fixed[field]}
            error={error && say(error)}
            value={values[field]}
            onChange={({ currentTarget }) => onChange(field, currentTarget.value)}
          />
        ))}
      </div>
      <p className={styles.hint}>{texts.zone(visitorZone())}</p>
      {fixed.start && <p className={styles.hint}>{fixed.end ? texts.timesFixed : texts.startFixed}</p>}
    </div>
  );
}
