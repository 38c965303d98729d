import { NativeSelect, TextInput } from '@mantine/core';
import { contestEntries } from '#contract/contest-settings.ts';
import type { Contest, ContestFormErrors } from '#contract/contests.ts';
import { limits } from '#contract/limits.ts';
import { say, useMessages } from '../../lib/messages.ts';
import { type EntryValues, isEntry, keepsPassword } from './entry-values.ts';
import styles from './more-settings.module.css';
import { SettingsSection } from './more-settings.tsx';

interface EntrySectionProps {
  /** As it is now; null: a new one. */
  contest: Contest | null;
  values: EntryValues;
  errors: ContestFormErrors;
  onChange: (changed: Partial<EntryValues>) => void;
}

/** Who may join. The password stands there as it is typed: it is to be told to others. */
export function EntrySection({ contest, values, errors, onChange }: EntrySectionProps) {
  const { contestEntry: texts } = useMessages();
  return (
    <SettingsSection title={texts.section}>
      <NativeSelect
        className={values.entry === 'password' ? '' : (styles.whole ?? '')}
        name="entry"
        label={texts.entry}
        description={texts.hints[values.entry]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={contestEntries.map((value) => ({ value, label: texts.names[value] }))}
        error={errors.entry && say(errors.entry)}
        value={values.entry}
        onChange={({ currentTarget: { value } }) => isEntry(value) && onChange({ entry: value })}
      />
      {values.entry === 'password' && (
        <TextInput
          name="entry_password"
          label={texts.newPassword}
          description={keepsPassword(contest) ? texts.keptPasswordHint : texts.newPasswordHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.passwordMax}
          error={errors.entry_password && say(errors.entry_password)}
          value={values.entryPassword}
          onChange={({ currentTarget }) => onChange({ entryPassword: currentTarget.value })}
        />
      )}
    </SettingsSection>
  );
}
