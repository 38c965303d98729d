import { NativeSelect } from '@mantine/core';
import { type LanguageId, languageIds } from '#contract/programs.ts';
import { useOfferedLanguages } from '../lib/languages.ts';
import { useMessages } from '../lib/messages.ts';
import styles from './language-narrowing.module.css';

interface LanguageNarrowingProps {
  /** Null: all. */
  allowed: readonly LanguageId[] | null;
  error?: string | undefined;
  onChange: (allowed: LanguageId[] | null) => void;
}

/** Which languages a problem or a contest takes. Where one language is all there is, there is nothing to choose. */
export function LanguageNarrowing({ allowed, error, onChange }: LanguageNarrowingProps) {
  const { languageLimits: texts } = useMessages();
  const offered = useOfferedLanguages();
  if (offered.length < 2 && allowed === null) return null;
  // What was chosen and is switched off now stays chosen, and can be given up.
  const shown = languageIds.filter((id) => offered.includes(id) || allowed?.includes(id));
  return (
    <div className={styles.narrowing}>
      <NativeSelect
        name="allowedLanguages"
        label={texts.allowed}
        data={[
          { value: 'all', label: texts.allowedAll },
          { value: 'some', label: texts.allowedSome },
        ]}
        value={allowed === null ? 'all' : 'some'}
        error={allowed === null ? undefined : error}
        onChange={({ currentTarget }) => onChange(currentTarget.value === 'all' ? null : [...offered])}
      />
      {allowed !== null && (
        <fieldset className={styles.choices} aria-label={texts.allowedChoice}>
          {shown.map((id) => (
            <label key={id} className={styles.choice}>
              <input
                type="checkbox"
                checked={allowed.includes(id)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(languageIds.filter((each) => (each === id ? checked : allowed.includes(each))))
                }
              />
              {offered.includes(id) ? texts.names[id] : texts.allowedOff(texts.names[id])}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
