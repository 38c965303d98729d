/**
 * Which languages are judged here. An administrator switches them on and off; a worker takes work only while it can judge
 * all that are on, and tells in its row what its machine has of every language, on or off.
 */
import { asc, eq, not } from 'drizzle-orm';
import type { InstalledFacts } from '#contract/languages.ts';
import { type LanguageId, languageIds, languagesOnAtFirst } from '#contract/programs.ts';
import type { Queryable } from './database.ts';
import { languageSettings, type MissingLanguage, startingTexts, workers } from './schema.ts';
import { lost } from './workers.ts';

export async function listLanguagesOn(db: Queryable): Promise<LanguageId[]> {
  const rows = await db.select().from(languageSettings);
  const set = new Map(rows.map(({ id, isOn }) => [id, isOn]));
  return languageIds.filter((id) => set.get(id) ?? languagesOnAtFirst.includes(id));
}

/** What a worker must be able to judge: what is on, and C++, which checkers are written in. */
export async function listLanguagesRequired(db: Queryable): Promise<LanguageId[]> {
  const on = await listLanguagesOn(db);
  return languageIds.filter((id) => id === 'cpp' || on.includes(id));
}

export async function switchLanguage(db: Queryable, id: LanguageId, isOn: boolean): Promise<void> {
  await db
    .insert(languageSettings)
    .values({ id, isOn })
    .onConflictDoUpdate({ target: languageSettings.id, set: { isOn } });
}

export interface MachineLanguage {
  readonly machine: string;
  /** Null: it has not looked yet. */
  readonly found: InstalledFacts | MissingLanguage | null;
}

export interface KnownLanguage {
  readonly id: LanguageId;
  readonly isOn: boolean;
  /** Of those that are heard of. */
  readonly machines: readonly MachineLanguage[];
  readonly isOffered: boolean;
}

export async function listLanguages(db: Queryable): Promise<KnownLanguage[]> {
  const on = await listLanguagesOn(db);
  const heard = await db
    .select({ name: workers.name, languages: workers.languages })
    .from(workers)
    .where(not(lost))
    .orderBy(asc(workers.name), asc(workers.id));
  return languageIds.map((id) => {
    const machines = heard.map(({ name, languages }) => ({ machine: name, found: languages[id] ?? null }));
    const isOn = on.includes(id);
    return { id, isOn, machines, isOffered: isOn && canBeJudged(machines) };
  });
}

/** Why nothing in it is taken, or null. */
export async function refuseLanguage(
  db: Queryable,
  id: LanguageId,
): Promise<'language_off' | 'language_not_judged' | null> {
  const language = (await listLanguages(db)).find((each) => each.id === id);
  if (!language?.isOn) return 'language_off';
  return language.isOffered ? null : 'language_not_judged';
}

/** Unless all machines have looked and none has it. While none is heard of, what is received waits for the first. */
function canBeJudged(machines: readonly MachineLanguage[]): boolean {
  return machines.length === 0 || machines.some(({ found }) => found === null || 'version' in found);
}

export async function listStartingTexts(db: Queryable): Promise<ReadonlyMap<LanguageId, string>> {
  const rows = await db.select().from(startingTexts);
  return new Map(rows.map(({ language, text }) => [language, text]));
}

/** Null: the editor's own again. */
export async function setStartingText(
  db: Queryable,
  language: LanguageId,
  text: string | null,
): Promise<void> {
  if (text === null) {
    await db.delete(startingTexts).where(eq(startingTexts.language, language));
    return;
  }
  await db
    .insert(startingTexts)
    .values({ language, text })
    .onConflictDoUpdate({ target: startingTexts.language, set: { text } });
}
