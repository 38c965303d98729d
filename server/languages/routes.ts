import type { FastifyInstance } from 'fastify';
import { usualAllowances } from '#contract/language-limits.ts';
import type { InstalledFacts } from '#contract/languages.ts';
import * as calls from '#contract/languages.ts';
import type { Say } from '#contract/words.ts';
import { changeLanguage, type KnownLanguage, listLanguages, type MachineLanguage } from '#store/languages.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { sayTo, tell } from '../words.ts';

export function languagesRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  route(app, context, calls.listLanguages, 'settings.read-public', async () => {
    const known = await listLanguages(db);
    return known.filter(({ isOffered }) => isOffered).map(toOffered);
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
    const { isOn, allowance } = await changeLanguage(db, params.id, {
      isOn: body.is_on,
      timeFactor: body.time_factor,
      timeAllowanceMs: body.time_allowance_ms,
      memoryAllowanceMb: body.memory_allowance_mb,
    });
    return { is_on: isOn, allowance };
  });
}

function toOffered({ id, allowance, machines }: KnownLanguage): calls.Language {
  const found = machines.flatMap((machine) => (isInstalled(machine.found) ? [machine.found] : []));
  const distinct = new Map(
    found.map(({ version, flags }) => [`${version} ${flags.join(' ')}`, { version, flags }]),
  );
  const [first, ...also] = distinct.values();
  return { id, version: first?.version ?? null, flags: first?.flags ?? [], also, allowance };
}

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
