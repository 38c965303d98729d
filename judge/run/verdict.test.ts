import { describe, expect, test } from 'vitest';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { runtimeWords } from '../languages/cpp/runtime-words.ts';
import { runtimeWords as goWords } from '../languages/go/runtime-words.ts';
import { runtimeWordsWith } from '../languages/java/runtime-words.ts';
import { runtimeWords as javascriptWords } from '../languages/javascript/runtime-words.ts';
import { kotlin } from '../languages/kotlin.ts';
import type { RuntimeWords } from '../languages/language.ts';
import { wallLimitMs } from '../languages/limits.ts';
import { runtimeWords as pascalWords } from '../languages/pascal/runtime-words.ts';
import { runtimeWords as pythonWords } from '../languages/python/runtime-words.ts';
import { runtimeWords as rustWords } from '../languages/rust/runtime-words.ts';
import { decideRun, type Limits, shownMemoryKb, shownTimeMs, type VerdictFacts } from './verdict.ts';

const javaWords = runtimeWordsWith([]);

const limits: Limits = { timeLimitMs: 1000, memoryLimitBytes: 256 << 20, outputLimitBytes: 64 << 20 };
const clean: VerdictFacts = {
  cpuMs: 1.2,
  memoryBytes: 1 << 20,
  exitCode: 0,
  signal: null,
  limit: null,
  refusedBytes: 0,
  outputBytes: 10,
  stderr: Buffer.alloc(0),
};
const killed = { exitCode: null, signal: 'SIGKILL' };

function status(facts: Partial<VerdictFacts>): string {
  return decideRun({ ...clean, ...facts }, limits, runtimeWords)?.status ?? 'checker decides';
}
function reason(facts: Partial<VerdictFacts>): string {
  const decision = decideRun({ ...clean, ...facts }, limits, runtimeWords);
  return decision ? sayInEnglish(decision.reason) : '';
}

describe('borders', () => {
  test.each<[string, Partial<VerdictFacts>, string]>([
    ['CPU time exactly at the limit', { cpuMs: 1000 }, 'checker decides'],
    ['CPU time one microsecond over', { cpuMs: 1000.001 }, 'Time Limit Exceeded'],
    ['memory exactly at the limit', { memoryBytes: 256 << 20 }, 'checker decides'],
    ['memory one byte over', { memoryBytes: (256 << 20) + 1 }, 'Memory Limit Exceeded'],
    ['no CPU time at all', { cpuMs: 0 }, 'checker decides'],
    ['output exactly at the limit', { outputBytes: 64 << 20 }, 'checker decides'],
    ['output one byte over', { outputBytes: (64 << 20) + 1 }, 'Runtime Error'],
    ['exit code 0', { exitCode: 0 }, 'checker decides'],
    ['exit code 1', { exitCode: 1 }, 'Runtime Error'],
    ['exit code 255', { exitCode: 255 }, 'Runtime Error'],
  ])('%s', (_, facts, expected) => expect(status(facts)).toBe(expected));

  test('the wall clock is twice the limit and a second', () => {
    expect(wallLimitMs(1000)).toBe(3000);
    expect(wallLimitMs(1)).toBe(1002);
  });
});

describe('what each way of ending badly is called', () => {
  test.each<[string, Partial<VerdictFacts>, string]>([
    ['a loop stopped by the CPU clock', { ...killed, limit: 'cpu', cpuMs: 1001.6 }, 'Time Limit Exceeded'],
    [
      'stopped by the CPU clock at the border itself',
      { ...killed, limit: 'cpu', cpuMs: 1000 },
      'Time Limit Exceeded',
    ],
    ['a sleeper', { ...killed, limit: 'wall' }, 'Time Limit Exceeded'],
    ['too slow, though it ended by itself', { cpuMs: 1000.4 }, 'Time Limit Exceeded'],
    ['too slow and then exit 1', { cpuMs: 1000.4, exitCode: 1 }, 'Time Limit Exceeded'],
    ['a thread was killed for memory, main returned 0', { limit: 'memory' }, 'Memory Limit Exceeded'],
    ['killed for memory', { ...killed, limit: 'memory' }, 'Memory Limit Exceeded'],
    ['memory and time both gone', { ...killed, limit: 'memory', cpuMs: 1200 }, 'Memory Limit Exceeded'],
    ['a flood of output', { ...killed, limit: 'output' }, 'Runtime Error'],
    ['output over its limit, then exit 0', { outputBytes: (64 << 20) + 1 }, 'Runtime Error'],
    ['a flood and too slow', { outputBytes: (64 << 20) + 1, cpuMs: 1000.001 }, 'Time Limit Exceeded'],
    [
      'null access after a refused malloc',
      { exitCode: null, signal: 'SIGSEGV', refusedBytes: 1 << 30 },
      'Memory Limit Exceeded',
    ],
    ['exit 1 after a refused malloc', { exitCode: 1, refusedBytes: 1 << 30 }, 'Memory Limit Exceeded'],
    ['a refused malloc that the program lived with', { refusedBytes: 1 << 30 }, 'checker decides'],
    [
      'an uncaught bad_alloc',
      {
        exitCode: null,
        signal: 'SIGABRT',
        stderr: Buffer.from("terminate called after throwing an instance of 'std::bad_alloc'\n"),
      },
      'Memory Limit Exceeded',
    ],
    [
      'an uncaught bad_array_new_length',
      {
        exitCode: null,
        signal: 'SIGABRT',
        stderr: Buffer.from("terminate called after throwing an instance of 'std::bad_array_new_length'"),
      },
      'Memory Limit Exceeded',
    ],
    [
      'the words bad_alloc on stderr of a clean run',
      { stderr: Buffer.from('std::bad_alloc') },
      'checker decides',
    ],
    ['an ordinary crash', { exitCode: null, signal: 'SIGSEGV' }, 'Runtime Error'],
    ['an assertion', { exitCode: null, signal: 'SIGABRT' }, 'Runtime Error'],
    ['a division by zero', { exitCode: null, signal: 'SIGFPE' }, 'Runtime Error'],
    ['a forbidden system call', { exitCode: null, signal: 'SIGSYS' }, 'Runtime Error'],
    ['killing itself', killed, 'Runtime Error'],
    ['noise on standard error', { stderr: Buffer.from('debug: 1 2 3') }, 'checker decides'],
  ])('%s', (_, facts, expected) => expect(status(facts)).toBe(expected));
});

describe('precedence: of two things that happened, the upper row of the table decides', () => {
  const rows: [string, Partial<VerdictFacts>, string][] = [
    ['out of memory', { limit: 'memory' }, 'Memory Limit Exceeded'],
    ['CPU over', { cpuMs: 2000 }, 'Time Limit Exceeded'],
    ['wall over', { limit: 'wall' }, 'Time Limit Exceeded'],
    ['output over', { outputBytes: (64 << 20) + 1 }, 'Runtime Error'],
    [
      'refused and crashed',
      { refusedBytes: 1 << 30, exitCode: null, signal: 'SIGSEGV' },
      'Memory Limit Exceeded',
    ],
    ['crashed', { exitCode: null, signal: 'SIGSEGV' }, 'Runtime Error'],
    ['exit 3', { exitCode: 3 }, 'Runtime Error'],
  ];
  for (const [upperIndex, [upper, upperFacts, expected]] of rows.entries()) {
    for (const [lower, lowerFacts] of rows.slice(upperIndex + 1)) {
      test(`${upper} beats ${lower}`, () => expect(status({ ...lowerFacts, ...upperFacts })).toBe(expected));
    }
  }
});

describe('an exception that nobody caught', () => {
  const ofPython = (stderr: string, ended: Partial<VerdictFacts> = { exitCode: 1 }) => {
    const facts = { ...clean, ...ended, stderr: Buffer.from(stderr) };
    const decision = decideRun(facts, limits, pythonWords);
    return decision && `${decision.status}: ${sayInEnglish(decision.reason)}`;
  };
  const traceback = (end: string) =>
    `Traceback (most recent call last):\n  File "main.py", line 1, in <module>\n    ~~^~~\n${end}\n`;

  test.each<[string, string, string]>([
    [
      'of an interpreter shows by an exit code',
      traceback('ZeroDivisionError: division by zero'),
      'Runtime Error: Uncaught exception ZeroDivisionError',
    ],
    ['without a message', traceback('KeyError'), 'Runtime Error: Uncaught exception KeyError'],
    [
      'the last of a chain',
      `${traceback("KeyError: 'a'")}\nDuring handling of the above exception, another exception occurred:\n\n${traceback('ValueError: b')}`,
      'Runtime Error: Uncaught exception ValueError',
    ],
    [
      'a group of them',
      `  + Exception Group Traceback (most recent call last):
  |   File "main.py", line 1, in <module>
  | ExceptionGroup: x (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "main.py", line 1, in <module>
    | ValueError: x
    +---------------- 2 ----------------
    | KeyError: 'x'
    +------------------------------------
`,
      'Runtime Error: Uncaught exception ExceptionGroup',
    ],
    ['of the program’s own', traceback('Secret42: x'), 'Runtime Error: Uncaught exception'],
    ['of a module', traceback('secret.ValueError: x'), 'Runtime Error: Uncaught exception'],
    ['with a name that goes on', traceback('ValueError42'), 'Runtime Error: Uncaught exception'],
    ['cut off', 'Traceback (most recent call last):\n  File', 'Runtime Error: Uncaught exception'],
    ['nothing of the kind', 'KeyError: x\n', 'Runtime Error: Exited with code 1'],
    [
      'for want of memory',
      traceback('MemoryError'),
      'Memory Limit Exceeded: Asked for more memory than the limit allows',
    ],
    ...['numpy.core', 'numpy._core'].map((where): [string, string, string] => [
      `for want of memory, of ${where}`,
      traceback(`${where}._exceptions._ArrayMemoryError: Unable to allocate 256. TiB for an array`),
      'Memory Limit Exceeded: Asked for more memory than the limit allows',
    ]),
    [
      'for want of memory, of another library',
      traceback('secret._exceptions._ArrayMemoryError: x'),
      'Runtime Error: Uncaught exception',
    ],
  ])('%s', (_, stderr, expected) => expect(ofPython(stderr)).toBe(expected));

  test('that a program lived through says nothing', () => {
    expect(ofPython(traceback('KeyError'), { exitCode: 0 })).toBe(null);
  });

  const exited = 'Runtime Error: Exited with code 3';
  const crashed = 'Runtime Error: Invalid memory access (SIGSEGV)';
  const crash = { exitCode: null, signal: 'SIGSEGV' };
  const inThread = 'Exception in thread Thread-1 (<lambda>):\n';
  test.each<[string, string, Partial<VerdictFacts>, string]>([
    ['an exit', traceback('ZeroDivisionError'), { exitCode: 3 }, exited],
    ['an exit, and a thread’s', `${inThread}${traceback('ZeroDivisionError')}`, { exitCode: 3 }, exited],
    ['a crash', traceback('ZeroDivisionError'), crash, crashed],
    ['an exit, for want of memory', traceback('MemoryError'), { exitCode: 3 }, exited],
    ['a crash, for want of memory', traceback('MemoryError'), crash, crashed],
    ['an exit, in the words of PyPy', 'Fatal RPython error: out of memory\n', { exitCode: 3 }, exited],
  ])('that a program lived through is not what ended it: %s', (_, stderr, ended, expected) =>
    expect(ofPython(stderr, ended)).toBe(expected),
  );

  test('of an interrupt shows by its signal', () => {
    const ended = { exitCode: null, signal: 'SIGINT' };
    expect(ofPython(traceback('KeyboardInterrupt'), ended)).toBe(
      'Runtime Error: Uncaught exception KeyboardInterrupt',
    );
  });

  test.each<[string, RuntimeWords, string]>([
    ['Java', javaWords, 'Exception in thread "main" java.lang.IllegalStateException\n'],
    ['Java', javaWords, 'java.lang.OutOfMemoryError: Java heap space\n'],
    ['Node', javascriptWords, 'RangeError: Array buffer allocation failed\n'],
    ['Pascal', pascalWords, 'An unhandled exception occurred at $00000000:\nEDivByZero: Division by zero\n'],
    ['Pascal', pascalWords, 'EOutOfMemory: Out of memory\n'],
    ['Pascal', pascalWords, 'Runtime error 203 at $00000000\n'],
  ])('that a program in %s lived through is not what ended it', (_, runtime, stderr) => {
    const decision = decideRun({ ...clean, exitCode: 3, stderr: Buffer.from(stderr) }, limits, runtime);
    expect(decision && sayInEnglish(decision.reason)).toBe('Exited with code 3');
  });

  const ofNode = (error: string) => {
    const stderr = Buffer.from(`/minos-work/main.js:1\nthrow x\n^\n\n${error}\n\nNode.js v24.21.0\n`);
    const decision = decideRun({ ...clean, exitCode: 1, stderr }, limits, javascriptWords);
    return decision && `${decision.status}: ${sayInEnglish(decision.reason)}`;
  };

  test.each<[string, string]>([
    ['TypeError: x is not a function\n    at main.js:1:1', 'Runtime Error: Uncaught exception TypeError'],
    ['RangeError [ERR_OUT_OF_RANGE]: x\n    at main.js:1:1', 'Runtime Error: Uncaught exception RangeError'],
    ['Secret42: x\n    at main.js:1:1', 'Runtime Error: Uncaught exception'],
    [
      "Uncaught:\n'some text'\n(Use `node --trace-uncaught ...` to show where)",
      'Runtime Error: Uncaught exception',
    ],
  ])('of Node: %s', (error, expected) => expect(ofNode(error)).toBe(expected));
});

describe('an exception that nobody caught, of a virtual machine', () => {
  const inFormat = (name: string) => `java.util.${name}Exception`;
  const uncaught = (name: string, runtime: RuntimeWords) => {
    const stderr = Buffer.from(
      `Exception in thread "main" ${name}: secret\n\tat Main.main(Unknown Source)\n`,
    );
    const decision = decideRun({ ...clean, exitCode: 1, stderr }, limits, runtime);
    return decision && sayInEnglish(decision.reason);
  };

  test.each([
    ...['AbstractMethodError', 'InstantiationError', 'UnknownError'].map((name) => `java.lang.${name}`),
    ...['IllegalFormatCodePoint', 'IllegalFormatFlags', 'IllegalFormatWidth'].map(inFormat),
    ...['MissingFormatWidth', 'UnknownFormatFlags'].map(inFormat),
  ])('has a name in Java’s library: %s', (name) =>
    expect(uncaught(name, javaWords)).toBe(`Uncaught exception ${name}`),
  );

  test('has a name in Kotlin’s library', () => {
    const atEnd = 'kotlin.io.ReadAfterEOFException';
    expect(uncaught(atEnd, kotlin.runtimeWords)).toBe(`Uncaught exception ${atEnd}`);
    expect(uncaught(atEnd, javaWords)).toBe('Uncaught exception');
  });
});

describe('what a runtime says behind a line that the program left unfinished', () => {
  const noMemory = 'Memory Limit Exceeded: Asked for more memory than the limit allows';
  const aborted = { exitCode: null, signal: 'SIGABRT' };
  test.each<[string, RuntimeWords, Partial<VerdictFacts>, string, string]>([
    [
      'Python',
      pythonWords,
      { exitCode: 1 },
      'Traceback (most recent call last):\n  File "main.py", line 1\nValueError: x\n',
      'Runtime Error: Uncaught exception ValueError',
    ],
    ['PyPy', pythonWords, aborted, 'Fatal RPython error: out of memory\n', noMemory],
    ['PyPy', pythonWords, aborted, 'using too much memory, aborting\n', noMemory],
    [
      'Java',
      javaWords,
      { exitCode: 1 },
      'Exception in thread "main" java.lang.IllegalStateException\n',
      'Runtime Error: Uncaught exception java.lang.IllegalStateException',
    ],
    [
      'Java',
      javaWords,
      { exitCode: 3 },
      'Terminating due to java.lang.OutOfMemoryError: Java heap space\n',
      noMemory,
    ],
    [
      'Go',
      goWords,
      { exitCode: 2 },
      'panic: runtime error: integer divide by zero\n',
      'Runtime Error: Panic: integer divide by zero',
    ],
    [
      'Go',
      goWords,
      { exitCode: 2 },
      'fatal error: all goroutines are asleep - deadlock!\n',
      'Runtime Error: Fatal error: all goroutines are asleep - deadlock!',
    ],
    [
      'Go',
      goWords,
      { exitCode: 2 },
      'fatal error: newosproc\n',
      'Runtime Error: More threads than a program may have',
    ],
    ['Go', goWords, { exitCode: 2 }, 'fatal error: runtime: out of memory\n', noMemory],
    [
      'Rust',
      rustWords,
      { exitCode: 101 },
      "thread 'main' panicked at 'explicit panic', main.rs:2:5\n",
      'Runtime Error: Panic: explicit panic',
    ],
    ['Rust', rustWords, aborted, 'memory allocation of 1099511627776 bytes failed\n', noMemory],
    [
      'Pascal',
      pascalWords,
      { exitCode: 201 },
      'Runtime error 201 at $0000000000401098\n',
      'Runtime Error: Runtime error 201: range check error',
    ],
    ['Pascal', pascalWords, { exitCode: 203 }, 'Runtime error 203 at $0000000000401098\n', noMemory],
    [
      'Pascal',
      pascalWords,
      { exitCode: 217 },
      'An unhandled exception occurred at $0000000000401098:\nEConvertError: x\n',
      'Runtime Error: Uncaught exception EConvertError',
    ],
  ])('of %s counts as well', (_, runtime, ended, words, expected) => {
    const facts = { ...clean, ...ended, stderr: Buffer.from(`reading... ${words}`) };
    const decision = decideRun(facts, limits, runtime);
    expect(decision && `${decision.status}: ${sayInEnglish(decision.reason)}`).toBe(expected);
  });
});

describe('a panic', () => {
  const panicked = (stderr: string) => {
    const decision = decideRun({ ...clean, exitCode: 101, stderr: Buffer.from(stderr) }, limits, rustWords);
    return decision && sayInEnglish(decision.reason);
  };
  const ofRust = (text: string, thread = 'main') => [
    `thread '${thread}' panicked at '${text}', main.rs:2:5\nnote: run with \`RUST_BACKTRACE=1\`\n`,
    `\nthread '${thread}' panicked at main.rs:2:5:\n${text}\nnote: run with \`RUST_BACKTRACE=1\`\n`,
    `\nthread '${thread}' (7) panicked at main.rs:2:5:\n${text}\nnote: run with \`RUST_BACKTRACE=1\`\n`,
  ];

  test('of a thread whose end the main thread asks for is what ended the program', () => {
    const asked = 'called `Result::unwrap()` on an `Err` value: Any { .. }';
    for (const [form, text] of ofRust(asked).entries()) {
      const before = ofRust('index out of bounds: the len is 0 but the index is 1', '<unnamed>')[form];
      expect(panicked(`${before}${text}`)).toBe('Panic: index out of bounds');
    }
  });

  test.each([
    ['index out of bounds: the len is 3 but the index is 42', 'Panic: index out of bounds'],
    [
      'range end index 42 out of range for slice of length 3',
      'Panic: range end index N out of range for slice',
    ],
    ['slice index starts at 42 but ends at 7', 'Panic: slice index starts at N but ends at N'],
    [
      "byte index 1 is not a char boundary; it is inside 'secret'",
      'Panic: byte index N is not a char boundary',
    ],
    [
      'called `Result::unwrap()` on an `Err` value: secret',
      'Panic: called `Result::unwrap()` on an `Err` value',
    ],
    ['already borrowed: BorrowMutError', 'Panic: already borrowed'],
    ['secret: index out of bounds', 'Panic'],
    ['', 'Panic'],
  ])('of Rust has a cause where the words are the library’s: %s', (text, told) =>
    expect(ofRust(text).map(panicked)).toEqual([told, told, told]),
  );

  test('of Rust is the last of the main thread', () => {
    const [caught = ''] = ofRust('capacity overflow');
    const [before = ''] = ofRust('attempt to divide by zero', '<unnamed>');
    const [last = ''] = ofRust('index out of bounds: secret');
    expect(panicked(`${caught}${last}${before}`)).toBe('Panic: index out of bounds');
    expect(panicked(before)).toBe('Exited with code 101');
  });
});

describe('what a program wrote is read in no time, whatever it is:', () => {
  /** Of which a careless pattern would begin anew at every one; the whole is as much as is kept of standard error. */
  const hostile = [
    "thread 'main' ",
    "thread '",
    "' panicked at x",
    "' (1",
    'terminate called after throwing an instance of ',
    'Exception in thread "main" java.',
    'Exception: a',
    'Traceback (most recent call last):\n',
    '  | ',
    '\n\nNode.js v1',
    'panic: ',
    'Runtime error 217 at $',
    'An unhandled exception occurred at $0',
    '(main.pas, line 1',
    ' ',
    '1',
    '\n',
    'a',
  ];
  const half = 32 * 1024;
  const twoParts = hostile.flatMap((first) =>
    hostile.map((second) =>
      Buffer.from([first, second].map((part) => part.repeat(half / part.length)).join('')),
    ),
  );
  const aborted = { exitCode: null, signal: 'SIGABRT' };

  test.each<[string, RuntimeWords, Partial<VerdictFacts>[]]>([
    ['C++', runtimeWords, [aborted]],
    ['Go', goWords, [{ exitCode: 2 }]],
    ['Java', javaWords, [{ exitCode: 1 }, { exitCode: 3 }]],
    ['Kotlin', kotlin.runtimeWords, [{ exitCode: 1 }]],
    ['Node', javascriptWords, [{ exitCode: 1 }, aborted]],
    ['Pascal', pascalWords, [{ exitCode: 217 }, { exitCode: 227 }]],
    ['Python', pythonWords, [{ exitCode: 1 }, aborted]],
    ['Rust', rustWords, [{ exitCode: 101 }, aborted]],
  ])('%s', (_, runtime, ends) => {
    for (const stderr of twoParts)
      for (const end of ends)
        expect(decideRun({ ...clean, ...end, stderr }, limits, runtime)?.status).toBe('Runtime Error');
  });
});

describe('the reason is in words', () => {
  test.each<[Partial<VerdictFacts>, string]>([
    [{ exitCode: 3 }, 'Exited with code 3'],
    [{ exitCode: null, signal: 'SIGSEGV' }, 'Invalid memory access (SIGSEGV)'],
    [{ exitCode: null, signal: 'SIGFPE' }, 'Arithmetic error such as division by zero (SIGFPE)'],
    [{ exitCode: null, signal: 'SIGRTMIN' }, 'Ended by signal SIGRTMIN'],
    [{ outputBytes: (64 << 20) + 1 }, 'More than 64 MB of output'],
    [{ limit: 'memory' }, 'More than 256 MB of memory'],
    [{ cpuMs: 1000.001 }, 'More than 1000 ms of CPU time'],
    [{ limit: 'wall' }, 'Still not finished after 3000 ms of waiting'],
    [
      {
        exitCode: null,
        signal: 'SIGABRT',
        stderr: Buffer.from(
          "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector",
        ),
      },
      'Uncaught exception std::out_of_range',
    ],
  ])('%j → %s', (facts, expected) => expect(reason(facts)).toBe(expected));

  const terminated = (name: string) =>
    reason({
      exitCode: null,
      signal: 'SIGABRT',
      stderr: Buffer.from(`terminate called after throwing an instance of '${name}'\n`),
    });

  test.each([
    ['std::logic_error', 'std::logic_error'],
    ['std::bad_variant_access', 'std::bad_variant_access'],
    ['std::__ios_failure', 'std::ios_base::failure'],
    ['std::ios_base::failure[abi:cxx11]', 'std::ios_base::failure'],
    ['std::filesystem::__cxx11::filesystem_error', 'std::filesystem::filesystem_error'],
  ])('an exception of the library is named: %s', (thrown, told) =>
    expect(terminated(thrown)).toBe(`Uncaught exception ${told}`),
  );

  test.each([
    'secret_42',
    'int',
    'std::secret_42',
    `std::${Buffer.from('the input').toString('hex')}`,
    'std::out_of_range_7',
    'std::runtime_error 42',
    'std::_Nested_exception<secret_42>',
    '__proto__',
    '',
  ])('a name of the contestant’s own is not repeated, since it could carry a secret input: %s', (name) => {
    expect(terminated(name)).toBe('Uncaught exception');
  });
});

describe('what is shown', () => {
  test.each([
    [999.999, 999],
    [1000, 1000],
    [1000.001, 1001],
    [1001.6, 1002],
    [0.4, 0],
  ])('%d ms against 1000 ms shows as %d ms', (cpuMs, shown) => expect(shownTimeMs(cpuMs, 1000)).toBe(shown));

  test('memory is rounded up to whole KB', () => {
    expect(shownMemoryKb(1)).toBe(1);
    expect(shownMemoryKb(1024)).toBe(1);
    expect(shownMemoryKb(1025)).toBe(2);
  });
});
