import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { usualAllowances } from '#contract/language-limits.ts';
import type { InstalledFacts } from '#contract/languages.ts';
import * as calls from '#contract/languages.ts';
import { type Say, words } from '#contract/words.ts';
import {
  changeLanguage,
  findCheckedIn,
  type KnownLanguage,
  listLanguages,
  listStartingTexts,
  type MachineLanguage,
  setStartingText,
} from '#store/languages.ts';
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
    return known.map(({ id, isOn, isOffered, allowance, machines }) => ({
      id,
      is_on: isOn,
      is_offered: isOffered,
      allowance,
      usual_allowance: usualAllowances[id],
      machines: machines.map((machine) => toMachine(machine, say)),
    }));
  });

  route(app, context, calls.putLanguageSetting, 'settings.manage', async ({ params, body }) => {
    // C++ is there for checkers whether it is on or off.
    const problem = body.is_on === false && params.id !== 'cpp' ? await findCheckedIn(db, params.id) : null;
    if (problem !== null) throw new ApiError('language_needed', words('language_needed_by', { problem }));
    const { isOn, allowance } = await changeLanguage(db, params.id, {
      isOn: body.is_on,
      timeFactor: body.time_factor,
      timeAllowanceMs: body.time_allowance_ms,
      memoryAllowanceMb: body.memory_allowance_mb,
    });
    return { is_on: isOn, allowance };
  });

  route(app, context, calls.putStartingText, 'language.set-starting-text', async ({ params, body }) => {
    await setStartingText(db, params.id, body.text);
    return body;
  });
}

function toOffered({ id, allowance, machines }: KnownLanguage, startingText: string | null): calls.Language {
  const found = machines.flatMap((machine) => (isInstalled(machine.found) ? [machine.found] : []));
  const distinct = new Map(found.map(toInstalled).map((facts) => [JSON.stringify(facts), facts]));
  const [first, ...also] = distinct.values();
  return { id, ...(first ?? unknown), starting_text: startingText, also, allowance };
}

/** Field by field: a machine that is not updated yet tells less. */
function toInstalled({ version, flags, compile, run }: InstalledFacts): InstalledFacts {
  return { version, flags, compile: compile ?? null, run: run ?? null };
}

const unknown = { version: null, flags: [], compile: null, run: null };

function toMachine({ machine, found }: MachineLanguage, say: Say) {
  const missing = tell(found && 'missing' in found ? found.missing : null, say);
  return {
    name: machine,
    version: isInstalled(found) ? found.version : null,
    missing: missing.text,
    missing_words: missing.words,
  };
}

function isInstalled(found: MachineLanguage['found']): found is InstalledFacts {
  return found !== null && 'version' in found;
}
