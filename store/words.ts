/** Words in rows: their code and parameters as JSON; see contract/words.ts. */
import { customType } from 'drizzle-orm/pg-core';
import { mapTexts, type StoredWords, type WordsCode } from '#contract/words.ts';

/** PostgreSQL's JSON holds neither NUL nor half a surrogate pair, but a source may, and its compiler may quote it. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

export function wordsColumn<Code extends WordsCode>(name: string) {
  return customType<{ data: StoredWords<Code>; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (said) => JSON.stringify(typeof said === 'string' ? said : mapTexts(said, toStorable)),
  })(name);
}
