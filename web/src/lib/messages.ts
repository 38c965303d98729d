import { sayIn } from '#contract/messages/catalogues.ts';
import { en, type Messages } from '#contract/messages/en.ts';
import type { Words } from '#contract/words.ts';

/** The texts of the language in use. There is one so far; another is one more file of the same type. */
export const inUse = en;
export const say = sayIn(inUse);

export function useMessages(): Messages {
  return inUse;
}

/** What the server said, in the language in use; a newer server's text as it came, when its code is not known here. */
export function sayOr<Text extends string | null>(
  words: Words | null | undefined,
  text: Text,
): string | Text {
  return words && Object.hasOwn(inUse.sentences, words.code) ? say(words) : text;
}
