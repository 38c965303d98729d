import { limits } from '../limits.ts';
import type { LanguageId } from '../programs.ts';

interface LanguageGuide {
  /** What a Compilation Error is there. */
  readonly refused: string;
  /** On input, recursion, output, and what surprises people. */
  readonly tips: readonly string[];
}

const cpp: LanguageGuide = {
  refused: 'The compiler or the linker refuses the program. Warnings are off and count for nothing.',
  tips: [
    'Before the first cin write ios::sync_with_stdio(false); cin.tie(nullptr); and end lines with "\\n" instead of endl. Large inputs are then read several times faster.',
    'Recursion may go as deep as the memory limit allows.',
    'An array of many megabytes that begins with other values than zero becomes part of the program and may make it too large: fill it in main.',
    'ONLINE_JUDGE is defined.',
  ],
};

const pythonTips = {
  input:
    'input() is fast enough for some ten thousand lines. Beyond that read everything at once: data = sys.stdin.buffer.read().split().',
  recursion:
    'For deep recursion call sys.setrecursionlimit(10**6) first; it goes as deep as the memory limit allows.',
  output: 'Collect lines in a list and print them at once with print("\\n".join(lines)).',
  threads:
    'An exception ends only the thread that it happens in. When that is not the main one the program goes on, and its output decides.',
  encoding: 'Source, input and output are UTF-8; an encoding that the source declares is not looked at.',
};

const pythonRefused =
  'A syntax error, found before the first test. A wrong name or type shows only when its line is reached, and is a Runtime Error then.';

const javaThreads =
  'An exception ends only the thread that it happens in. When that is not the main one the program goes on, and its output decides; System.exit(1) in a handler of its own makes it a Runtime Error.';

/** The page that tells contestants what their programs are compiled and run with. */
export const languageGuide = {
  title: 'Languages',
  lead: 'What programs are compiled and run with, exactly as the judge does it.',
  loading: 'Loading languages...',
  fetchFailed: 'Failed to fetch the languages.',
  none: 'No language is judged at the moment.',
  noneNext: 'Staff switch languages on; nothing can be submitted until then.',
  index: 'Languages on this page',
  version: 'Version',
  compile: 'Compile',
  run: 'Run',
  notCompiled: 'Nothing is compiled; the syntax is checked before the first test.',
  unknown: 'No judge machine is there to say it.',
  allowance: 'Allowance',
  allowanceNote: 'A problem may say otherwise: its page shows the limits that hold in each language.',
  packages: 'Packages',
  packagesNote: 'Beside the language’s own library; importing them takes time and memory of the program’s.',
  also: 'On some judge machines',
  noPackages: 'no packages',
  refused: 'Compilation Error',
  tips: 'Tips',
  example: 'Example',
  exampleLine: 'Reads a count and then as many numbers, and prints their sum.',

  changeStart: 'Change the starting program',
  startTitle: (name: string) => `Starting program for ${name}`,
  startHint: `What the empty editor offers to begin with. The cursor starts where a line has nothing but |. At most ${limits.startingTextMax} characters; without any text nothing is offered.`,
  startText: 'Starting program',
  resetStart: 'Back to the original',
  save: 'Save',
  saving: 'Saving...',
  saveFailed: 'Failed to save the starting program.',
  saved: (name: string) => `The starting program for ${name} has been saved.`,

  guides: {
    cpp,
    cpp17: cpp,
    c: {
      refused: cpp.refused,
      tips: [
        'scanf and printf are fast as they are. For millions of numbers read with getchar or fread.',
        'Recursion may go as deep as the memory limit allows.',
        'A program that returns anything but 0 from main ends as Runtime Error.',
        'ONLINE_JUDGE is defined, and the mathematical library is linked.',
      ],
    },
    python: {
      refused: pythonRefused,
      tips: [
        pythonTips.input,
        pythonTips.recursion,
        pythonTips.output,
        pythonTips.threads,
        pythonTips.encoding,
      ],
    },
    pypy: {
      refused: pythonRefused,
      tips: [
        'Long loops run many times faster than in CPython; very short programs start a little slower.',
        pythonTips.input,
        pythonTips.recursion,
        pythonTips.output,
        pythonTips.threads,
        pythonTips.encoding,
      ],
    },
    java: {
      refused: 'javac refuses the program.',
      tips: [
        'The class with main may have any name; package lines and several classes are fine.',
        'Scanner is slow. Use BufferedReader with StringTokenizer or StreamTokenizer for more than some ten thousand numbers.',
        'Print into a StringBuilder or a PrintWriter and flush it once at the end.',
        'Recursion may go as deep as the memory limit allows. Uncaught exceptions are Runtime Errors, but for OutOfMemoryError, which is Memory Limit Exceeded where it is not about threads.',
        javaThreads,
      ],
    },
    kotlin: {
      refused: 'kotlinc refuses the program.',
      tips: [
        'main stands at the top level, with or without arguments.',
        'readln() is fine for some ten thousand lines; beyond that use System.`in`.bufferedReader().',
        'Collect output with buildString or a StringBuilder and print it once.',
        'Compiling takes some seconds.',
        javaThreads,
      ],
    },
    rust: {
      refused: 'rustc refuses the program. Warnings count for nothing.',
      tips: [
        'Read all input at once with read_to_string, and split it by whitespace.',
        'println! locks and flushes for each line: write into a BufWriter around stdout().lock() instead.',
        'A panic is a Runtime Error; in another thread than the main one it is where join() is unwrapped. Arithmetic overflow wraps silently, as in any optimised build.',
        'There are no crates but the standard library. cfg!(ONLINE_JUDGE) is true.',
      ],
    },
    go: {
      refused: 'The compiler refuses the program; a variable or an import that is not used is enough.',
      tips: [
        'fmt.Scan reads byte by byte from os.Stdin: wrap that in bufio.NewReader and use fmt.Fscan, or a bufio.Scanner with a larger buffer.',
        'Write through bufio.NewWriter, and flush it before main ends.',
        'Only the standard library is there, without cgo and without modules.',
        'The processor time of all goroutines together is what counts.',
      ],
    },
    javascript: {
      refused: 'A syntax error, found before the first test.',
      tips: [
        "Read everything at once: require('fs').readFileSync(0, 'utf8').",
        "Collect lines in an array and write them with one console.log(lines.join('\\n')).",
        'Numbers are exact up to 2⁵³: beyond that use BigInt.',
        'There are no packages but those of Node itself.',
      ],
    },
    pascal: {
      refused: 'fpc refuses the program.',
      tips: [
        'integer has 16 bits in Free Pascal’s own mode: use longint and int64, or begin with {$mode objfpc}.',
        'Give input and output a larger buffer with SetTextBuf when there are more than some ten thousand lines.',
        'Recursion may go as deep as the memory limit allows. ONLINE_JUDGE is defined.',
      ],
    },
  } satisfies Record<LanguageId, LanguageGuide>,
};
