/** How the compiler ended → what the contestant hears when there is no program. */

import { constants } from 'node:os';
import type { CompilerWords, Printed } from '#contract/judge-words.ts';
import { type Words, words } from '#contract/words.ts';
import type { Diagnostics } from '../languages/language.ts';
import { JudgeFault } from '../sandbox/fault.ts';
import type { RunFacts, RunLimits } from '../sandbox/run-types.ts';

const mebibyte = 1024 * 1024;

/**
 * Null when there is a program. A JudgeFault when the machine ended the compiler: that is no word about the source, and
 * another attempt, or another machine, may have one.
 */
export function explainRefusal(
  facts: RunFacts,
  limits: RunLimits,
  diagnostics: Diagnostics,
): Words<keyof CompilerWords> | null {
  if (facts.exitCode === 0 && facts.limit === null && facts.collected) return null;
  if (wasKilled(facts)) throw new JudgeFault(words('compiler_killed_by_machine'));
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
  if (!isTooLarge(facts, diagnostics)) return null;
  const { adviceWhenTooLarge: advice } = diagnostics;
  return words('program_too_large', { megabytes: inMegabytes(limits.fileSizeBytes ?? 0), advice, printed });
}

function isTooLarge({ exitCode, signal, stderr }: RunFacts, { tooLarge }: Diagnostics): boolean {
  return exitCode === 0 || signal === 'SIGXFSZ' || tooLarge.test(Buffer.from(stderr).toString('latin1'));
}

/** By nobody here, who would have said for which limit. A shell tells of it by 128 and the signal's number. */
function wasKilled({ limit, signal, exitCode }: RunFacts): boolean {
  return limit === null && (signal === 'SIGKILL' || exitCode === 128 + constants.signals.SIGKILL);
}

/** Whether the same source would end the same way tomorrow: what a limit stopped may pass on a calmer machine. */
export function isLasting(facts: RunFacts, diagnostics: Diagnostics): boolean {
  if (facts.limit !== null || facts.exitCode === null) return false;
  // One that ended well without a program may have met a full disk.
  return facts.exitCode === 0 ? facts.collected : !speaksOfMachine(facts, diagnostics);
}

/**
 * Whether it says that the machine had no more of something, or ended a part of it. It may do better when it is asked
 * again. A source can make it say so too, and gains nothing but to be compiled twice.
 */
export function speaksOfMachine(facts: RunFacts, diagnostics: Diagnostics): boolean {
  if (facts.limit !== null || isTooLarge(facts, diagnostics)) return false;
  const said = Buffer.from(facts.stderr).toString('latin1');
  return wantOfMachine.some((words) => words.test(said));
}

/** What compilers, their parts and the C library say. */
const wantOfMachine = [
  /out of memory|no memory left|cannot allocate memory|memory exhausted|not enough memory/i,
  /memory allocation of \d+ bytes failed|OutOfMemoryError|MemoryError|could not reserve enough space/i,
  /the Java Runtime Environment|initialization of VM/,
  /resource temporarily unavailable|too many open files|input\/output error|stale file handle/i,
  /signal terminated program|terminated (?:with|by) signal|signal: \d+|^Killed$/im,
  /failed to (?:create new OS thread|spawn)|unable to create native thread/i,
];

function readPrinted(printed: Printed): Words<keyof CompilerWords> {
  return printed.isCut ? words('compiler_printed', { printed }) : words('verbatim', { text: printed.text });
}

function howItEnded(facts: RunFacts): Words<keyof CompilerWords> {
  if (facts.signal !== null) return words('compiler_killed', { signal: facts.signal });
  if (facts.exitCode === null) throw new JudgeFault(words('compiler_end_unknown'));
  return words('compiler_silent', { exitCode: facts.exitCode });
}
