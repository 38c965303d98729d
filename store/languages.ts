/**
 * Which languages are judged here, and what their programs get over the limits of problems. An administrator switches
 * them on and off; a worker takes work only while it can judge all that are on, and tells in its row what its machine has
 * of every language, on or off.
 */
import { asc, eq, not, sql } from 'drizzle-orm';
import { listImported } from '#contract/imported-packages.ts';
import {
  type Allowance,
  findAllowance,
  type LanguageLimits,
  type OwnAllowance,
} from '#contract/language-limits.ts';
import { findCheckerLanguage } from '#contract/program-files.ts';
import {
  alwaysJudged,
  type LanguageId,
  languageIds,
  languagesOnAtFirst,
  type PackageId,
} from '#contract/programs.ts';
import { findBlob, readBlob } from './blobs.ts';
import type { Queryable } from './database.ts';
import { preparedFor } from './prepared.ts';
import {
  type InstalledLanguage,
  languageSettings,
  type Missing,
  problems,
  startingTexts,
  testSets,
  workers,
} from './schema.ts';
import { lost, unfit } from './workers.ts';

async function listSettings(db: Queryable): Promise<LanguageSettings[]> {
  const rows = await prepareSettings(db).execute();
  return languageIds.map((id) => {
    const row = rows.find((each) => each.id === id);
    return {
      id,
      isOn: row?.isOn ?? isOnAtFirst(id),
      allowance: findAllowance(id, row && toOwn(row)),
      packages: row?.packages ?? [],
    };
  });
}

const prepareSettings = preparedFor((db) => db.select().from(languageSettings).prepare('language-settings'));

interface LanguageSettings {
  readonly id: LanguageId;
  readonly isOn: boolean;
  readonly allowance: Allowance;
  /** Those that are allowed. */
  readonly packages: readonly PackageId[];
}

const isOnAtFirst = (id: LanguageId) => languagesOnAtFirst.includes(id);

/** What is set of a language, of which there may be no row. */
type SetAllowance = {
  readonly [Part in 'timeFactor' | 'timeAllowanceMs' | 'memoryAllowanceMb']:
    | (typeof languageSettings.$inferSelect)[Part]
    | null;
};

export const setAllowance = {
  timeFactor: languageSettings.timeFactor,
  timeAllowanceMs: languageSettings.timeAllowanceMs,
  memoryAllowanceMb: languageSettings.memoryAllowanceMb,
};

export function toOwn({ timeFactor, timeAllowanceMs, memoryAllowanceMb }: SetAllowance): OwnAllowance {
  return {
    time_factor: timeFactor ?? undefined,
    time_allowance_ms: timeAllowanceMs ?? undefined,
    memory_allowance_mb: memoryAllowanceMb ?? undefined,
  };
}

/** What the programs of each language get over the limits of a problem that says this of some. */
export async function findAllowances(
  db: Queryable,
  ofProblem: LanguageLimits,
): Promise<(id: LanguageId) => Allowance> {
  const rows = await db.select({ id: languageSettings.id, ...setAllowance }).from(languageSettings);
  return (id) => {
    const row = rows.find((each) => each.id === id);
    return findAllowance(id, row && toOwn(row), ofProblem);
  };
}

export interface RequiredOfWorkers {
  readonly languages: readonly LanguageId[];
  /** Of languages that are off too: what was received in one is judged with them. */
  readonly packages: readonly PackageId[];
}

/**
 * What a worker must be able to judge: what is on, with the packages that are allowed, and C++, which checkers are written
 * in. Others that a checker may be written in must be on, and stay so.
 */
export async function findRequired(db: Queryable): Promise<RequiredOfWorkers> {
  const settings = await listSettings(db);
  return {
    languages: settings.filter(({ id, isOn }) => id === alwaysJudged || isOn).map(({ id }) => id),
    packages: settings.flatMap(({ packages }) => packages),
  };
}

/** A problem, by its id, whose tests in force have a checker in this language; null where there is none. */
export async function findCheckedIn(db: Queryable, id: LanguageId): Promise<string | null> {
  return (await listCheckersIn(db, id))[0]?.slug ?? null;
}

/** Problems, by their ids, whose tests in force have a checker in this language that imports the package. */
export async function listCheckedWith(
  db: Queryable,
  language: LanguageId,
  name: PackageId,
): Promise<string[]> {
  const needing: string[] = [];
  for (const { slug, sha256 } of await listCheckersIn(db, language)) {
    const blob = await findBlob(db, { sha256 });
    const code = blob ? Buffer.concat(await Array.fromAsync(readBlob(db, blob))).toString('latin1') : '';
    if (listImported(language, code).includes(name)) needing.push(slug);
  }
  return needing;
}

async function listCheckersIn(db: Queryable, id: LanguageId) {
  const checked = await db
    .select({
      slug: problems.slug,
      source: sql<string>`${testSets.plan} #>> '{checker,source}'`,
      files: sql<Record<string, string>>`${testSets.plan} -> 'checkerFiles'`,
    })
    .from(problems)
    .innerJoin(testSets, eq(testSets.id, problems.testSetId))
    .where(sql`${testSets.plan} #>> '{checker,name}' = 'program'`)
    .orderBy(problems.slug);
  return checked
    .filter(({ source }) => findCheckerLanguage(source) === id)
    .map(({ slug, source, files }) => ({ slug, sha256: files[source] ?? '' }));
}

type LanguageChange = { readonly [Part in keyof SetAllowance]: SetAllowance[Part] | undefined } & {
  readonly isOn: boolean | undefined;
  readonly packages?: PackageId[] | undefined;
};

/** What is undefined stays as it is. */
export async function changeLanguage(db: Queryable, id: LanguageId, change: LanguageChange) {
  const isAnything = Object.values(change).some((value) => value !== undefined);
  if (isAnything) {
    await db
      .insert(languageSettings)
      .values({ id, ...change, isOn: change.isOn ?? isOnAtFirst(id) })
      .onConflictDoUpdate({ target: languageSettings.id, set: change });
  }
  const changed = (await listSettings(db)).find((each) => each.id === id);
  if (!changed) throw new Error(`Nothing is known of ${id}`);
  return changed;
}

export interface MachineLanguage {
  readonly machine: string;
  /** Null: it has not looked yet. */
  readonly found: InstalledLanguage | Missing | null;
}

export interface KnownLanguage extends LanguageSettings {
  /** Of those that are heard of. */
  readonly machines: readonly MachineLanguage[];
  readonly isOffered: boolean;
}

export async function listLanguages(db: Queryable): Promise<KnownLanguage[]> {
  const [settings, heard] = await Promise.all([listSettings(db), prepareHeard(db).execute()]);
  return settings.map((each) => {
    const machines = heard.map(({ name, languages, isUnfit }) => ({
      machine: name,
      found: languages[each.id] ?? null,
      isUnfit,
    }));
    return { ...each, machines, isOffered: each.isOn && canBeJudged(each, machines) };
  });
}

const prepareHeard = preparedFor((db) =>
  db
    .select({ name: workers.name, languages: workers.languages, isUnfit: unfit })
    .from(workers)
    .where(not(lost))
    .orderBy(asc(workers.name), asc(workers.id))
    .prepare('languages-of-workers'),
);

/**
 * Unless all machines have looked and none that is fit has it with the packages that are allowed. While none is heard of,
 * what is received waits for the first; and what is received in C++, which every machine must judge, for one to be mended.
 */
function canBeJudged(
  { id, packages }: LanguageSettings,
  machines: readonly (MachineLanguage & { readonly isUnfit: boolean })[],
): boolean {
  const isJudging = ({ found, isUnfit }: (typeof machines)[number]) =>
    (!isUnfit || id === alwaysJudged) &&
    (found === null || ('version' in found && !lacksPackages(found, packages)));
  return machines.length === 0 || machines.some(isJudging);
}

/** Then that machine takes no work. One that has not looked for them yet lacks none. */
export function lacksPackages({ packages = {} }: InstalledLanguage, allowed: readonly PackageId[]): boolean {
  return allowed.some((id) => 'missing' in (packages[id] ?? {}));
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
