/** The ways to end that a run has in every language; each language has a program of its own for each. */

import type { RunReasons } from '#contract/judge-words.ts';
import type { FinishedStatus } from '#contract/statuses.ts';
import { type Words, words } from '#contract/words.ts';
import { type KnownProgram, knownLimits } from './known-programs.ts';
import { wallLimitMs } from './limits.ts';

interface Way {
  status: FinishedStatus;
  reason?: Words<keyof RunReasons>;
}

const ways = {
  right: { status: 'Accepted' },
  'right, without a last newline and with spaces': { status: 'Accepted' },
  'right, with noise on standard error': { status: 'Accepted' },
  'right, with a huge array that is never touched': { status: 'Accepted' },
  'right, with a deep recursion': { status: 'Accepted' },
  'right, and an exit in the middle': { status: 'Accepted' },
  wrong: { status: 'Wrong Answer' },
  silent: { status: 'Wrong Answer' },
  'one token too many': { status: 'Wrong Answer' },
  'a loop without end': { status: 'Time Limit Exceeded' },
  'right, then a loop without end': { status: 'Time Limit Exceeded' },
  'a sleeper': {
    status: 'Time Limit Exceeded',
    reason: words('over_wall_time', { limitMs: wallLimitMs(knownLimits.timeLimitMs) }),
  },
  'memory used up, page by page': { status: 'Memory Limit Exceeded' },
  'a recursion without end': { status: 'Memory Limit Exceeded' },
  'one allocation beyond all measure': {
    status: 'Memory Limit Exceeded',
    reason: words('refused_memory'),
  },
  'right, with a non-zero exit code': {
    status: 'Runtime Error',
    reason: words('exit_code', { exitCode: 3 }),
  },
  'a flood of output': {
    status: 'Runtime Error',
    reason: words('over_output', { limitBytes: knownLimits.outputLimitBytes }),
  },
  'the network': { status: 'Runtime Error' },
  'another process': { status: 'Runtime Error' },
  'a file of the machine': { status: 'Accepted' },
} as const satisfies Record<string, Way>;

export function knownInEveryLanguage(codes: Readonly<Record<keyof typeof ways, string>>): KnownProgram[] {
  return Object.entries<Way>(ways).map(([name, way]) => ({
    name,
    code: codes[name as keyof typeof ways],
    ...way,
  }));
}
