import { NativeSelect, TextInput } from '@mantine/core';
import { contestFormats } from '#contract/contest-formats.ts';
import type { Contest, ContestFormErrors } from '#contract/contests.ts';
import { say, useMessages } from '../../lib/messages.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { formatLooks } from '../contests/formats/format-looks.ts';
import { type FormatValues, fixedFormat, isFormat } from './format-values.ts';
import styles from './more-settings.module.css';
import { SettingsSection } from './more-settings.tsx';

interface FormatSectionProps {
  /** As it is now; null: a new one. */
  contest: Contest | null;
  values: FormatValues;
  errors: ContestFormErrors;
  onChange: (changed: Partial<FormatValues>) => void;
}

/** How participants are ranked, what is kept back until when, and the medals. */
export function FormatSection({ contest, values, errors, onChange }: FormatSectionProps) {
  const { contestFormat: texts } = useMessages();
  const fixed = fixedFormat(contest, new Date(serverClock.now()));
  const { hasPenalty } = formatLooks[values.format];
  const hasFreeze = values.freezeMinutes.trim() !== '';
  return (
    <SettingsSection title={texts.section}>
      <NativeSelect
        className={hasPenalty ? '' : (styles.whole ?? '')}
        name="format"
        label={texts.format}
        description={fixed.format ? texts.formatFixed : texts.hints[values.format]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={contestFormats.map((value) => ({ value, label: texts.names[value] }))}
        disabled={fixed.format}
        error={errors.format && say(errors.format)}
        value={values.format}
        onChange={({ currentTarget: { value } }) => isFormat(value) && onChange({ format: value })}
      />
      {hasPenalty && (
        <TextInput
          name="penalty_minutes"
          label={texts.penalty}
          inputMode="numeric"
          autoComplete="off"
          disabled={fixed.format}
          error={errors.penalty_minutes && say(errors.penalty_minutes)}
          value={values.penaltyMinutes}
          onChange={({ currentTarget }) => onChange({ penaltyMinutes: currentTarget.value })}
        />
      )}
      <TextInput
        className={hasFreeze ? '' : (styles.whole ?? '')}
        name="freeze_minutes"
        label={texts.freeze}
        description={
          fixed.freeze === null
            ? texts.freezeHint
            : fixed.freeze === 'frozen'
              ? texts.freezeFixed
              : texts.freezeTooLate
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        autoComplete="off"
        placeholder={texts.noFreeze}
        disabled={fixed.freeze !== null}
        error={errors.freeze_minutes && say(errors.freeze_minutes)}
        value={values.freezeMinutes}
        onChange={({ currentTarget }) => onChange({ freezeMinutes: currentTarget.value })}
      />
      {hasFreeze && (
        <TextInput
          type="datetime-local"
          name="thaw_time"
          label={texts.thaw}
          description={fixed.thaw ? texts.thawed : texts.thawHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          max="9998-12-31T23:59"
          disabled={fixed.thaw}
          error={errors.thaw_time && say(errors.thaw_time)}
          value={values.thaw}
          onChange={({ currentTarget }) => onChange({ thaw: currentTarget.value })}
        />
      )}
      <MedalFields values={values} errors={errors} onChange={onChange} />
    </SettingsSection>
  );
}

function MedalFields({ values, errors, onChange }: Omit<FormatSectionProps, 'contest'>) {
  const { contestFormat: texts } = useMessages();
  const kinds = [
    { field: 'goldMedals', name: 'gold_medals', label: texts.gold },
    { field: 'silverMedals', name: 'silver_medals', label: texts.silver },
    { field: 'bronzeMedals', name: 'bronze_medals', label: texts.bronze },
  ] as const;
  return (
    <fieldset className={styles.row}>
      <legend>{texts.medals}</legend>
      {kinds.map(({ field, name, label }) => (
        <TextInput
          key={field}
          name={name}
          label={label}
          inputMode="numeric"
          autoComplete="off"
          error={errors[name] && say(errors[name])}
          value={values[field]}
          onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
        />
      ))}
    </fieldset>
  );
}
