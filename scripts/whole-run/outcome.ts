/** What the reports of Vitest and Playwright say, in the words of the last lines of `npm test`. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Outcome {
  passed: number;
  /** A line or more for each failure: which test, and what it said. */
  failures: string[];
}

interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

export function readVitest({ numPassedTests, testResults }: VitestReport): Outcome {
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const ofTests = failed.map(({ fullName, failureMessages }) =>
      tellFailedTest(`${file} › ${fullName}`, failureMessages),
    );
    // A file that cannot be loaded, or whose hooks fail, has a message and no failed test.
    return ofTests.length === 0 && message ? [tellFailedTest(file, [message])] : ofTests;
  });
  return { passed: numPassedTests, failures };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    line: number;
    tests: { status: string; results: { errors: { message?: string }[] }[] }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number };
  suites: PlaywrightSuite[];
}

export function readPlaywright({ stats, suites }: PlaywrightReport): Outcome {
  return { passed: stats.expected, failures: suites.flatMap(listFailedJourneys) };
}

function listFailedJourneys({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message = '' }) => message));
        return tellFailedTest(`${file}:${line} › ${title}`, messages);
      }),
  );
  return [...own, ...suites.flatMap(listFailedJourneys)];
}

function tellFailedTest(test: string, messages: string[]): string {
  const said = listLines(messages.join('\n')).filter((line) => !/^\s+at /.test(line));
  return indentBelow(test, said.slice(0, 12));
}

/** A tool's own last words, for what no report tells: what a compiler says, or how a crash looked. */
export function tellFailedTool(tool: string, printed: string): string {
  return indentBelow(tool, listLines(printed).slice(-40));
}

function listLines(text: string): string[] {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '');
}

function indentBelow(title: string, lines: string[]): string {
  return [title, ...lines.map((line) => `  ${line.slice(0, 300)}`)].join('\n');
}
