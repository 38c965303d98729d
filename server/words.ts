/** Where words become text for whoever asked: in the language of the request, English unless it names another. */
import type { FastifyRequest } from 'fastify';
import type { ImportReport, StoredReport } from '#contract/import-report.ts';
import { chooseCatalogue } from '#contract/messages/catalogues.ts';
import { sayIn } from '#contract/messages/say-in.ts';
import { besideText, readStoredWords, type Say, type StoredWords, type Words } from '#contract/words.ts';

export function sayTo(request: FastifyRequest): Say {
  return sayIn(chooseCatalogue(request.headers['accept-language']));
}

/** A text of an answer, and beside it what it says. */
export function tell(stored: StoredWords, say: Say): { text: string; words: Words | null };
export function tell(stored: StoredWords | null, say: Say): { text: string | null; words: Words | null };
export function tell(stored: StoredWords | null, say: Say) {
  if (stored === null) return { text: null, words: null };
  const said = readStoredWords(stored);
  return { text: say(said), words: besideText(said) };
}

export function tellReport({ checker, ignored, ...report }: StoredReport, say: Say): ImportReport {
  const told = tell(checker, say);
  return {
    ...report,
    checker: told.text,
    checker_words: told.words,
    ignored: ignored.map(({ name, reason }) => {
      const { text, words } = tell(reason, say);
      return { name, reason: text, reason_words: words };
    }),
  };
}
