import type { Messages } from '#contract/messages/en.ts';
import { firstTexts } from '#contract/messages/en-first.ts';
import { sayIn } from '#contract/messages/say-in.ts';
import type { Words } from '#contract/words.ts';

/**
 * The texts of the language in use. There is one so far; another is one more pair of files of the same types. A visitor's
 * first pages have only the first of the two; every other script waits for the whole (lib/load-page.ts), and so may
 * take it for granted.
 */
let inUse = firstTexts as Messages;

export async function completeMessages(): Promise<void> {
  inUse = (await import('#contract/messages/en.ts')).en;
}

export function useMessages(): Messages {
  return inUse;
}

/** Instead of what was asked of the server, when there was no network. */
export function sayOffline(): string {
  return inUse.app.offlineSent;
}

export function say(words: Words): string {
  return sayIn(inUse)(words);
}

/**
 * What the server said, in the language in use; its text as it came, when its code is not known here: that of a newer
 * server, or any while only the first texts are there.
 */
export function sayOr<Text extends string | null>(
  words: Words | null | undefined,
  text: Text,
): string | Text {
  return words && Object.hasOwn(inUse.sentences ?? {}, words.code) ? say(words) : text;
}
