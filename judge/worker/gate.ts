import type { Logger } from 'pino';
import type { GateFailures } from '#contract/judge-words.ts';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { type Words, words } from '#contract/words.ts';
import { conformance } from '../gate/conformance.ts';
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
}

/**
 * Opens the judge and sees that it judges as it should. When it does not, whatever the reason, the worker takes no
 * work and everything else goes on.
 */
export async function openFitJudge(
  open: () => Promise<Sandbox>,
  cache: { cacheFolder: string; cacheBytes: number },
  logger: Logger,
  leaving: AbortSignal,
): Promise<FitJudge | Unfit> {
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const one of closing.reverse()) await one();
  };
  const failures: Words<keyof GateFailures>[] = [];
  try {
    const sandbox = await open();
    closing.push(() => sandbox.close());
    logger.info({ ...sandbox.facts }, 'sandbox');
    const judge = await openJudge({ sandbox, ...cache });
    closing.push(() => judge.close());
    failures.push(...(await conformance(judge, leaving)));
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
  return { failures };
}
