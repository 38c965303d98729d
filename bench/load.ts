/**
 * From the submission to its verdict through the whole product, beside plain `g++ -O2` and bare runs in a shell's
 * loop on the same cores, in turns:
 *
 *   node bench/load.ts [queue|one|latency|flood…] [language]
 *
 * Without a part: all of them. With a language: a flood in it, beside short programs in C++ and in it. Every program is
 * another one, so no compiled program is ever found again.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { createUserBatch } from '#contract/accounts.ts';
import { listLanguages, putLanguageSetting } from '#contract/languages.ts';
import { limits } from '#contract/limits.ts';
import { type LanguageId, languageIds } from '#contract/programs.ts';
import { isInProgress } from '#contract/statuses.ts';
import { type Client, signIn } from '#harness/client.ts';
import { administrator, startInstance } from '#harness/instance.ts';
import { createProblem, makeEchoArchive } from '#harness/sample-problem.ts';
import { sendSubmission } from '#harness/sample-submission.ts';
import { until } from '#harness/until.ts';
import { getLanguage, openLanguages } from '#judge/languages/catalogue.ts';
import { findRunningPostgres } from '#store/embedded-postgres.ts';
import { shortPrograms } from './short-programs.ts';
import { type Line, milliseconds, printTable, ratioLine } from './table.ts';

const run = promisify(execFile);
const cores = availableParallelism();
const compilerProper = (await run('g++', ['-print-prog-name=cc1plus'])).stdout.trim();
const folder = await mkdtemp(join(tmpdir(), 'minos-load-'));
const floodLanguage = languageIds.find((id) => process.argv.includes(id)) ?? null;
// As a worker that has run for a minute: what it builds ahead is there.
process.env.MINOS_BUILT_AHEAD = join(folder, 'ahead');
const installed = await openLanguages(process.env.MINOS_BUILT_AHEAD);
for (const id of ['cpp', ...(floodLanguage ? [floodLanguage] : [])] as const)
  await getLanguage(installed, id).buildAhead();
const instance = await startInstance();
const database = new pg.Client({ connectionString: (await findRunningPostgres(instance.dataDir)) ?? '' });
await database.connect();

let made = 0;
/** Three read a number and print it, as their problems ask; two are a judge's trouble. */
const programs = {
  iostream: () =>
    `#include <iostream>\nint main() { long long n; std::cin >> n; std::cout << n << ${newLine()}; }\n`,
  /** 1.4 s for each test. */
  long: () =>
    `#include <cstdio>\n#include <ctime>\nint main() { int n; scanf("%d", &n); while (clock() < 1.4 * CLOCKS_PER_SEC); printf("%d%s", n, ${newLine()}); }\n`,
  endless: () => `int main() { for (volatile int n = ${made++};; n = n + 1); }\n`,
  slowToCompile: () =>
    `constexpr long spin(long n) { long sum = 0; for (long i = 0; i < n; i++) sum += i; return sum; }
    template <int N> struct Slow { static constexpr long value = spin(200000 + N) + Slow<N - 1>::value; };
    template <> struct Slow<0> { static constexpr long value = ${made++}; };
    int main() { return Slow<500>::value > 0; }\n`,
  bits: () =>
    `#include <bits/stdc++.h>\nusing namespace std;\nint main() { vector<long long> a(1); cin >> a[0]; sort(a.begin(), a.end()); cout << a[0] << ${newLine()}; }\n`,
};

const mixture: Flood = {
  name: 'endless programs and template bombs',
  write: (sent: number) => (sent % 2 === 0 ? programs.endless() : programs.slowToCompile()),
};
const bombs: Flood = { name: 'template bombs', write: programs.slowToCompile };
const short: Others = { name: 'iostream, 10 tests', problemId: 'tests-10', write: programs.iostream };
const long: Others = { name: '2 tests of 1.4 s', problemId: 'long', write: programs.long };

const endlessIn = (language: LanguageId): Flood => ({
  name: `endless programs in ${language}`,
  language,
  write: () => shortPrograms[language].endless + '\n'.repeat(++made),
});
const shortIn = (language: LanguageId): Others => ({
  name: `${language}, 10 tests`,
  language,
  problemId: 'tests-10',
  write: () => shortPrograms[language].sum + '\n'.repeat(++made),
});

/** Another text for each program, with the same effect. */
function newLine(): string {
  made += 1;
  return `(${made} > 0 ? "\\n" : "")`;
}

try {
  const admin = await signIn(instance.url, administrator);
  for (const tests of [10, 100])
    await createProblem(admin, { id: `tests-${tests}`, zip: await makeEchoArchive(tests) });
  await createProblem(admin, { id: 'long', zip: await makeEchoArchive(2), timeLimitMs: 5000 });
  const parts: Record<string, () => Promise<Line[]>> = {
    queue: async () => [await benchQueue(admin)],
    one: async () => [await benchOne(admin, 10, 0.2), await benchOne(admin, 100, 0.24)],
    latency: async () => [await benchLatency(admin)],
    flood: async () => {
      const { line, ratio } = await benchNeighbours();
      if (floodLanguage) return [line, ...(await benchFloodIn(admin, floodLanguage, ratio))];
      const target = 1.1 * Math.max(1, ratio);
      return [
        line,
        ...(await benchFlood(admin, mixture, short, 15, target)),
        ...(await benchFlood(admin, bombs, short, 15, target)),
        // They watch a clock, so a slower core makes them no longer.
        ...(await benchFlood(admin, bombs, long, 7, 1.1)),
      ];
    },
  };
  const lines: Line[] = [];
  for (const [name, bench] of Object.entries(parts)) if (isAsked(name)) lines.push(...(await bench()));
  printTable(lines, 'as the worker chose');
} finally {
  await database.end();
  await instance.stop();
  await rm(folder, { recursive: true });
}

function isAsked(part: string): boolean {
  const isFlood = part === 'flood' && floodLanguage !== null;
  return process.argv.length === 2 || process.argv.includes(part) || isFlood;
}

/** Sixty programs of ten tests queued at once, until the last verdict. */
async function benchQueue(client: Client): Promise<Line> {
  const count = 60;
  const target = 0.5;
  let [oursMs, bareMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 3; round += 1) {
    bareMs = Math.min(bareMs, await timeBare(count, 10, programs.iostream));
    const startedAt = performance.now();
    const ids: number[] = [];
    for (let sent = 0; sent < count; sent += 1)
      ids.push(await submit(client, 'tests-10', programs.iostream()));
    // Seldom: all cores are at work, and whoever looks on takes their time.
    await judged(ids, 25);
    oursMs = Math.min(oursMs, performance.now() - startedAt);
  }
  const line = ratioLine(`${count} iostream programs, 10 tests each, queued at once`, oursMs, bareMs, target);
  return { ...line, measured: `${line.measured}, ${((count / oursMs) * 1000).toFixed(1)}/s` };
}

async function benchOne(client: Client, tests: number, target: number): Promise<Line> {
  let [oursMs, bareMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 7; round += 1) {
    bareMs = Math.min(bareMs, await timeBare(1, tests, programs.bits));
    const startedAt = performance.now();
    await judged([await submit(client, `tests-${tests}`, programs.bits())]);
    oursMs = Math.min(oursMs, performance.now() - startedAt);
  }
  return ratioLine(`one bits/stdc++.h program, ${tests} tests`, oursMs, bareMs, target);
}

/** From the moment the server has received it to the moment a worker has claimed it; both clocks are one. */
async function benchLatency(client: Client): Promise<Line> {
  const target = 20;
  const waits: number[] = [];
  for (let round = 0; round < 25; round += 1) {
    const id = await submit(client, 'tests-10', programs.iostream());
    await judged([id]);
    waits.push((await readWaits(id)).claimedMs);
  }
  const median = medianOf(waits);
  return {
    what: 'idle queue: received to Compiling, median',
    measured: milliseconds(median),
    baseline: '',
    ratio: '',
    target: `< ${target} ms`,
    met: median < target,
  };
}

interface Waits {
  readonly claimedMs: number;
  readonly judgedMs: number;
}

async function readWaits(id: number): Promise<Waits> {
  const { rows } = await database.query<{ claimed: string; judged: string }>(
    `select extract(epoch from started_at - submitted_at) * 1000 as claimed,
       extract(epoch from finished_at - submitted_at) * 1000 as judged
     from submissions join judgements on judgements.id = judgement_id where submissions.id = $1`,
    [id],
  );
  return { claimedMs: Number(rows[0]?.claimed), judgedMs: Number(rows[0]?.judged) };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

interface Flood {
  readonly name: string;
  /** Default: C++. */
  readonly language?: LanguageId;
  readonly write: (sent: number) => string;
}

interface Others {
  readonly name: string;
  /** Default: C++. */
  readonly language?: LanguageId;
  readonly problemId: string;
  readonly write: () => string;
}

/**
 * Virtual cores slow each other down without any judge: what the short program takes bare on the first core while each
 * of the others compiles a template bomb, beside the same alone. No judge can do better while it uses all cores.
 */
async function benchNeighbours(): Promise<{ line: Line; ratio: number }> {
  const bomb = join(folder, 'bomb.cpp');
  await writeFile(bomb, programs.slowToCompile());
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let round = 0; round < 15; round += 1) {
    alone.push(await timeBare(1, 10, short.write, 0));
    const neighbours = Array.from({ length: cores - 1 }, (_, index) => compileUntilKilled(bomb, index + 1));
    beside.push(await timeBare(1, 10, short.write, 0));
    for (const end of neighbours) await end();
  }
  const what = `${short.name}, bare on one core, beside template bombs on the others, median`;
  const [aloneMs, besideMs] = [medianOf(alone), medianOf(beside)];
  return { line: ratioLine(what, besideMs, aloneMs, null), ratio: besideMs / aloneMs };
}

/** The compiler proper, so that whoever ends it leaves no other process behind. */
function compileUntilKilled(path: string, core: number): () => Promise<unknown> {
  const args = ['-c', String(core), compilerProper, '-quiet', '-w', path, '-o', '/dev/null'];
  const child = spawn('taskset', args, { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return () => {
    child.kill('SIGKILL');
    return ended;
  };
}

/**
 * What others wait for, a worker and the verdict, while one person has the most slow programs under way that one may,
 * beside the same when nobody has, in turns. Of each of them one at a time is under way.
 */
async function benchFlood(
  admin: Client,
  flood: Flood,
  kind: Others,
  people: number,
  target: number,
): Promise<Line[]> {
  const rounds = 3;
  const { users } = await admin.call(createUserBatch, {
    body: { prefix: `flood${made++}-`, count: rounds * (1 + 2 * people) },
  });
  const clients = users.map((user) => signIn(instance.url, user));
  const [alone, flooded]: [Waits[], Waits[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const [flooder, ...others] = await Promise.all(clients.splice(0, 1 + 2 * people));
    if (!flooder) throw new Error('Nobody floods');
    for (const other of others.slice(0, people)) alone.push(await waitOf(other, kind));
    const ids: number[] = [];
    for (let sent = 0; sent < limits.pendingMax; sent += 1)
      ids.push(await submit(flooder, 'tests-10', flood.write(sent + round), flood.language));
    for (const other of others.slice(people)) flooded.push(await waitOf(other, kind));
    if ((await readStatuses(ids)).filter(isInProgress).length < 3)
      throw new Error('The flood was over too soon');
    await database.query('delete from submissions where id = any($1)', [ids]);
    await until(isQueueIdle, 200);
  }
  const median = (waits: readonly Waits[], key: keyof Waits) => medianOf(waits.map((one) => one[key]));
  const line = (what: string, key: keyof Waits, target: number | null) =>
    ratioLine(
      `while one floods with ${flood.name}, ${kind.name}: ${what}, median`,
      median(flooded, key),
      median(alone, key),
      target,
    );
  return [line('received to Compiling', 'claimedMs', null), line('received to verdict', 'judgedMs', target)];
}

/** One person's endless programs in a language, beside others' short ones in C++ and in the same language. */
async function benchFloodIn(admin: Client, language: LanguageId, neighbours: number): Promise<Line[]> {
  await admin.call(putLanguageSetting, { params: { id: language }, body: { is_on: true } });
  await until(async () => (await admin.call(listLanguages)).some(({ id }) => id === language), 200);
  // When it has a verdict the worker has passed its gate again.
  await judged([await submit(admin, 'tests-10', shortIn(language).write(), language)]);
  const target = 1.05 * Math.max(1, neighbours);
  return [
    ...(await benchFlood(admin, endlessIn(language), short, 15, target)),
    ...(await benchFlood(admin, endlessIn(language), shortIn(language), 15, target)),
  ];
}

async function waitOf(client: Client, { problemId, language, write }: Others): Promise<Waits> {
  const id = await submit(client, problemId, write(), language);
  await judged([id]);
  return readWaits(id);
}

async function isQueueIdle(): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from pgboss.job where name = 'judge' and state < 'completed'`,
  );
  return rowCount === 0;
}

async function submit(
  client: Client,
  problemId: string,
  code: string,
  language?: LanguageId,
): Promise<number> {
  return sendSubmission(client, { problemId, code, ...(language && { language }) });
}

async function readStatuses(ids: readonly number[]): Promise<string[]> {
  const { rows } = await database.query<{ status: string }>(
    'select status from submissions join judgements on judgements.id = judgement_id where submissions.id = any($1)',
    [ids],
  );
  return rows.map(({ status }) => status);
}

/** Looks often but cheaply, so that looking is no part of the load. */
async function judged(ids: readonly number[], everyMs = 2): Promise<void> {
  await until(async () => {
    const open = (await readStatuses(ids)).filter((status) => status !== 'Accepted');
    const wrong = open.find((status) => !isInProgress(status));
    if (wrong) throw new Error(`A right program was judged ${wrong}`);
    return open.length === 0;
  }, everyMs);
}

/** Compiles and runs each program in a shell, as many at a time as there are cores, or all on one core. */
async function timeBare(
  count: number,
  tests: number,
  write: () => string,
  core: number | null = null,
): Promise<number> {
  const place = join(folder, `bare-${made}`);
  await mkdir(place);
  for (let program = 0; program < count; program += 1)
    await writeFile(join(place, `${program}.cpp`), write());
  for (let test = 0; test < tests; test += 1) await writeFile(join(place, `${test}.in`), `${test}\n`);
  const script = `g++ -O2 $0.cpp -o $0 && for t in $(seq 0 ${tests - 1}); do ./$0 < $t.in > $0.out; done`;
  const startedAt = performance.now();
  const pinned = core === null ? '' : `taskset -c ${core} `;
  await run('sh', ['-c', `seq 0 ${count - 1} | ${pinned}xargs -P ${cores} -I{} sh -c '${script}' {}`], {
    cwd: place,
  });
  const ms = performance.now() - startedAt;
  await rm(place, { recursive: true });
  return ms;
}
