import fc from 'fast-check';
import { expect, test } from 'vitest';
import { one, zero } from '#contract/fractions.ts';
import { createTally } from '../../run/score.ts';
import { ArchiveRefused } from '../refusal.ts';
import { withArchive } from '../testing/archive-on-disk.ts';
import type { PackagePlan } from './format.ts';
import { kattis } from './kattis.ts';

/** A folder of tests with what its grader is told, and for each test whether a submission passes it. */
interface Folder {
  readonly verdict: 'worst_error' | 'first_error' | 'accept_if_any_accepted' | 'always_accept';
  readonly aggregation: 'sum' | 'avg' | 'min' | 'max';
  readonly stops: boolean;
  readonly acceptScore: number;
  readonly items: readonly (boolean | Folder)[];
}

interface Result {
  readonly isAccepted: boolean;
  readonly score: number;
}

/** As the default grader of that system does it: in order, until something is rejected. */
function grade({ items, verdict, aggregation, stops, acceptScore }: Folder): Result {
  const results: Result[] = [];
  for (const item of items) {
    const passed = { isAccepted: item === true, score: item === true ? acceptScore : 0 };
    const result = typeof item === 'boolean' ? passed : grade(item);
    results.push(result);
    if (!result.isAccepted && stops) break;
  }
  return aggregate(results, verdict, aggregation);
}

function aggregate(
  results: readonly Result[],
  verdict: Folder['verdict'],
  aggregation: Folder['aggregation'],
): Result {
  const scores = results.map(({ score }) => score);
  const sum = scores.reduce((all, score) => all + score, 0);
  const score = {
    sum,
    avg: sum / scores.length,
    min: Math.min(...scores),
    max: Math.max(...scores),
  }[aggregation];
  const isAll = results.every(({ isAccepted }) => isAccepted);
  const isAny = verdict === 'accept_if_any_accepted' && results.some(({ isAccepted }) => isAccepted);
  return { isAccepted: isAll || isAny || verdict === 'always_accept', score };
}

interface Problem {
  readonly root: Folder;
  readonly ignoresSample: boolean;
}

function gradeProblem({ root, ignoresSample }: Problem): Result {
  const [sample, secret] = root.items as readonly [Folder, Folder];
  const first = grade(sample);
  const results = !first.isAccepted && root.stops ? [first] : [first, grade(secret)];
  const counting = ignoresSample ? results.slice(-1) : results;
  const last = counting.at(-1);
  return ignoresSample && last ? last : aggregate(counting, root.verdict, root.aggregation);
}

const settings = {
  verdict: fc.constantFrom(
    'worst_error',
    'first_error',
    'accept_if_any_accepted',
    'always_accept',
    'always_accept',
  ),
  aggregation: fc.constantFrom('sum', 'sum', 'min', 'avg', 'max'),
  stops: fc.boolean(),
  acceptScore: fc.constantFrom(1, 5, 10),
} as const;

const someTests = fc.array(fc.boolean(), { minLength: 1, maxLength: 3 });
const leaf: fc.Arbitrary<Folder> = fc.record({ ...settings, items: someTests });
const inner: fc.Arbitrary<Folder> = fc.record({
  ...settings,
  items: fc.oneof(someTests, fc.array(leaf, { minLength: 1, maxLength: 3 })),
});
const secret: fc.Arbitrary<Folder> = fc.record({
  ...settings,
  items: fc.oneof(someTests, fc.array(inner, { minLength: 1, maxLength: 3 })),
});
const sample: fc.Arbitrary<Folder> = fc.record({
  ...settings,
  acceptScore: fc.constantFrom(0, 0, 1),
  items: fc.array(fc.boolean(), { minLength: 1, maxLength: 2 }),
});
const problems: fc.Arbitrary<Problem> = fc.record({
  root: fc.record({ ...settings, items: fc.tuple(sample, secret) }),
  ignoresSample: fc.boolean(),
});

type Entry = { readonly name: string; readonly content: string };

function writeFolder(folder: Folder, path: string, more = ''): Entry[] {
  const { verdict, aggregation, stops, acceptScore, items } = folder;
  const flags = `${verdict} ${aggregation}${more}`;
  const yaml = `on_reject: ${stops ? 'break' : 'continue'}\ngrader_flags: ${flags}\naccept_score: ${acceptScore}\n`;
  return [
    { name: `${path}/testdata.yaml`, content: yaml },
    ...items.flatMap((item, index) => {
      const name = `${path}/${path === 'data' ? (['sample', 'secret'][index] ?? '') : index}`;
      if (typeof item !== 'boolean') return writeFolder(item, name);
      return [
        { name: `${name}.in`, content: `${item}` },
        { name: `${name}.ans`, content: '' },
      ];
    }),
  ];
}

function makeAllPass(folder: Folder): Folder {
  return {
    ...folder,
    items: folder.items.map((item) => (typeof item === 'boolean' ? true : makeAllPass(item))),
  };
}

/** Whether each test passes, in the order of the plan. */
function listPasses(plan: PackagePlan, entries: readonly Entry[]): boolean[] {
  const contents = new Map(entries.map(({ name, content }) => [name, content]));
  return plan.tests.map(({ input }) => contents.get(input.name) === 'true');
}

/** Null: refused. */
async function planAndJudge(problem: Problem, type: 'scoring' | 'pass-fail') {
  const entries = [
    { name: 'problem.yaml', content: `type: ${type}\n` },
    ...writeFolder(problem.root, 'data', problem.ignoresSample ? ' ignore_sample' : ''),
  ];
  const plan = await withArchive(entries, kattis.plan).catch((error: unknown) => {
    if (error instanceof ArchiveRefused) return null;
    throw error;
  });
  if (plan === null) return null;
  const tally = createTally(plan);
  for (const passes of listPasses(plan, entries))
    tally.record(passes ? { status: 'Accepted', share: one } : { status: 'Wrong Answer', share: zero });
  return { ...tally.finish(), unit: 10 ** -plan.scoreDecimals };
}

const strict = { verdict: 'worst_error', aggregation: 'sum', stops: false, acceptScore: 1 } as const;
const any = { ...strict, verdict: 'accept_if_any_accepted' } as const;
/** Nothing in it is accepted, and yet a part of it was earned, two folders down. */
const anyOfAnyOfParts: Problem = {
  root: {
    ...strict,
    items: [
      { ...strict, acceptScore: 0, items: [false] },
      { ...any, items: [{ ...any, items: [{ ...strict, items: [true, false] }] }] },
    ],
  },
  ignoresSample: true,
};

test('a score is what the default grader would make of it', async () => {
  let planned = 0;
  await fc.assert(
    fc.asyncProperty(problems, async (problem) => {
      const judged = await planAndJudge(problem, 'scoring');
      if (judged === null) return;
      planned++;
      const total = gradeProblem({ ...problem, root: makeAllPass(problem.root) }).score;
      const { isAccepted, score } = gradeProblem(problem);
      const expected = isAccepted ? (score * 100) / total : 0;
      // Rounded down, and 100 only where every test has passed.
      expect(judged.score).toBeGreaterThan(expected - judged.unit - 1e-6);
      expect(judged.score).toBeLessThan(expected + 1e-6);
    }),
    { numRuns: 300, examples: [[anyOfAnyOfParts]] },
  );
  expect(planned).toBeGreaterThan(50);
});

test('whether it is accepted is what the default grader would say', async () => {
  let planned = 0;
  await fc.assert(
    fc.asyncProperty(problems, async (problem) => {
      const judged = await planAndJudge(problem, 'pass-fail');
      if (judged === null) return;
      planned++;
      expect(judged.score).toBe(gradeProblem(problem).isAccepted ? 100 : 0);
    }),
    { numRuns: 300 },
  );
  expect(planned).toBeGreaterThan(50);
});
