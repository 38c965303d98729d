/** How the compiler ended → what the contestant hears when there is no program. */

import type { CompilerWords, Printed } from '#contract/judge-words.ts';
import { type Words, words } from '#contract/words.ts';
import type { Diagnostics } from '../languages/language.ts';
import { JudgeFault } from '../sandbox/fault.ts';
import type { RunFacts, RunLimits } from '../sandbox/run-types.ts';

const mebibyte = 1024 * 1024;

/** Null when there is a program. */
export function explainRefusal(
  facts: RunFacts,
  limits: RunLimits,
  diagnostics: Diagnostics,
): Words<keyof CompilerWords> | null {
  if (facts.exitCode === 0 && facts.limit === null && facts.collected) return null;
  const printed = diagnostics.clean(facts.stderr);
  const stopped = stoppedBecause(facts, limits, diagnostics, printed);
  return stopped ?? (printed.text === '' ? howItEnded(facts) : readPrinted(printed));
}

function stoppedBecause(
  facts: RunFacts,
  limits: RunLimits,
  diagnostics: Diagnostics,
  printed: Printed,
): Words<keyof CompilerWords> | null {
  const inMegabytes = (bytes: number) => Math.round(bytes / mebibyte);
  switch (facts.limit) {
    case 'cpu':
    case 'wall':
      return words('compiling_took_too_long', { seconds: limits.cpuMs / 1000, printed });
    case 'memory':
      return words('compiling_needed_too_much_memory', {
        megabytes: inMegabytes(limits.memoryBytes),
        printed,
      });
    case 'output':
      return words('compiling_said_too_much', { printed });
    default:
      break;
  }
  const isTooLarge =
    facts.exitCode === 0 ||
    facts.signal === 'SIGXFSZ' ||
    diagnostics.tooLarge.test(Buffer.from(facts.stderr).toString('latin1'));
  if (!isTooLarge) return null;
  const { adviceWhenTooLarge: advice } = diagnostics;
  return words('program_too_large', { megabytes: inMegabytes(limits.fileSizeBytes ?? 0), advice, printed });
}

function readPrinted(printed: Printed): Words<keyof CompilerWords> {
  return printed.isCut ? words('compiler_printed', { printed }) : words('verbatim', { text: printed.text });
}

function howItEnded(facts: RunFacts): Words<keyof CompilerWords> {
  if (facts.signal !== null) return words('compiler_killed', { signal: facts.signal });
  if (facts.exitCode === null) throw new JudgeFault(words('compiler_end_unknown'));
  return words('compiler_silent', { exitCode: facts.exitCode });
}
