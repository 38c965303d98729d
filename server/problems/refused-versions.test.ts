import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import type { StoredTrial } from '#contract/packages.ts';
import { words } from '#contract/words.ts';
import { importJobs, problems, testSets } from '#store/schema.ts';
import { emptyPlan } from '#store/testing/empty-plan.ts';
import { storeVersion } from '#store/versions.ts';
import { makeForm } from '../testing/form.ts';
import { makeTestApp } from '../testing/test-app.ts';

const { context, database, signUp } = await makeTestApp();
const { db } = context;
const staff = await signUp('staff');

const report = {
  tests: 1,
  groups: 0,
  samples: 0,
  largest_file: null,
  checker: words('checker_tokens'),
  paired: [],
  ignored: [],
};
const solution = {
  name: 'slow.cpp',
  file: '00',
  language: 'cpp',
  expected: { required: ['Time Limit Exceeded'] },
} as const;
const compilerSaid = words('compiler_silent', { exitCode: 1 });
const trial: StoredTrial = {
  time_limit_ms: 500,
  memory_limit_mb: 64,
  derived: null,
  compiler: 'gcc',
  tried_at: '2026-01-01T00:00:00.000Z',
  agrees: false,
  solutions: [
    {
      name: solution.name,
      language: 'cpp',
      expected: solution.expected,
      seen: {
        status: 'Compilation Error',
        score: 0,
        results: '',
        slowest_ms: 0,
        agrees: false,
        against: null,
        groups: [],
        compilerSaid,
      },
    },
  ],
};

const readProblem = async (id: string) => (await db.select().from(problems).where(eq(problems.slug, id)))[0];

/** A problem whose import was refused by what its jury's solutions say, and that import's id. */
async function makeRefused(id: string) {
  await makeProblem(id);
  const testSetId = await storeRefused(id);
  return { jobId: await insertRefused(id, testSetId, { problemId: (await readProblem(id))?.id }), testSetId };
}

/** The same of a package that would have made the problem. */
async function makeRefusedDraft(id: string) {
  await makeProblem(id);
  await db.update(problems).set({ draftBy: staff.id }).where(eq(problems.slug, id));
  const testSetId = await storeRefused(id);
  return {
    jobId: await insertRefused(id, testSetId, { kind: 'packages', requestedBy: staff.id }),
    testSetId,
  };
}

const makeProblem = (id: string) =>
  staff.post('/api/admin/problems', {
    id,
    title: id,
    author: staff.username,
    time_limit_ms: 1000,
    memory_limit_mb: 256,
  });

async function storeRefused(id: string): Promise<number> {
  const problem = await readProblem(id);
  const version = {
    plan: emptyPlan,
    report,
    solutions: [solution],
    trial,
    timeLimitMs: 500,
    memoryLimitMb: 64,
    languageLimits: null,
    blobIds: [],
  };
  return storeVersion(db, problem?.id ?? 0, version);
}

async function insertRefused(
  id: string,
  testSetId: number,
  rest: Pick<typeof importJobs.$inferInsert, 'kind' | 'problemId' | 'requestedBy'>,
): Promise<string> {
  const message = words('solutions_disagree', { solutions: { shown: [solution.name], more: 0 } });
  const refused = {
    folder: '',
    id,
    title: id,
    status: 'refused',
    message,
    preview: null,
    testSetId,
  } as const;
  const [job] = await db
    .insert(importJobs)
    .values({ ...rest, status: 'failed', message, packages: [refused] })
    .returning({ id: importJobs.id });
  return job?.id ?? '';
}

describe('a version that the jury’s solutions speak against', () => {
  it('is told with what was expected and seen, and is not in force', async () => {
    const { jobId } = await makeRefused('against');
    const told = (await staff.get(`/api/admin/upload-progress/${jobId}`)).json();
    expect(told).toMatchObject({
      status: 'failed',
      message: 'Not put in force: the jury’s solutions did not end as expected: slow.cpp.',
      problems: [
        {
          id: 'against',
          status: 'refused',
          can_be_forced: true,
          trial: {
            agrees: false,
            solutions: [
              {
                name: 'slow.cpp',
                seen: {
                  agrees: false,
                  compiler_output: sayInEnglish(compilerSaid),
                  compiler_words: compilerSaid,
                },
              },
            ],
          },
        },
      ],
    });
    expect((await staff.get('/api/admin/problems/against/trial')).json()).toEqual({
      trial: null,
      forced_by: null,
      forced_at: null,
    });
  });

  it('can be put in force knowingly, once, with its limits; who did is kept', async () => {
    const { jobId, testSetId } = await makeRefused('forced');
    const force = () => staff.post(`/api/admin/upload-progress/${jobId}/force`, { folder: '' });
    expect((await force()).statusCode).toBe(204);
    const [problem] = await db.select().from(problems).where(eq(problems.slug, 'forced'));
    expect(problem).toMatchObject({ testSetId, timeLimitMs: 500, memoryLimitMb: 64 });
    expect((await staff.get('/api/admin/problems/forced/trial')).json()).toMatchObject({
      trial: { agrees: false },
      forced_by: staff.username,
      forced_at: context.now().toISOString(),
    });
    const told = (await staff.get(`/api/admin/upload-progress/${jobId}`)).json();
    expect(told.problems[0].can_be_forced).toBe(false);
    // No list says that it has failed.
    expect(told).toMatchObject({ status: 'completed', message_words: { code: 'version_forced' } });
    expect(told.problems[0].status).not.toBe('refused');
    expect((await force()).statusCode).toBe(404);
  });

  it('is forced by its own import and folder only', async () => {
    const { jobId } = await makeRefused('own-import');
    for (const [path, folder] of [
      [jobId, 'elsewhere'],
      ['00000000-0000-4000-8000-000000000001', ''],
    ])
      expect((await staff.post(`/api/admin/upload-progress/${path}/force`, { folder })).statusCode).toBe(404);
  });
});

describe('forcing a version', () => {
  const force = (jobId: string) => staff.post(`/api/admin/upload-progress/${jobId}/force`, { folder: '' });

  it('waits until the import has told of all that is in its archive', async () => {
    const { jobId } = await makeRefused('still-going');
    const ofIt = eq(importJobs.id, jobId);
    await db.update(importJobs).set({ status: 'processing', kind: 'packages', problemId: null }).where(ofIt);
    expect((await force(jobId)).json()).toMatchObject({ code: 'import_running' });
    const [job] = await db.select().from(importJobs).where(ofIt);
    expect(job).toMatchObject({ status: 'processing', packages: [{ status: 'refused' }] });
    expect((await staff.get('/api/admin/problems/still-going/trial')).json()).toMatchObject({ trial: null });
  });

  it('and deleting its problem at the same moment do not wait for each other for ever', async () => {
    const { jobId } = await makeRefused('leaving');
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(`select from problems where slug = 'leaving' for update`);
    const forcing = force(jobId);
    await database.waitForLock();
    await client.query(`delete from problems where slug = 'leaving'`);
    await client.query('commit');
    client.release();
    expect((await forcing).statusCode).toBe(404);
  });
});

describe('a version that waits for a decision', () => {
  const decide = (jobId: string, what: 'force' | 'discard') =>
    staff.post(`/api/admin/upload-progress/${jobId}/${what}`, { folder: '' });
  const waiting = async () => (await staff.get('/api/admin/waiting-imports')).json();

  it('of a package is told to all of the staff until somebody has decided', async () => {
    const { jobId } = await makeRefusedDraft('undecided');
    const told = { job_id: jobId, requested_by: staff.username, problem_ids: ['undecided'] };
    const colleague = await signUp('staff');
    expect((await colleague.get('/api/admin/waiting-imports')).json()).toContainEqual(told);
    expect((await decide(jobId, 'force')).statusCode).toBe(204);
    expect(await waiting()).not.toContainEqual(told);
    // The form of a problem that is there tells by itself.
    const { jobId: inForm } = await makeRefused('in-its-form');
    expect(JSON.stringify(await waiting())).not.toContain(inForm);
  });

  it('can be discarded: nothing of it is left, and its id is free', async () => {
    const { jobId, testSetId } = await makeRefusedDraft('given-up');
    expect((await decide(jobId, 'discard')).statusCode).toBe(204);
    expect(await readProblem('given-up')).toBeUndefined();
    expect(await db.$count(testSets, eq(testSets.id, testSetId))).toBe(0);
    const told = (await staff.get(`/api/admin/upload-progress/${jobId}`)).json();
    expect(told.problems).toMatchObject([
      { status: 'refused', can_be_forced: false, message_words: { code: 'version_discarded' } },
    ]);
    expect((await decide(jobId, 'force')).statusCode).toBe(404);
  });

  it('of a problem that is there leaves that as it is when it is discarded', async () => {
    const { jobId } = await makeRefused('stays');
    const before = await readProblem('stays');
    expect((await decide(jobId, 'discard')).statusCode).toBe(204);
    expect(await readProblem('stays')).toEqual(before);
  });

  it('holds no id: whoever makes a problem of that name may', async () => {
    await makeRefusedDraft('wanted-by-another');
    const colleague = await signUp('staff');
    const made = await colleague.post('/api/admin/problems', {
      id: 'wanted-by-another',
      title: 'Mine',
      author: colleague.username,
      time_limit_ms: 1000,
      memory_limit_mb: 256,
    });
    expect(made.statusCode).toBe(201);
  });

  it('is too old once a later one is in force', async () => {
    const { jobId } = await makeRefused('overtaken');
    const later = await makeRefusedVersion('overtaken');
    expect((await decide(later, 'force')).statusCode).toBe(204);
    const told = (await staff.get(`/api/admin/upload-progress/${jobId}`)).json();
    expect(told.problems[0].can_be_forced).toBe(false);
    const answer = await decide(jobId, 'force');
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'version_outdated']);
  });

  const makeRefusedVersion = async (id: string) =>
    insertRefused(id, await storeRefused(id), { problemId: (await readProblem(id))?.id });
});

describe('other limits of a problem with solutions', () => {
  const body = (ms: number) => ({
    title: 'T',
    author: staff.username,
    time_limit_ms: ms,
    memory_limit_mb: 64,
  });
  let testSetId = 0;

  beforeAll(async () => {
    const made = await makeRefused('limits');
    await staff.post(`/api/admin/upload-progress/${made.jobId}/force`, { folder: '' });
    testSetId = made.testSetId;
  });

  it('wait for a trial; the rest changes at once', async () => {
    const answer = await staff.put('/api/admin/problems/limits', { ...body(900), title: 'Renamed' });
    expect(answer.json()).toMatchObject({ id: 'limits', trialJobId: expect.any(String) });
    const { trialJobId } = answer.json();
    const [problem] = await db.select().from(problems).where(eq(problems.slug, 'limits'));
    expect(problem).toMatchObject({ title: 'Renamed', timeLimitMs: 500, testSetId });
    const [job] = await db.select().from(importJobs).where(eq(importJobs.id, trialJobId));
    expect(job).toMatchObject({
      kind: 'trial',
      status: 'pending',
      requestedBy: staff.id,
      timeLimitMs: 900,
      memoryLimitMb: 64,
    });
    // One change at a time.
    expect((await staff.put('/api/admin/problems/limits', body(800))).statusCode).toBe(409);
    await staff.delete(`/api/admin/upload-progress/${trialJobId}`);
  });

  it('need none when they are the same', async () => {
    expect((await staff.put('/api/admin/problems/limits', body(500))).json()).toEqual({ id: 'limits' });
  });

  it('come into force with the tests that follow, or not at all', async () => {
    const answer = await staff.put('/api/admin/problems/limits', { ...body(700), files_follow: true });
    expect(answer.json()).toEqual({ id: 'limits' });
    const archive = makeForm({ testcasesZip: { name: 't.zip', content: 'PK\x03\x04' } });
    const upload = (query: string) =>
      staff.post(`/api/admin/problems/limits/upload?${query}`, archive.payload, { headers: archive.headers });
    expect((await upload('time_limit_ms=0&memory_limit_mb=64')).statusCode).toBe(400);
    const { jobId } = (await upload('time_limit_ms=700&memory_limit_mb=64')).json();
    const [job] = await db.select().from(importJobs).where(eq(importJobs.id, jobId));
    expect(job).toMatchObject({ kind: 'tests', timeLimitMs: 700, memoryLimitMb: 64 });
    // Until then, and when that fails, they are as they were.
    await staff.delete(`/api/admin/upload-progress/${jobId}`);
    expect((await staff.get('/api/problems/limits')).json()).toMatchObject({ time_limit_ms: 500 });
  });
});
