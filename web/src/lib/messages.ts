import { en, type Messages } from '#contract/messages/en.ts';

/** The texts of the language in use. There is one so far; another is one more file of the same type. */
export function useMessages(): Messages {
  return en;
}
