/** How the compiler ended → what the contestant hears when there is no program. */

import type { Diagnostics } from '../languages/language.ts';
import { JudgeFault } from '../sandbox/fault.ts';
import type { RunFacts, RunLimits } from '../sandbox/run-types.ts';

const mebibyte = 1024 * 1024;

/** Null when there is a program. */
export function describeRefusal(facts: RunFacts, limits: RunLimits, diagnostics: Diagnostics): string | null {
  if (facts.exitCode === 0 && facts.limit === null && facts.collected) return null;
  const printed = diagnostics.clean(facts.stderr);
  const why = stoppedBecause(facts, limits, diagnostics) ?? (printed === '' ? howItEnded(facts) : null);
  return [why, printed].filter((part) => part).join('\n');
}

function stoppedBecause(facts: RunFacts, limits: RunLimits, diagnostics: Diagnostics): string | null {
  switch (facts.limit) {
    case 'cpu':
    case 'wall':
      return `Compiling was stopped: it took more than ${limits.cpuMs / 1000} s.`;
    case 'memory':
      return `Compiling was stopped: it needed more than ${Math.round(limits.memoryBytes / mebibyte)} MB of memory.`;
    case 'output':
      return 'Compiling was stopped: too many messages.';
    default:
      break;
  }
  const bound = Math.round((limits.fileSizeBytes ?? 0) / mebibyte);
  const isTooLarge =
    facts.exitCode === 0 || diagnostics.tooLarge.test(Buffer.from(facts.stderr).toString('latin1'));
  if (!isTooLarge) return null;
  return `Compiling was stopped: the program is larger than ${bound} MB. ${diagnostics.adviceWhenTooLarge}`;
}

function howItEnded(facts: RunFacts): string {
  if (facts.signal !== null) return `The compiler was ended by ${facts.signal}.`;
  if (facts.exitCode === null) throw new JudgeFault('the compiler ended neither by itself nor by a signal');
  return `The compiler ended with code ${facts.exitCode} and no message.`;
}
