import type { Logger } from 'pino';
import type { FaultWords, GateFailures } from '#contract/judge-words.ts';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { alwaysJudged, type LanguageId } from '#contract/programs.ts';
import { type Words, words } from '#contract/words.ts';
import type { RequiredOfWorkers } from '#store/languages.ts';
import { conformance, proveLanguage } from '../gate/conformance.ts';
import type { Languages } from '../languages/catalogue.ts';
import { type Judge, openJudge } from '../run/judge.ts';
import { explainFault } from '../sandbox/fault.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

export interface FitJudge {
  readonly judge: Judge;
  /** Of what it must judge, the languages whose known programs failed: it takes work in all others. */
  readonly unproved: UnprovedLanguages;
  readonly sandbox: Sandbox;
  close(): Promise<void>;
}

export type UnprovedLanguages = ReadonlyMap<LanguageId, Words<'language_unproved'>>;

/** Why the worker takes no work; also in the log. */
export interface Unfit {
  readonly failures: readonly Words<keyof GateFailures>[];
  /** What there is of each, unless not even that could be found out. */
  readonly languages: Languages | null;
}

/**
 * Opens the judge and sees that it judges as it should. When it does not, whatever the reason, the worker takes no
 * work and everything else goes on. `required`: what it must judge.
 */
export async function openFitJudge(
  open: () => Promise<Sandbox>,
  cache: { cacheFolder: string; cacheBytes: number },
  required: RequiredOfWorkers,
  logger: Logger,
  leaving: AbortSignal,
): Promise<FitJudge | Unfit> {
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const one of closing.reverse()) await one();
  };
  const failures: Words<keyof GateFailures>[] = [];
  let languages: Languages | null = null;
  try {
    const sandbox = await open();
    closing.push(() => sandbox.close());
    logger.info({ ...sandbox.facts }, 'sandbox');
    const judge = await openJudge({ sandbox, ...cache, packages: required.packages });
    closing.push(() => judge.close());
    ({ languages } = judge);
    failures.push(...listLacking(judge.languages, required.languages));
    if (failures.length === 0) {
      const others = required.languages.filter((id) => id !== alwaysJudged);
      const [ofMachine, unproved] = await Promise.all([
        conformance(judge, leaving),
        proveAll(judge, others, leaving, logger),
      ]);
      if (ofMachine.length === 0) return { judge, sandbox, unproved, close };
      failures.push(...ofMachine);
    }
  } catch (error) {
    failures.push(explainFault(error));
  }
  await close();
  if (!leaving.aborted)
    logger.error(
      { failures: failures.map(sayInEnglish) },
      'this machine does not judge as it should: the worker takes no work',
    );
  return { failures, languages };
}

async function proveAll(
  judge: Judge,
  languages: readonly LanguageId[],
  signal: AbortSignal,
  logger: Logger,
): Promise<UnprovedLanguages> {
  const tried = languages.map(
    async (id) => [id, describeProof(id, await proveLanguage(judge, id, { signal }), logger)] as const,
  );
  return new Map((await Promise.all(tried)).flatMap(([id, fault]) => (fault ? [[id, fault]] : [])));
}

/** Null: the language is proved. */
export function describeProof(
  language: LanguageId,
  failures: readonly Words<keyof GateFailures>[],
  logger: Logger,
): Words<'language_unproved'> | null {
  if (failures.length === 0) return null;
  logger.error(
    { language, failures: failures.map(sayInEnglish) },
    'this machine does not judge a language as it should: the worker takes no work in it',
  );
  return words('language_unproved', { failures });
}

/** Of what is on, with the packages that are allowed, what this machine has not. */
export function listLacking(
  languages: Pick<Languages, 'installed' | 'missing'>,
  required: readonly LanguageId[],
): Words<'language_unusable'>[] {
  return required.flatMap((language) =>
    listMissing(languages, language).map((fault) => words('language_unusable', { language, fault })),
  );
}

/** The language itself, or packages that are allowed for it. */
export function listMissing(
  { installed, missing }: Pick<Languages, 'installed' | 'missing'>,
  id: LanguageId,
): Words<keyof FaultWords>[] {
  const fault = missing.get(id)?.said;
  const packages = installed[id]?.packages ?? [];
  const lacking = packages.flatMap(({ isAllowed, found }) =>
    isAllowed && 'missing' in found ? [found.missing] : [],
  );
  return fault ? [fault, ...lacking] : lacking;
}
