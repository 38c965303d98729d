import { afterAll, describe, expect, it, vi } from 'vitest';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import type { LanguageId, PackageId } from '#contract/programs.ts';
import { words } from '#contract/words.ts';
import { priorityOfFirst, sendJudgeJob } from '#store/queue.ts';
import type { PackageHere } from '../languages/language.ts';
import type { Judge, Progress } from '../run/judge.ts';
import type { UnprovedLanguages } from './gate.ts';
import { keepJudgedLanguages } from './judged-languages.ts';
import { echo, numbered, startTestWorker } from './testing.ts';

// Compilers and a busy machine take their time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const { worker, database, queue, until, ...bench } = await startTestWorker();
const { makeProblem, importZip, insertSubmission, readSubmission, submit, untilJudged } = bench;
await makeProblem('echo');
await importZip('echo', numbered(1));

const ending = new AbortController();
afterAll(() => ending.abort());
const none: UnprovedLanguages = new Map();
const cpp = { languages: ['cpp'], packages: [] } as const;
const cppAndC = { languages: ['cpp', 'c'], packages: [] } as const;
const inC = '#include <stdio.h>\nint main(void) { int n; scanf("%d", &n); printf("%d\\n", n); return 0; }\n';

type JudgeSubmission = Judge['judgeSubmission'];

/** Of a worker whose proofs are judged so; its submissions are judged as ever. */
function keep(judgeSubmission: JudgeSubmission, tryAgainMs = 60_000) {
  const onLacking = vi.fn();
  const languages = keepJudgedLanguages(
    {
      judge: { ...worker.judge, judgeSubmission },
      logger: worker.logger,
      ending: ending.signal,
      onChange: () => {},
      onLacking,
      tryAgainMs,
    },
    { required: cpp, unproved: none },
  );
  worker.languages = languages;
  return { ...languages, onLacking };
}

async function sendInC(): Promise<number> {
  const jobId = crypto.randomUUID();
  const id = await insertSubmission('echo', inC, { jobId }, 'c');
  await sendJudgeJob(queue, database.db, { jobId, submissionId: id, priority: priorityOfFirst });
  return id;
}

const faultOf = async (id: number) => {
  const { fault } = await readSubmission(id);
  return fault !== null && typeof fault !== 'string' && fault.code;
};
const giveOutNow = async (id: number) =>
  database.pool.query('update pgboss.job set start_after = now() where id = $1', [
    (await readSubmission(id)).jobId,
  ]);

describe('a language that is switched on while the worker judges', () => {
  it('is proved beside the work in others, and what is submitted in it waits for that', async () => {
    const release = Promise.withResolvers<void>();
    const languages = keep(async function* (...asked) {
      await release.promise;
      yield* worker.judge.judgeSubmission(...asked);
    });
    languages.require(cppAndC);
    const waiting = await sendInC();
    await until(async () => (await faultOf(waiting)) === 'language_being_proved');
    expect(languages.describe()).toMatchObject({ proved: ['cpp'], waiting: ['c'] });
    expect(await submit('echo', echo)).toMatchObject({ status: 'Accepted' });
    expect(await readSubmission(waiting)).toMatchObject({ status: 'Pending', finishedAt: null });
    release.resolve();
    // An import waits too: what its jury wrote in C would be left out.
    expect(await languages.listJudged()).toEqual(['cpp', 'c']);
    expect(await untilJudged(waiting)).toMatchObject({ status: 'Accepted', fault: null });
    expect(languages.describe()).toMatchObject({ proved: ['cpp', 'c'], waiting: [] });
  });

  it('is alone not judged when its proof fails, which is told and tried again', async () => {
    let isMended = false;
    const tries = vi.fn();
    const languages = keep(async function* (source, ...rest) {
      if (isMended) return yield* worker.judge.judgeSubmission(source, ...rest);
      tries();
      yield* verdict('Wrong Answer');
    }, 20);
    languages.require(cppAndC);
    expect(await languages.listJudged()).toEqual(['cpp']);
    const { failing, waiting } = languages.describe();
    expect(waiting).toEqual([]);
    expect(sayInEnglish(failing.get('c') as NonNullable<ReturnType<typeof failing.get>>)).toContain(
      'right (c): Wrong Answer instead of Accepted',
    );
    const id = await sendInC();
    await until(async () => (await faultOf(id)) === 'language_unproved');
    expect(await submit('echo', echo)).toMatchObject({ status: 'Accepted' });
    const before = tries.mock.calls.length;
    await vi.waitFor(() => expect(tries.mock.calls.length).toBeGreaterThan(before), { timeout: 60_000 });
    isMended = true;
    await vi.waitFor(() => expect(languages.describe().proved).toEqual(['cpp', 'c']), { timeout: 300_000 });
    await giveOutNow(id);
    expect(await untilJudged(id)).toMatchObject({ status: 'Accepted', fault: null });
  });

  it('leaves what waits for it to the next worker, when this one is killed in the middle', async () => {
    const languages = keep(() => never());
    languages.require(cppAndC);
    const id = await sendInC();
    await until(async () => (await faultOf(id)) === 'language_being_proved');
    // Nothing of it is in this process: it lies in the queue for whoever starts, and proves all that is on at its gate.
    const { jobId } = await until(async () => {
      const row = await readSubmission(id);
      return row.status === 'Pending' && row.delivery === null && row;
    });
    const { rows } = await database.pool.query('select retry_count from pgboss.job where id = $1', [jobId]);
    expect(rows).toEqual([{ retry_count: 0 }]);
    worker.languages = { ...languages, findHindrance: () => null, listNotJudged: () => [] };
    expect(await untilJudged(id)).toMatchObject({ status: 'Accepted' });
  });

  it('is judged without another proof when it was off meanwhile', async () => {
    const proofs = vi.fn();
    const languages = keep((...asked) => {
      proofs();
      return worker.judge.judgeSubmission(...asked);
    });
    languages.require(cppAndC);
    await languages.listJudged();
    const once = proofs.mock.calls.length;
    languages.require(cpp);
    languages.require(cppAndC);
    expect(languages.findHindrance('c')).toBeNull();
    expect(proofs.mock.calls.length).toBe(once);
  });

  it('is forgotten when it is switched off at once, unless something has come in it', async () => {
    const signals: AbortSignal[] = [];
    const languages = keep((_source, _testSet, _limits, coreShare) => {
      if (coreShare?.signal) signals.push(coreShare.signal);
      return never(coreShare?.signal);
    });
    languages.require(cppAndC);
    await vi.waitFor(() => expect(signals.length).toBeGreaterThan(0));
    languages.require(cpp);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    expect(await languages.listJudged()).toEqual(['cpp']);
    expect(languages.describe()).toMatchObject({ proved: ['cpp'], waiting: [], failing: new Map() });

    languages.require(cppAndC);
    await vi.waitFor(() => expect(signals.at(-1)?.aborted).toBe(false));
    languages.require(cpp);
    await vi.waitFor(() => expect(signals.at(-1)?.aborted).toBe(true));
    // Received while it was on.
    expect(languages.findHindrance('c')).toMatchObject({ isPassing: true });
    await vi.waitFor(() => expect(signals.at(-1)?.aborted).toBe(false));
    languages.require({ ...cpp, packages: [] });
    expect(signals.at(-1)?.aborted).toBe(false);
  });
});

describe('what a machine lacks', () => {
  const lacksNumpy = words('language_missing', { tool: 'numpy', package: 'python3-numpy' });

  /** A judge of which nothing is real but what is asked of it. */
  function imagine(missing: readonly LanguageId[]) {
    const reopened: [LanguageId, readonly PackageId[]][] = [];
    const onLacking = vi.fn();
    const faults = new Map(missing.map((id) => [id, { said: { code: 'language_broken', params: {} } }]));
    const known = { knownPrograms: [{ name: 'right', code: '', status: 'Accepted' }] };
    const python: typeof known & { packages?: PackageHere[] } = { ...known };
    const judge = {
      judgeSubmission: () => verdict('Accepted'),
      languages: {
        installed: { cpp: known, python },
        missing: faults,
        reopen: async (id: LanguageId, packages: readonly PackageId[]) => void reopened.push([id, packages]),
      },
    } as unknown as Judge;
    const languages = keepJudgedLanguages(
      {
        judge,
        logger: worker.logger,
        ending: ending.signal,
        onChange: () => {},
        onLacking,
        tryAgainMs: 60_000,
      },
      { required: cpp, unproved: none },
    );
    return { languages, python, reopened, onLacking };
  }

  it('is looked for once more when it is switched on, and sends the machine through the gate', async () => {
    const { languages, reopened, onLacking } = imagine(['kotlin']);
    languages.require({ languages: ['cpp', 'kotlin'], packages: [] });
    await vi.waitFor(() => expect(onLacking).toHaveBeenCalledOnce());
    expect(reopened).toEqual([['kotlin', []]]);
  });

  it('keeps nothing but itself waiting while it is off', async () => {
    const { languages, reopened, onLacking } = imagine(['kotlin']);
    expect(languages.findHindrance('kotlin')).toMatchObject({ isPassing: false });
    await vi.waitFor(() => expect(reopened).toHaveLength(1));
    expect(languages.findHindrance('cpp')).toBeNull();
    expect(onLacking).not.toHaveBeenCalled();
  });

  it('of the packages of a language that is off keeps what waits in it, and staff read which', async () => {
    const { languages, python, onLacking } = imagine([]);
    python.packages = [{ id: 'numpy', isAllowed: true, found: { missing: lacksNumpy } }];
    languages.require({ languages: ['cpp'], packages: ['numpy'] });
    expect(languages.findHindrance('python')).toEqual({ fault: lacksNumpy, isPassing: false });
    expect(onLacking).not.toHaveBeenCalled();
  });

  it('is another thing with packages, and each is proved once', async () => {
    const { languages, reopened } = imagine([]);
    const allow = async (...packages: PackageId[]) => {
      languages.require({ languages: ['cpp', 'python'], packages });
      const hindrance = languages.findHindrance('python');
      expect(await languages.listJudged()).toEqual(['cpp', 'python']);
      return hindrance?.isPassing ?? false;
    };
    expect(await allow()).toBe(true);
    expect(await allow('numpy')).toBe(true);
    await allow();
    await allow('numpy');
    expect(reopened).toEqual([
      ['python', ['numpy']],
      ['python', []],
      ['python', ['numpy']],
    ]);
  });
});

async function* verdict(overallStatus: string): AsyncGenerator<Progress, void> {
  const given = { overallStatus, score: 0, groups: [], results: [], compilerSaid: null, reason: null };
  yield { kind: 'verdict', verdict: given } as Progress;
}

/** Is judged until it is broken off. */
async function* never(signal?: AbortSignal): AsyncGenerator<Progress, void> {
  await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}
