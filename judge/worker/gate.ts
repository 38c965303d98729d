import type { Logger } from 'pino';
import type { GateFailures } from '#contract/judge-words.ts';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import type { LanguageId } from '#contract/programs.ts';
import { type Words, words } from '#contract/words.ts';
import type { RequiredOfWorkers } from '#store/languages.ts';
import { conformance } from '../gate/conformance.ts';
import type { Languages } from '../languages/catalogue.ts';
import { type Judge, openJudge } from '../run/judge.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

export interface FitJudge {
  readonly judge: Judge;
  readonly sandbox: Sandbox;
  close(): Promise<void>;
}

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
    if (failures.length === 0) failures.push(...(await conformance(judge, required.languages, leaving)));
    if (failures.length === 0) return { judge, sandbox, close };
  } catch (error) {
    failures.push(words('verbatim', { text: error instanceof Error ? error.message : String(error) }));
  }
  await close();
  if (!leaving.aborted)
    logger.error(
      { failures: failures.map(sayInEnglish) },
      'this machine does not judge as it should: the worker takes no work',
    );
  return { failures, languages };
}

/** Of what is on, with the packages that are allowed, what this machine has not. */
export function listLacking(
  { installed, missing }: Languages,
  required: readonly LanguageId[],
): Words<'language_unusable'>[] {
  return required.flatMap((language) => {
    const fault = missing.get(language)?.said;
    const packages = installed[language]?.packages ?? [];
    const lacking = packages.flatMap(({ isAllowed, found }) =>
      isAllowed && 'missing' in found ? [found.missing] : [],
    );
    return [...(fault ? [fault] : []), ...lacking].map((said) =>
      words('language_unusable', { language, fault: said }),
    );
  });
}
