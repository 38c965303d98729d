import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { usualAllowances } from '#contract/language-limits.ts';
import type { InstalledFacts } from '#contract/languages.ts';
import * as calls from '#contract/languages.ts';
import { alwaysJudged, type LanguageId, type PackageId, packagesOf } from '#contract/programs.ts';
import { type Say, words } from '#contract/words.ts';
import type { Queryable } from '#store/database.ts';
import {
  changeLanguage,
  findCheckedIn,
  type KnownLanguage,
  lacksPackages,
  listCheckedWith,
  listLanguages,
  listStartingTexts,
  type MachineLanguage,
  setStartingText,
} from '#store/languages.ts';
import type { InstalledLanguage, Missing } from '#store/schema.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { sayTo, tell } from '../words.ts';

export function languagesRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  route(app, context, calls.listLanguages, 'settings.read-public', async () => {
    const known = await listLanguages(db);
    const texts = await listStartingTexts(db);
    return known
      .filter(({ isOffered }) => isOffered)
      .map((language) => toOffered(language, texts.get(language.id) ?? null));
  });

  route(app, context, calls.listLanguageSettings, 'settings.manage', async ({ request }) => {
    const say = sayTo(request);
    const known = await listLanguages(db);
    return known.map(({ id, isOn, isOffered, allowance, packages, machines }) => ({
      id,
      is_on: isOn,
      is_offered: isOffered,
      allowance,
      usual_allowance: usualAllowances[id],
      machines: machines.map(({ machine, found }) => toMachine(machine, found, say)),
      packages: packagesOf(id).map((name) => ({
        id: name,
        is_allowed: packages.includes(name),
        machines: machines.flatMap(({ machine, found }) =>
          isInstalled(found) ? [toMachine(machine, found.packages?.[name] ?? null, say)] : [],
        ),
      })),
    }));
  });

  route(app, context, calls.putLanguageSetting, 'settings.manage', async ({ params, body }) => {
    const id = requireLanguage(params);
    const problem = body.is_on === false && id !== alwaysJudged ? await findCheckedIn(db, id) : null;
    if (problem !== null) throw new ApiError('language_needed', words('language_needed_by', { problem }));
    if (body.packages?.some((name) => !packagesOf(id).includes(name)))
      throw new ApiError('invalid_request', words('package_unknown'));
    if (body.packages) await requireUnneeded(db, id, body.packages);
    const { isOn, allowance, packages } = await changeLanguage(db, id, {
      isOn: body.is_on,
      timeFactor: body.time_factor,
      timeAllowanceMs: body.time_allowance_ms,
      memoryAllowanceMb: body.memory_allowance_mb,
      packages: body.packages,
    });
    return { is_on: isOn, allowance, packages: [...packages] };
  });

  route(app, context, calls.putStartingText, 'language.set-starting-text', async ({ params, body }) => {
    await setStartingText(db, requireLanguage(params), body.text);
    return body;
  });
}

function requireLanguage({ id }: { readonly id: LanguageId | null }): LanguageId {
  if (id === null) throw new ApiError('language_not_found');
  return id;
}

/** What a checker imports stays allowed as long as its tests are in force: without it they would judge nothing. */
async function requireUnneeded(db: Queryable, id: LanguageId, allowed: readonly PackageId[]): Promise<void> {
  const before = (await listLanguages(db)).find((each) => each.id === id)?.packages ?? [];
  for (const name of before.filter((each) => !allowed.includes(each))) {
    const problems = await listCheckedWith(db, id, name);
    if (problems.length > 0)
      throw new ApiError('package_needed', words('package_needed_by', { package: name, problems }));
  }
}

function toOffered(
  { id, allowance, packages: allowed, machines }: KnownLanguage,
  startingText: string | null,
): calls.Language {
  const found = machines.flatMap((machine) => (isInstalled(machine.found) ? [machine.found] : []));
  const told = found
    .filter((facts) => !lacksPackages(facts, allowed))
    .map((facts) => toInstalled(facts, allowed));
  const distinct = new Map(told.map((facts) => [JSON.stringify(facts), facts]));
  const [first, ...also] = distinct.values();
  return { id, ...(first ?? unknown), starting_text: startingText, also, allowance };
}

/** Field by field: a machine that is not updated yet tells less. */
function toInstalled(
  { version, flags, compile, run, packages = {} }: InstalledLanguage,
  allowed: readonly PackageId[],
): InstalledFacts {
  const seen = allowed.flatMap((id) => {
    const found = packages[id];
    return found && 'version' in found ? [{ id, version: found.version }] : [];
  });
  return { version, flags, compile: compile ?? null, run: run ?? null, packages: seen };
}

const unknown = { version: null, flags: [], compile: null, run: null, packages: [] };

/** `found`: a language or a package, as it is there. */
function toMachine(
  name: string,
  found: { readonly version: string } | Missing | null,
  say: Say,
): calls.OnMachine {
  const missing = tell(found && 'missing' in found ? found.missing : null, say);
  return {
    name,
    version: found && 'version' in found ? found.version : null,
    missing: missing.text,
    missing_words: missing.words,
  };
}

function isInstalled(found: MachineLanguage['found']): found is InstalledLanguage {
  return found !== null && 'version' in found;
}
