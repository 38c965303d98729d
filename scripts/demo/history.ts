/**
 * What happened before one looks: contests, and some thousand submissions of months. It follows from a seed and from the
 * moment in which the demonstration is filled, to which all times are relative.
 */

import { one, zero } from '#contract/fractions.ts';
import type { RunReasons } from '#contract/judge-words.ts';
import type { FinishedStatus, TestStatus } from '#contract/statuses.ts';
import { type Words, words } from '#contract/words.ts';
import { makeRandom, type Random } from '#harness/random.ts';
import { createTally } from '#judge/run/score.ts';
import { fillGroups, outlineGroups } from '#judge/worker/stored-groups.ts';
import type { StoredVerdict } from '#store/judgements.ts';
import type { StoredResult } from '#store/schema.ts';
import { demoPeople, demoStaff, type Person } from './people.ts';
import { type DemoProblem, type DemoSolution, planGroups, readOutcome } from './problem.ts';
import { demoProblems } from './problems.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export interface DemoContest {
  readonly title: string;
  readonly description: string;
  /** From now. */
  readonly startsInMs: number;
  readonly lastsMs: number;
  readonly problemIds: readonly string[];
  /** Which part of the people has joined, and of those submitted something. */
  readonly joined: number;
  readonly active: number;
}

export const demoContests = [
  {
    title: 'Autumn Warm-up',
    description: 'Two small problems for those who have never seen a judge. Nothing is at stake.',
    startsInMs: -61 * day - 3 * hour,
    lastsMs: 2 * hour,
    problemIds: ['jars', 'meander'],
    joined: 0.45,
    active: 0.9,
  },
  {
    title: 'Harbour Cup · ถ้วยท่าเรือ',
    description:
      'The yearly round of the schools around the harbour. Four problems, four hours, partial scores count.\nWho is first at the end keeps the cup until next year.',
    startsInMs: -16 * day - 5 * hour,
    lastsMs: 4 * hour,
    problemIds: ['palindrome', 'lamps', 'votes', 'mosaic'],
    joined: 0.75,
    active: 0.93,
  },
  {
    title: 'Labyrinth Round',
    description:
      'Four problems, five hours. Partial scores count, and the best of all tries of a problem stands.',
    startsInMs: -2 * hour - 12 * minute,
    lastsMs: 5 * hour,
    problemIds: ['thread', 'stairs', 'bridges', 'scroll'],
    joined: 0.72,
    active: 0.88,
  },
  {
    title: 'Midwinter Open',
    description: 'Open to everybody. Join until the end; the clock starts for all at the same time.',
    startsInMs: 3 * day + 90 * minute,
    lastsMs: 3 * hour,
    problemIds: ['shifts'],
    joined: 0.4,
    active: 0,
  },
] as const satisfies readonly DemoContest[];

export interface PastSubmission {
  readonly username: string;
  readonly problemId: string;
  /** Its title; null: in the main list. */
  readonly contest: string | null;
  readonly submittedAt: Date;
  readonly waitedMs: number;
  readonly judgedInMs: number;
  readonly code: string;
  readonly verdict: StoredVerdict;
}

export interface History {
  /** Who is in which contest, by its title. */
  readonly participants: ReadonlyMap<string, readonly string[]>;
  /** The oldest first. */
  readonly submissions: readonly PastSubmission[];
}

export function imagineHistory(now: Date): History {
  const random = makeRandom(16);
  const participants = new Map<string, readonly string[]>();
  const submissions: PastSubmission[] = [];
  const solved = new Set<string>();
  for (const contest of demoContests) {
    const joined = random.shuffle(demoPeople).slice(0, Math.round(contest.joined * demoPeople.length));
    participants.set(contest.title, joined.map(({ username }) => username).sort());
    for (const person of joined.slice(0, Math.round(contest.active * joined.length)))
      submissions.push(...imagineContest(random, now, person, contest, solved));
  }
  for (const person of [...demoPeople, ...demoStaff])
    submissions.push(...imagineMonths(random, now, person, solved));
  submissions.push(...imagineMishaps(random, now));
  submissions.sort((a, b) => a.submittedAt.getTime() - b.submittedAt.getTime());
  return { participants, submissions };
}

/** One person in one contest, problem after problem, each until it is solved or given up. */
function imagineContest(
  random: Random,
  now: Date,
  person: Person,
  contest: DemoContest,
  solved: Set<string>,
): PastSubmission[] {
  const startsAt = now.getTime() + contest.startsInMs;
  // The last minutes of one that runs belong to what is truly judged.
  const endsAt = Math.min(startsAt + contest.lastsMs, now.getTime() - 8 * minute);
  const made: PastSubmission[] = [];
  let at = startsAt + random.between(4, 25) * minute;
  for (const id of random.shuffle(contest.problemIds)) {
    const problem = getDemoProblem(id);
    for (const solution of imagineTries(random, person, problem)) {
      at += random.between(90, 1500) * 1000 * (0.6 + problem.difficulty);
      if (at >= endsAt) return made;
      made.push(
        imagineSubmission(random, person, problem, solution, {
          contest: contest.title,
          submittedAt: new Date(at),
        }),
      );
      if (isFull(solution)) solved.add(`${person.username} ${id}`);
    }
    at += random.between(3, 20) * minute;
  }
  return made;
}

/** One person in the main list: a problem now and then, each on a day of its own. */
function imagineMonths(random: Random, now: Date, person: Person, solved: Set<string>): PastSubmission[] {
  const held = demoContests.filter((contest) => contest.startsInMs + contest.lastsMs > 0);
  const isHeld = (id: string) =>
    held.some(({ problemIds }) => (problemIds as readonly string[]).includes(id));
  return demoProblems.flatMap((problem) => {
    const hasSolved = solved.has(`${person.username} ${problem.id}`);
    const interest = hasSolved ? 0.12 : 0.5 + 0.5 * person.skill - 0.3 * problem.difficulty;
    if (isHeld(problem.id) || !random.chance(interest)) return [];
    const from = Math.max(now.getTime() - person.sinceDays * day, openedAt(now, problem.id));
    const days = Math.floor((now.getTime() - from) / day) - 1;
    // Not at night, and not yet today.
    let at = from + random.between(0, days) * day;
    at += random.between(6 * 60, 21 * 60) * minute - (at % day);
    return imagineTries(random, person, problem).map((solution) => {
      at += random.between(60, 1400) * 1000;
      const submittedAt = new Date(Math.min(at, now.getTime() - random.between(2, 20) * hour));
      return imagineSubmission(random, person, problem, solution, { contest: null, submittedAt });
    });
  });
}

/** When a problem came to the main list: with the end of the contest that had it first. */
function openedAt(now: Date, problemId: string): number {
  const contest = demoContests.find(({ problemIds }) =>
    (problemIds as readonly string[]).includes(problemId),
  );
  return contest ? now.getTime() + contest.startsInMs + contest.lastsMs + 6 * hour : 0;
}

/** Sources that failed, and at the end perhaps the one that does not. Null: it does not compile. */
function imagineTries(random: Random, { skill }: Person, problem: DemoProblem): (DemoSolution | null)[] {
  const chance = Math.min(0.9, Math.max(0.05, 0.12 + 0.8 * skill - 0.6 * problem.difficulty));
  const full = problem.solutions.filter(isFull);
  const wrong = problem.solutions.filter((solution) => !isFull(solution));
  const tries: (DemoSolution | null)[] = [];
  for (let left = random.between(2, 5 + Math.round(5 * skill)); left > 0; left -= 1) {
    if (wrong.length === 0 || random.chance(chance)) return [...tries, random.pick(full)];
    tries.push(random.chance(0.12) ? null : random.pick(wrong));
  }
  return tries;
}

/** Sent before a problem had tests, or while no judge machine could judge. */
function imagineMishaps(random: Random, now: Date): PastSubmission[] {
  const skip = (minutesAgo: number, username: string, verdict: Partial<StoredVerdict>): PastSubmission => ({
    ...imagineSubmission(random, getPerson(username), getDemoProblem('caravan'), null, {
      contest: null,
      submittedAt: new Date(now.getTime() - minutesAgo * minute),
    }),
    code: getDemoProblem('caravan').solutions[0].code,
    verdict: { status: 'Skipped', score: 0, results: [], ...verdict },
  });
  return [
    skip(118 * 24 * 60, 'dr.okonkwo', { reason: words('no_tests') }),
    skip(26 * 60 + 17, 'yuki_tanaka', { reason: words('not_judged'), fault: words('workers_lost') }),
  ];
}

function imagineSubmission(
  random: Random,
  person: Person,
  problem: DemoProblem,
  solution: DemoSolution | null,
  where: Pick<PastSubmission, 'contest' | 'submittedAt'>,
): PastSubmission {
  const written = signCode(random, person, (solution ?? problem.solutions[0]).code);
  const broken = solution ? null : misspell(written);
  const verdict = broken
    ? { status: 'Compilation Error' as const, score: 0, results: [], compilerOutput: broken.printed }
    : imagineVerdict(random, problem, solution ?? problem.solutions[0]);
  const ranMs = verdict.results.reduce((sum, { timeMs }) => sum + timeMs, 0);
  return {
    ...where,
    username: person.username,
    problemId: problem.id,
    waitedMs: random.between(4, 60),
    judgedInMs: random.between(350, 900) + Math.round(ranMs / 2),
    code: broken?.code ?? written,
    verdict,
  };
}

/** Habits: some sign what they write. */
function signCode(random: Random, { username }: Person, code: string): string {
  return random.chance(0.25) ? `// ${username}\n${code}` : code;
}

/** What the compiler says to the first name of the standard library that is misspelt. */
function misspell(code: string): { code: string; printed: Words<'compiler_printed'> } {
  const [right, wrong] = code.includes('cin >>') ? (['cin', 'cim'] as const) : (['scanf', 'scamf'] as const);
  const place = code.indexOf(right);
  const source = code.slice(0, place) + wrong + code.slice(place + right.length);
  const before = source.slice(0, place).split('\n');
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  const margin = ' '.repeat(5);
  const text = [
    `main.cpp: In function 'int main()':`,
    `main.cpp:${line}:${column}: error: '${wrong}' was not declared in this scope; did you mean '${right}'?`,
    `${String(line).padStart(5)} | ${source.split('\n')[line - 1]}`,
    `${margin} | ${' '.repeat(column - 1)}^${'~'.repeat(wrong.length - 1)}`,
    `${margin} | ${' '.repeat(column - 1)}${right}`,
  ].join('\n');
  return { code: source, printed: words('compiler_printed', { printed: { text, isCut: false } }) };
}

/** As the judge would score what it found. */
function imagineVerdict(random: Random, problem: DemoProblem, solution: DemoSolution): StoredVerdict {
  const groups = planGroups(problem);
  const sizes = [problem.samples.length, ...problem.groups.map(({ tests }) => tests.length)];
  const tests = sizes.flatMap((size, index) =>
    Array.from({ length: size }, () => ({ groups: [groups[index]?.name ?? ''] })),
  );
  const tally = createTally({ tests, groups, stopAtFirstFailure: false, scoreDecimals: 0 });
  const results = readOutcome(problem, solution).map((status, index) => {
    const share = status === 'Accepted' ? one : solution.score ? almost : zero;
    const counted = tally.record({ status, share });
    return imagineResult(random, problem, solution, { testCase: index + 1, status: counted.status });
  });
  const { overallStatus, score, groups: scored } = tally.finish();
  return {
    status: overallStatus satisfies FinishedStatus,
    score: solution.score ?? score,
    results,
    // Where the checker gave a part, what each group earned is not told by its score.
    groups: solution.score ? [] : fillGroups(outlineGroups({ tests, groups }), scored),
  };
}

/** A part that the checker gave: what it comes to is told by the solution's score. */
const almost = { numerator: 1n, denominator: 2n };

function imagineResult(
  random: Random,
  { timeLimitMs, memoryLimitMb, samples }: DemoProblem,
  { reason }: DemoSolution,
  { testCase, status }: { testCase: number; status: TestStatus },
): StoredResult {
  const isLarge = testCase > samples.length + 3;
  const ran = (timeMs: number, memoryKb: number, why: Words<keyof RunReasons> | null): StoredResult => ({
    testCase,
    status,
    timeMs,
    memoryKb,
    reason: why,
    checkerMessage: null,
    ...(testCase <= samples.length && { isSample: true }),
  });
  const timeMs = isLarge ? random.between(1, Math.round(timeLimitMs * 0.12)) : random.between(0, 1);
  const memoryKb = random.pick(isLarge ? [1416, 1616, 2060, 2844, 5136] : [1352, 1416, 1484]);
  const limitBytes = memoryLimitMb * 1024 * 1024;
  switch (status) {
    case 'Skipped':
      return ran(0, 0, null);
    case 'Time Limit Exceeded':
      return ran(
        timeLimitMs + random.between(1, 9),
        memoryKb,
        words('over_cpu_time', { limitMs: timeLimitMs }),
      );
    case 'Memory Limit Exceeded':
      return ran(timeMs, memoryLimitMb * 1024, words('over_memory', { limitBytes }));
    case 'Runtime Error':
      return ran(timeMs, memoryKb, reason ?? words('ended_by_signal', { signal: 'SIGSEGV' }));
    default:
      return ran(timeMs, memoryKb, null);
  }
}

function isFull(solution: DemoSolution | null): solution is DemoSolution {
  return solution?.outcome.every((letters) => /^P+$/.test(letters)) ?? false;
}

export function getDemoProblem(id: string): DemoProblem {
  const problem = demoProblems.find((each) => each.id === id);
  if (!problem) throw new Error(`The demonstration has no problem ${id}`);
  return problem;
}

function getPerson(username: string): Person {
  const person = [...demoPeople, ...demoStaff].find((each) => each.username === username);
  if (!person) throw new Error(`The demonstration has no ${username}`);
  return person;
}
