/**
 * Texts that many people read: a title may not look like another one, turn what stands beside it around, or break the
 * line it is on. Refused, not cleaned: whoever typed it should know.
 */
import { z } from 'zod';
import { rule, type TextField } from './words.ts';

const lineBreaks = /[\n\v\f\r\u0085\u2028\u2029]/;

/**
 * Controls, and all that Unicode draws as nothing, the marks that change the direction of writing among it. But not what
 * scripts and emoji are written with: joiners, the breaks between Thai words, selectors of a letter's form.
 */
const unseen =
  /[\p{Cc}\u2028\u2029\ufff9-\ufffb]|(?!\p{Variation_Selector}|[\u034f\u200b-\u200d])\p{Default_Ignorable_Code_Point}/u;

/** Flags of countries within countries are spelt with characters that are invisible anywhere else. */
const spelledFlags = /\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu;

/** For messages that quote what others wrote: each such character by its number, line ends as they are. */
export function showUnseen(text: string): string {
  return text.replace(new RegExp(unseen, 'gu'), (character) =>
    character === '\n' || character === '\t' ? character : `[${nameCharacter(character)}]`,
  );
}

/** One line of what can be seen of a text that nobody can be asked to mend. Null: nothing is left. */
export function toLine(text: string, max: number): string | null {
  const seen = text.replaceAll(/\s+/g, ' ').replace(new RegExp(unseen, 'gu'), '');
  const line = seen.slice(0, max).toWellFormed().trim();
  return isBlank(line) ? null : line;
}

export function hasUnseen(text: string): boolean {
  return unseen.test(text.replace(spelledFlags, ''));
}

function nameCharacter(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** One line, with something to see on it. */
export function lineOfText(field: TextField, required: string, max: number, tooLong: string) {
  return z
    .string(required)
    .trim()
    .min(1, required)
    .max(max, tooLong)
    .superRefine((text, context) => {
      const message = findMistake(field, text) ?? (isBlank(text) ? required : null);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });
}

/** Any number of lines; with something to see on them, where `required` says what to say otherwise. */
export function linesOfText(field: TextField, max: number, tooLong: string, required?: string) {
  return z
    .string(required)
    .trim()
    .max(max, tooLong)
    .superRefine((text, context) => {
      const mistake = findMistake(field, text.replace(/[\t\n\r\u2028\u2029]/g, ' '));
      const message = mistake ?? (isBlank(text) ? (required ?? null) : null);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });
}

export function isBlank(text: string): boolean {
  return text.replace(/[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu, '') === '';
}

function findMistake(field: TextField, text: string): string | null {
  if (lineBreaks.test(text)) return rule('line_break', { field });
  const [character] = unseen.exec(text.replace(spelledFlags, '')) ?? [];
  return character === undefined
    ? null
    : rule('unseen_character', { field, character: nameCharacter(character) });
}
