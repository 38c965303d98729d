/** What Python prints on standard error about the end of a program. */

import type { RuntimeWords } from '../language.ts';

/** Those of the language itself. One in a program may have the same name, which tells nothing either. */
const builtinExceptions: ReadonlySet<string> = new Set([
  'ArithmeticError',
  'AssertionError',
  'AttributeError',
  'BaseException',
  'BaseExceptionGroup',
  'BlockingIOError',
  'BrokenPipeError',
  'BufferError',
  'BytesWarning',
  'ChildProcessError',
  'ConnectionAbortedError',
  'ConnectionError',
  'ConnectionRefusedError',
  'ConnectionResetError',
  'DeprecationWarning',
  'EOFError',
  'EncodingWarning',
  'Exception',
  'ExceptionGroup',
  'FileExistsError',
  'FileNotFoundError',
  'FloatingPointError',
  'FutureWarning',
  'GeneratorExit',
  'ImportError',
  'ImportWarning',
  'IndentationError',
  'IndexError',
  'InterruptedError',
  'IsADirectoryError',
  'KeyError',
  'KeyboardInterrupt',
  'LookupError',
  'MemoryError',
  'ModuleNotFoundError',
  'NameError',
  'NotADirectoryError',
  'NotImplementedError',
  'OSError',
  'OverflowError',
  'PendingDeprecationWarning',
  'PermissionError',
  'ProcessLookupError',
  'PythonFinalizationError',
  'RecursionError',
  'ReferenceError',
  'ResourceWarning',
  'RuntimeError',
  'RuntimeWarning',
  'StopAsyncIteration',
  'StopIteration',
  'SyntaxError',
  'SyntaxWarning',
  'SystemError',
  'SystemExit',
  'TabError',
  'TimeoutError',
  'TypeError',
  'UnboundLocalError',
  'UnicodeDecodeError',
  'UnicodeEncodeError',
  'UnicodeError',
  'UnicodeTranslateError',
  'UnicodeWarning',
  'UserWarning',
  'ValueError',
  'Warning',
  'ZeroDivisionError',
]);

/** Those of the library that programs in contests meet, as a traceback calls them. */
const libraryExceptions: ReadonlySet<string> = new Set([
  '_queue.Empty',
  'decimal.DivisionByZero',
  'decimal.InvalidOperation',
  'decimal.Overflow',
  'json.decoder.JSONDecodeError',
  'queue.Empty',
  'queue.Full',
  're.PatternError',
  're.error',
  'statistics.StatisticsError',
  'struct.error',
  'zlib.error',
]);

/** In a group too, and by numpy's own name. */
const memoryError = /^(?: +\| )?(?:numpy\._?core\._exceptions\._Array)?MemoryError\b/m;
/** PyPy's, which aborts when it has been told once and asks for more. */
const fatalError = /Fatal RPython error: .{0,100}memory|using too much memory, aborting$/m;

const exitCodeOfException = 1;

export const runtimeWords: RuntimeWords = {
  ranOutOfMemory: ({ exitCode, signal, stderr }) =>
    (exitCode === exitCodeOfException && memoryError.test(stderr)) ||
    (signal !== null && fatalError.test(stderr)),
  /** Behind the last head of a traceback, the first line that does not begin with a space. A group's has a margin. */
  uncaughtException({ exitCode, signal, stderr }) {
    // An interrupt ends it by the signal that it stands for.
    if (exitCode !== exitCodeOfException && signal !== 'SIGINT') return null;
    const heads = [
      ...stderr.matchAll(/^(?! *\|).*?( {2}\+ Exception Group )?Traceback \(most recent call last\):\n/gm),
    ];
    const last = heads.at(-1);
    if (!last) return null;
    const lines = stderr.slice(last.index + last[0].length).split('\n');
    const inside = last[1] === undefined ? lines : lines.map((line) => line.replace(/^ {2}\| /, ''));
    const told = inside.find((line) => !line.startsWith(' '));
    const name = /^([\w.]+)(?::|$)/.exec(told ?? '')?.[1] ?? '';
    return { name: builtinExceptions.has(name) || libraryExceptions.has(name) ? name : null };
  },
};
