/** What a problem of the demonstration is made of; each is a file in problems/. */

import type { RunReasons } from '#contract/judge-words.ts';
import type { TestStatus } from '#contract/statuses.ts';
import type { Words } from '#contract/words.ts';
import { writeZip, type ZipEntry } from '#harness/zip.ts';

/** Input and answer. */
export type Test = readonly [input: string, answer: string];

export interface DemoProblem {
  readonly id: string;
  readonly title: string;
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
  /** From 0, anybody, to 1, nearly nobody. */
  readonly difficulty: number;
  readonly statement: Statement;
  readonly samples: readonly Test[];
  readonly groups: readonly DemoGroup[];
  /** As the manifest says it; tokens without. */
  readonly checker?: string;
  /** Beside the tests in the archive. */
  readonly files?: readonly ZipEntry[];
  readonly solutions: readonly [DemoSolution, ...DemoSolution[]];
}

/** Paragraphs in the markup of statement.ts. */
export interface Statement {
  /** Of the printed title, where the problem's own cannot be printed. */
  readonly title?: string;
  readonly story: readonly string[];
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly note?: readonly string[];
}

export interface DemoGroup {
  readonly points: number;
  /** What holds in it, in the markup of statement.ts. */
  readonly holds: string;
  readonly tests: readonly Test[];
}

export interface DemoSolution {
  readonly code: string;
  /** What the judge makes of the samples and of each group: a letter for all of its tests, or one for each. */
  readonly outcome: readonly string[];
  /** Of what a checker gives points for. */
  readonly score?: number;
  /** Why a test ends in a Runtime Error. */
  readonly reason?: Words<keyof RunReasons>;
}

const statuses: Readonly<Record<string, TestStatus>> = {
  P: 'Accepted',
  '-': 'Wrong Answer',
  T: 'Time Limit Exceeded',
  R: 'Runtime Error',
  M: 'Memory Limit Exceeded',
};

/** Of each test in the judge's order, if all of them ran. */
export function readOutcome({ samples, groups }: DemoProblem, { outcome }: DemoSolution): TestStatus[] {
  return [samples, ...groups.map(({ tests }) => tests)].flatMap((tests, index) =>
    tests.map((_, test) => {
      const letters = outcome[index] ?? 'P';
      return statuses[letters[letters.length === 1 ? 0 : test] ?? ''] ?? 'Accepted';
    }),
  );
}

/** As the manifest makes the groups: the samples first, for no points. */
export function planGroups({ groups }: DemoProblem) {
  return [
    { name: 'samples', points: 0, dependsOn: [] },
    ...groups.map(({ points }, index) => ({ name: String(index + 1), points, dependsOn: [] })),
  ];
}

export function writeTestArchive(problem: DemoProblem): Promise<Buffer> {
  const named = (name: string, tests: readonly Test[]) =>
    tests.flatMap(([input, answer], index) => [
      { name: `${name}-${index + 1}.in`, content: input },
      { name: `${name}-${index + 1}.out`, content: answer },
    ]);
  const manifest = [
    `checker: ${problem.checker ?? 'tokens'}`,
    'groups:',
    ...problem.groups.map(({ points }, index) => `  - {name: "${index + 1}", points: ${points}}`),
  ];
  return writeZip([
    { name: 'minos.yaml', content: `${manifest.join('\n')}\n` },
    ...named('sample', problem.samples),
    ...problem.groups.flatMap(({ tests }, index) => named(String(index + 1), tests)),
    ...(problem.files ?? []),
  ]);
}

/** A program with the usual frame around it. */
export function program(body: string): string {
  return `#include <bits/stdc++.h>\nusing namespace std;\n\n${body.trim()}\n`;
}
