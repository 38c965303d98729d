import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LanguageId } from '#contract/programs.ts';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../lib/messages.ts';
import styles from './guess-notice.module.css';
import type { Guess } from './program-language.ts';

interface GuessNoticeProps {
  guess: Guess | null;
  onChoose: (language: LanguageId) => void;
  onDecline: () => void;
  /** What else became of the text. */
  children: ReactNode;
}

/** What a text that came into the editor looks like: asked where somebody chose otherwise, said where nobody did. */
export function GuessNotice({ guess, onChoose, onDecline, children }: GuessNoticeProps) {
  const { problem: texts, submissions } = useMessages();
  if (guess === null) return <Notice tone="success">{children}</Notice>;
  const [name, other] = [submissions.languages[guess.language], submissions.languages[guess.instead]];
  const isOffer = guess.kind === 'offered';
  const choices = isOffer
    ? [
        { text: texts.switchTo(name), onClick: () => onChoose(guess.language) },
        { text: texts.keepLanguage(other), onClick: onDecline },
      ]
    : [{ text: texts.backTo(other), onClick: () => onChoose(guess.instead) }];
  return (
    <Notice tone="info">
      <span className={styles.row}>
        <span className={styles.text}>
          {children} {isOffer ? texts.looksLike(name) : texts.takenFor(name)}
        </span>
        {choices.map(({ text, onClick }) => (
          <Button key={text} variant="default" size="xs" onClick={onClick}>
            {text}
          </Button>
        ))}
      </span>
    </Notice>
  );
}
