/**
 * The ways in which a run can end, the same list for all languages: each language has a program of its own for each, or
 * says why it has none.
 */

import { usualAllowances } from '#contract/language-limits.ts';
import type { LanguageId } from '#contract/programs.ts';
import { words } from '#contract/words.ts';
import { type KnownProgram, knownLimits } from './known-programs.ts';
import { wallLimitMs, withAllowance } from './limits.ts';

type End = Pick<KnownProgram, 'status' | 'reason'>;

const accepted: End = { status: 'Accepted' };
const wrong: End = { status: 'Wrong Answer' };
const tooMuchMemory: End = { status: 'Memory Limit Exceeded' };
const runtimeError: End = { status: 'Runtime Error' };

const ways = {
  right: accepted,
  'right, without a last newline and with spaces': accepted,
  'right, with noise on standard error': accepted,
  'right, with a huge array that is never touched': accepted,
  'right, with a deep recursion': accepted,
  'right, and an exit in the middle': accepted,
  wrong,
  silent: wrong,
  'one token too many': wrong,
  'right, then a loop without end': { status: 'Time Limit Exceeded' },
  'a sleeper': { status: 'Time Limit Exceeded' },
  'memory used up, page by page': tooMuchMemory,
  'a recursion without end': tooMuchMemory,
  'one allocation beyond all measure': { ...tooMuchMemory, reason: words('refused_memory') },
  'right, with a non-zero exit code': { ...runtimeError, reason: words('exit_code', { exitCode: 3 }) },
  'a flood of output': {
    ...runtimeError,
    reason: words('over_output', { limitBytes: knownLimits.outputLimitBytes }),
  },
  /** Why it failed is the language's to say. */
  'an error of the language': runtimeError,
  'an error in words of its own, made of the input': runtimeError,
  abort: { ...runtimeError, reason: words('ended_by_signal', { signal: 'SIGABRT' }) },
  'the network': runtimeError,
  'another process': runtimeError,
  'a file of the machine': accepted,
  'no program': { status: 'Compilation Error' },
  'a secret of the machine as source': { status: 'Compilation Error' },
} as const satisfies Record<string, End>;

type Way = keyof typeof ways;

/** Of a program: its code alone, where it ends as in most languages. */
type Ending =
  | string
  | (Pick<KnownProgram, 'code'> & Partial<Omit<KnownProgram, 'name'>>)
  /** Compiling takes so long that one program shows both. */
  | { readonly shownBy: Way }
  /** Why there is no such way. */
  | { readonly none: string };

export type Endings = Readonly<Record<Way, Ending>>;

/** By the limits that the language usually has. */
export function knownEndings(id: LanguageId, endings: Endings): KnownProgram[] {
  return (Object.keys(ways) as Way[]).flatMap((name) => {
    const ending = endings[name];
    const usual = { name, ...ways[name], ...(name === 'a sleeper' && { reason: overWallTime(id) }) };
    if (typeof ending === 'string') return [{ ...usual, code: ending }];
    return 'code' in ending ? [{ ...usual, ...ending }] : [];
  });
}

function overWallTime(id: LanguageId) {
  const { timeLimitMs } = withAllowance(usualAllowances[id], knownLimits);
  return words('over_wall_time', { limitMs: wallLimitMs(timeLimitMs) });
}
