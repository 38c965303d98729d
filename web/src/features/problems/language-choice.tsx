import { NativeSelect, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import type { LanguageId } from '#contract/programs.ts';
import { useIsCppAlone } from '../../lib/languages.ts';
import { useMessages } from '../../lib/messages.ts';
import styles from './language-choice.module.css';

interface LanguageChoiceProps {
  language: LanguageId;
  offered: readonly LanguageId[];
  isDisabled: boolean;
  onChoose: (language: LanguageId) => void;
}

/** The language of what is submitted, and the way to what is known of it. */
export function LanguageChoice({ language, offered, isDisabled, onChoose }: LanguageChoiceProps) {
  const { problem: texts, submissions } = useMessages();
  const name = submissions.languages[language];
  const isCppAlone = useIsCppAlone();
  return (
    <div className={styles.choice}>
      {offered.length > 1 ? (
        <NativeSelect
          className={styles.select}
          aria-label={texts.language}
          size="sm"
          value={language}
          disabled={isDisabled}
          data={offered.map((id) => ({ value: id, label: submissions.languages[id] }))}
          onChange={({ currentTarget }) => onChoose(currentTarget.value as LanguageId)}
        />
      ) : (
        <span>
          <span className={styles.wordy}>{texts.language}: </span>
          <strong>{name}</strong>
          <span className={styles.wordy}>, {texts.sizeLimit}</span>
        </span>
      )}
      {!isCppAlone && (
        // Not in place of the editor: one reads it while one writes.
        <Link className={styles.about} to={`${pagePaths.languages}#${language}`} target="_blank">
          {texts.aboutLanguage(name)}
          <VisuallyHidden component="span"> {texts.opensInNewTab}</VisuallyHidden>
        </Link>
      )}
    </div>
  );
}
