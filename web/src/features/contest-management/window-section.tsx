import { TextInput } from '@mantine/core';
import type { Contest, ContestFormErrors } from '#contract/contests.ts';
import { say, useMessages } from '../../lib/messages.ts';
import styles from './more-settings.module.css';
import { SettingsSection } from './more-settings.tsx';
import { initialWindowValues, isWindowFixed, type WindowValues } from './window-values.ts';

interface WindowSectionProps {
  /** As it is now; null: a new one. */
  contest: Contest | null;
  values: WindowValues;
  errors: ContestFormErrors;
  onChange: (changed: Partial<WindowValues>) => void;
}

/** Whether all have one clock, or each their own. */
export function WindowSection({ contest, values, errors, onChange }: WindowSectionProps) {
  const { contestTiming: texts } = useMessages();
  const isFixed = isWindowFixed(contest?.status);
  return (
    <SettingsSection title={texts.section}>
      <TextInput
        className={styles.whole ?? ''}
        name="window_minutes"
        label={texts.window}
        description={isFixed ? texts.windowFixed : texts.windowHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        autoComplete="off"
        placeholder={texts.noWindow}
        disabled={isFixed}
        error={errors.window_minutes && say(errors.window_minutes)}
        value={(isFixed ? initialWindowValues(contest) : values).windowMinutes}
        onChange={({ currentTarget }) => onChange({ windowMinutes: currentTarget.value })}
      />
    </SettingsSection>
  );
}
