import { useState } from 'react';
import type { ProblemDetail } from '#contract/problems.ts';
import { alwaysJudged, type LanguageId, languageIds } from '#contract/programs.ts';
import { useRemembered } from '../../lib/remembered.ts';
import { serverClock } from '../../lib/server-clock.ts';
import type { TextStorage } from './drafts.ts';
import { type GuessedSource, guessLanguage } from './guess-language.ts';
import { findOpeningText, type TextPlace } from './unsent-texts.ts';

/** What a text looks like, and what became of that: offered beside what the person chose, or taken for what nobody chose. */
export interface Guess {
  readonly kind: 'offered' | 'taken';
  readonly language: LanguageId;
  /** What is chosen, or was. */
  readonly instead: LanguageId;
}

interface ProgramLanguageOptions {
  userId: number;
  /** What the problem takes. */
  offered: readonly LanguageId[];
  /** Of the text that the editor opened with. */
  opened: string | null;
  /** Of the person's last submission, which may have been made elsewhere. */
  last: ProblemDetail['last_language'];
}

/** The language of the program in the editor: as it was written in, else as this person chose last. */
export function useProgramLanguage({ userId, offered, opened, last }: ProgramLanguageOptions) {
  const [remembered, remember] = useRemembered(choiceKey(userId), '', (stored) => stored);
  const [ofText, setOfText] = useState(opened);
  // By the person, for the text that is in the editor or comes into it.
  const [isChosen, setChosen] = useState(opened !== null);
  const [guess, setGuess] = useState<Guess | null>(null);
  const [declined, setDeclined] = useState<LanguageId | null>(null);
  const language = chooseOffered(offered, [ofText, findLastChoice(remembered, last)]);
  const writtenIn = languageIds.find((id) => id === ofText);

  const take = (id: LanguageId) => {
    setOfText(id);
    remember(writeChoice(id, serverClock.now()));
  };

  return {
    language,
    offered,
    guess,
    /** In which the text was written, where that is not taken any more: `language` is then nobody's choice for it. */
    lost: writtenIn && !offered.includes(writtenIn) ? writtenIn : null,

    choose(id: LanguageId) {
      take(id);
      setChosen(true);
      setGuess(null);
    },

    /**
     * Looks at a text that came into the editor at once, and tells which language it has then. What was chosen for a text
     * that it has replaced is no choice for this one.
     */
    consider(source: GuessedSource, hasReplaced = false): LanguageId {
      const isHeld = isChosen && !hasReplaced;
      const seeming = guessLanguage(source, language, offered);
      const isNew = seeming !== language && !(isHeld && seeming === declined);
      setChosen(isHeld);
      setGuess(isNew ? { kind: isHeld ? 'offered' : 'taken', language: seeming, instead: language } : null);
      if (!isHeld) setOfText(seeming);
      if (!isNew || isHeld) return language;
      remember(writeChoice(seeming, serverClock.now()));
      return seeming;
    },

    decline() {
      setDeclined(guess?.language ?? null);
      setGuess(null);
    },

    /** Something is written: in what is shown, if that is not known better. */
    hold(id: LanguageId) {
      if (ofText === null) setOfText(id);
    },

    /** The text it was chosen for is gone. */
    startAnew() {
      setOfText(language);
      setChosen(false);
      setGuess(null);
      setDeclined(null);
    },
  };
}

const choiceKey = (userId: number) => `language-${userId}`;

function chooseOffered(offered: readonly LanguageId[], wanted: readonly (string | null)[]): LanguageId {
  return wanted.flatMap((one) => offered.find((id) => id === one) ?? []).at(0) ?? offered[0] ?? alwaysJudged;
}

/** The language that the editor of this place will open with, for whoever has not opened it yet. */
export function findOpeningLanguage(
  storage: TextStorage,
  /** Null for a visitor. */
  place: TextPlace | null,
  { offered, last }: Pick<ProgramLanguageOptions, 'offered' | 'last'>,
): LanguageId {
  if (place === null) return chooseOffered(offered, []);
  const opened = findOpeningText(storage, place, Date.now());
  const remembered = recall(storage, choiceKey(place.userId));
  return chooseOffered(offered, [opened?.language ?? null, findLastChoice(remembered, last)]);
}

function recall(storage: TextStorage, key: string): string {
  try {
    return storage.getItem(key) ?? '';
  } catch {
    // Forbidden storage keeps nothing.
    return '';
  }
}

/** As a device remembers it: what, and when by the server's clock. */
export function writeChoice(id: LanguageId, atMs: number): string {
  return `${id} ${Math.round(atMs)}`;
}

/** The later of what this device remembers and the last submission. A release before remembered no time. */
export function findLastChoice(remembered: string, last: ProblemDetail['last_language']): string | null {
  const [id = '', at = '0'] = remembered.split(' ');
  if (last && (id === '' || Date.parse(last.at) > Number(at))) return last.id;
  return id || null;
}
