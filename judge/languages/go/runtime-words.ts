/** What Go's runtime prints on standard error about the end of a program. */

import { words } from '#contract/words.ts';
import type { RuntimeWords } from '../language.ts';

/** The beginnings of the runtime's own panics. What follows them are values of the program. */
const panics = [
  'assignment to entry in nil map',
  'close of closed channel',
  'close of nil channel',
  'comparing uncomparable type',
  'growslice: len out of range',
  'hash of unhashable type',
  'index out of range',
  'integer divide by zero',
  'integer overflow',
  'interface conversion',
  'invalid memory address or nil pointer dereference',
  'makechan: size out of range',
  'makeslice: cap out of range',
  'makeslice: len out of range',
  'negative shift amount',
  'send on closed channel',
  'slice bounds out of range',
  'cannot convert slice',
  'strings: negative Repeat count',
  'sync: negative WaitGroup counter',
] as const;

const fatalErrors = [
  'all goroutines are asleep - deadlock!',
  'concurrent map iteration and map write',
  'concurrent map read and map write',
  'concurrent map writes',
  'go of nil func value',
  'no goroutines (main called runtime.Goexit) - deadlock!',
  'stack overflow',
  'sync: RUnlock of unlocked RWMutex',
  'sync: Unlock of unlocked RWMutex',
  'sync: unlock of unlocked mutex',
] as const;

const exitCodeOfBoth = 2;

/** Said when there can be no more of them. */
const threadError = /fatal error: newosproc$/m;

export const runtimeWords: RuntimeWords = {
  ranOutOfMemory: ({ stderr }) =>
    /fatal error: (?:runtime: )?(?:cannot allocate memory|out of memory)/m.test(stderr),
  uncaughtException: () => null,
  explainEnd({ exitCode, stderr }) {
    if (exitCode !== exitCodeOfBoth) return null;
    if (threadError.test(stderr)) return words('refused_threads');
    const [, kind, said = ''] = /(panic|fatal error): (?:runtime error: )?(.*)$/m.exec(stderr) ?? [];
    const startsWith = (text: string) => said.startsWith(text);
    if (kind === 'panic') return words('panic', { cause: panics.find(startsWith) ?? null });
    const cause = fatalErrors.find(startsWith);
    return cause === undefined ? null : words('fatal_error', { cause });
  },
};
