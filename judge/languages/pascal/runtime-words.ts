/** How Free Pascal's runtime ends a program: with an exit code, or with words about an exception and the code for that. */

import { words } from '#contract/words.ts';
import type { RuntimeWords } from '../language.ts';

/** By exit code; a program that ends itself with one of these has only itself to blame. */
const errors: ReadonlyMap<number, string> = new Map([
  [2, 'file not found'],
  [3, 'path not found'],
  [4, 'too many open files'],
  [5, 'access denied'],
  [6, 'invalid file handle'],
  [100, 'disk read error'],
  [101, 'disk write error'],
  [102, 'file not assigned'],
  [103, 'file not open'],
  [104, 'file not open for input'],
  [105, 'file not open for output'],
  [106, 'invalid numeric format'],
  [200, 'division by zero'],
  [201, 'range check error'],
  [202, 'stack overflow'],
  [204, 'invalid pointer operation'],
  [205, 'floating point overflow'],
  [206, 'floating point underflow'],
  [207, 'invalid floating point operation'],
  [208, 'floating point division by zero'],
  [210, 'object not initialized'],
  [211, 'call to abstract method'],
  [213, 'collection index out of range'],
  [214, 'collection overflow'],
  [215, 'arithmetic overflow'],
  [216, 'invalid memory access'],
  // Without the unit that has words for one.
  [217, 'unhandled exception'],
  [218, 'invalid value'],
  [219, 'invalid typecast'],
  [227, 'assertion failed'],
  [231, 'nested exception'],
  [232, 'no support for threads'],
]);

const heapOverflow = 203;
const exitCodeOfException = 217;

const libraryExceptions: ReadonlySet<string> = new Set([
  'Exception',
  'EAbort',
  'EAbstractError',
  'EAccessViolation',
  'EArgumentException',
  'EArgumentOutOfRangeException',
  'EAssertionFailed',
  'EBusError',
  'EControlC',
  'EConvertError',
  'EDivByZero',
  'EExternal',
  'EExternalException',
  'EFCreateError',
  'EFOpenError',
  'EInOutError',
  'EIntError',
  'EIntOverflow',
  'EIntfCastError',
  'EInvalidCast',
  'EInvalidOp',
  'EInvalidOperation',
  'EInvalidPointer',
  'EListError',
  'EMathError',
  'ENotImplemented',
  'ENotSupportedException',
  'EObjectCheck',
  'EOSError',
  'EOverflow',
  'EPrivilege',
  'ERangeError',
  'EReadError',
  'ESafecallException',
  'EStackOverflow',
  'EStreamError',
  'EStringListError',
  'EUnderflow',
  'EVariantError',
  'EWriteError',
  'EZeroDivide',
]);

const exitCodeOfAssertion = 227;
/** It is told behind words of the program's own, and not by its number. */
const failedAssertion = /\(main\.pas, line \d+\)\.$/m;

const isRuntimeError = (exitCode: number, stderr: string) =>
  new RegExp(`Runtime error ${exitCode} at \\$`).test(stderr) ||
  (exitCode === exitCodeOfAssertion && failedAssertion.test(stderr));

export const runtimeWords: RuntimeWords = {
  ranOutOfMemory: ({ exitCode, stderr }) =>
    exitCode === exitCodeOfException
      ? /^(?:EOutOfMemory|EHeapMemoryError): /m.test(stderr)
      : exitCode === heapOverflow && isRuntimeError(heapOverflow, stderr),
  uncaughtException({ exitCode, stderr }) {
    if (exitCode !== exitCodeOfException) return null;
    const match = /An unhandled exception occurred at \$[0-9A-F]+:\n(\w+)/.exec(stderr);
    const name = match?.[1] ?? '';
    return match && { name: libraryExceptions.has(name) ? name : null };
  },
  explainEnd({ exitCode, stderr }) {
    if (exitCode === null || !isRuntimeError(exitCode, stderr)) return null;
    const cause = errors.get(exitCode);
    return cause === undefined ? null : words('numbered_error', { number: exitCode, cause });
  },
};
