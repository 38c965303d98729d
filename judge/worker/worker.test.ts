import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { words } from '#contract/words.ts';
import { claimSubmission } from '#store/judgements.ts';
import { firstFailure } from '#store/known-results.ts';
import { changeLanguage } from '#store/languages.ts';
import { rejudge } from '#store/rejudges.ts';
import { judgements, problems } from '#store/schema.ts';
import { deleteProblemAndStandings } from '#store/standings.ts';
import { writeZip } from '../import/testing/zip-writer.ts';
import { missingTool } from '../languages/tools.ts';
import { judgeSubmission, tellProvenance } from './judge-submission.ts';
import { echo, endless, inEnglish, numbered, startTestWorker } from './testing.ts';

const tools = await startTestWorker();
const { database, queue, worker, until, readStory, makeProblem, importZip } = tools;
const { insertSubmission, giveJob, readSubmission, deleteSubmissions, send, submit, untilJudged } = tools;
const { db } = database;

describe('a submission', () => {
  it('without tests is Skipped with the reason', async () => {
    await makeProblem('no-tests');
    const verdict = await submit('no-tests', echo);
    expect(verdict.status).toBe('Skipped');
    expect(verdict.reason).toEqual(words('no_tests'));
  });

  it('with NUL bytes ends as Compilation Error', async () => {
    await makeProblem('bytes');
    await importZip('bytes', numbered(1));
    const verdict = await submit('bytes', Buffer.from([0, 255, 0, 1, 2, 3]));
    expect(verdict).toMatchObject({ status: 'Compilation Error', score: 0, results: [] });
    expect(inEnglish(verdict.compilerOutput)).toContain('main.cpp');
  });

  it('whose tests are damaged ends Skipped after the last try, and staff see why', async () => {
    await makeProblem('damaged');
    await importZip(
      'damaged',
      numbered(1, () => 4242),
    );
    await db.execute(`update blob_chunks set data = 'broken' where data = '4242\n'`);
    const verdict = await submit('damaged', echo);
    expect(verdict).toMatchObject({
      status: 'Skipped',
      reason: words('not_judged'),
    });
    const fault = inEnglish(verdict.fault);
    expect(fault).toContain('damaged');
    expect(verdict.attempt).toBeGreaterThan(1);
    await until(async () => readStory(verdict.submissionId).some((line) => line.msg === 'given up'));
    expect(readStory(verdict.submissionId)).toMatchObject([
      ...[1, 2, 3, 4].flatMap((attempt) => [
        { msg: 'claimed', attempt },
        { msg: 'released: the judge failed', attempt, fault },
      ]),
      { msg: 'given up', level: 50, attempt: 5, fault },
    ]);
  });

  it('that a killed worker had begun is judged by the next', async () => {
    await makeProblem('abandoned');
    await importZip('abandoned', numbered(1));
    // What a killed worker leaves behind: a claim without a verdict, and a job that the queue gives out again.
    const id = await send('abandoned', echo, 0, { status: 'Compiling', attempt: 1 });
    expect(await untilJudged(id)).toMatchObject({ status: 'Accepted', attempt: 2 });
  });
});

describe('a judgement', () => {
  it('keeps with what it was made', async () => {
    await makeProblem('kept-facts');
    await importZip('kept-facts', numbered(2));
    const [problem] = await db.select().from(problems).where(eq(problems.slug, 'kept-facts'));
    const verdict = await submit('kept-facts', echo);
    expect(verdict).toMatchObject({
      testSetId: problem?.testSetId,
      judgedBy: worker.name,
      provenance: {
        language: 'cpp',
        compiler: expect.stringMatching(/^gcc version \d+/),
        flags: expect.arrayContaining(['-O2']),
        sandbox: worker.judge.sandbox.facts.tier,
        timeLimitMs: 1000,
        memoryLimitMb: 64,
      },
    });
    expect(verdict.requestedAt <= (verdict.startedAt ?? 0)).toBe(true);
    expect((verdict.startedAt ?? 0) <= (verdict.finishedAt ?? 0)).toBe(true);
    // Of another set, with other limits; what the one before was made with stays as it was.
    const manifest = `groups:
  - {name: a, points: 1, tests: ["1", "2"]}
  - {name: b, points: 3, tests: ["2", "3"]}`;
    const pairs = ['1', '2', '3'].flatMap((name) => [
      { name: `${name}.in`, content: name },
      { name: `${name}.out`, content: name },
    ]);
    await importZip('kept-facts', writeZip([{ name: 'minos.yaml', content: manifest }, ...pairs]));
    await db.update(problems).set({ timeLimitMs: 2000 }).where(eq(problems.slug, 'kept-facts'));
    await rejudge(db, queue, verdict.submissionId);
    const again = await until(async () => {
      const row = await readSubmission(verdict.submissionId);
      return row.id !== verdict.id && row;
    });
    expect(again).toMatchObject({ testsDone: 3, isRejudge: true, provenance: { timeLimitMs: 2000 } });
    expect(again.testSetId).not.toBe(verdict.testSetId);
    const passed = { status: 'Accepted', within: null, share: '1/1' };
    expect([verdict.groups, again.groups]).toEqual([
      [],
      [
        { name: 'a', points: 1, earned: 1, tests: [[1, 2]], ...passed },
        { name: 'b', points: 3, earned: 3, tests: [[2, 3]], ...passed },
      ],
    ]);
    const [first] = await db.select().from(judgements).where(eq(judgements.id, verdict.id));
    expect(first).toEqual(verdict);
  });

  it('is made with the language as it is when judging begins', async () => {
    await makeProblem('reopened');
    await importZip('reopened', numbered(1));
    const installed: Record<string, unknown> = worker.judge.languages.installed;
    const { cpp } = worker.judge.languages.installed;
    const lease = vi.spyOn(worker.blobs, 'lease').mockImplementationOnce((hashes) => {
      installed.cpp = { ...cpp, version: 'opened while the tests were fetched' };
      return worker.blobs.lease(hashes);
    });
    const { provenance } = await submit('reopened', echo);
    installed.cpp = cpp;
    lease.mockRestore();
    expect(provenance).toMatchObject({ compiler: 'opened while the tests were fetched' });
  });

  it('tells the limits that its program had, with what its language gets over the problem’s', async () => {
    const isOn = undefined;
    await changeLanguage(db, 'cpp', { isOn, timeFactor: 2, timeAllowanceMs: 500, memoryAllowanceMb: 16 });
    await makeProblem('slow-language');
    const id = await insertSubmission('slow-language', echo);
    const claim = await claimSubmission(db, id);
    if (!claim) throw new Error('not claimed');
    expect(tellProvenance(worker, claim)).toMatchObject({ timeLimitMs: 2500, memoryLimitMb: 80 });
    await deleteSubmissions([id]);
    await changeLanguage(db, 'cpp', {
      isOn,
      timeFactor: null,
      timeAllowanceMs: null,
      memoryAllowanceMb: null,
    });
  });

  it('of new tests that the judge gives up on is in force: what the old ones said is no verdict on these', async () => {
    await makeProblem('given-up');
    const checker = `#include <cstdio>
int main(int, char** names) {
  int n = 0;
  FILE* f = fopen(names[2], "r");
  return f && fscanf(f, "%d", &n) == 1 && n > 0 ? 0 : 3;
}`;
    const archive = (count: number) =>
      writeZip([
        { name: 'minos.yaml', content: 'checker: {name: program, source: check.cpp}' },
        { name: 'check.cpp', content: checker },
        ...Array.from({ length: count }, (_, i) => [
          { name: `${i + 1}.in`, content: `${i + 1}` },
          { name: `${i + 1}.out`, content: `${i + 1}` },
        ]).flat(),
      ]);
    await importZip('given-up', archive(1));
    // Right on the test that it knows; on any other it prints what the checker cannot read.
    const crashing =
      '#include <cstdio>\nint main() { int n; scanf("%d", &n); printf("%d", n > 1 ? -1 : n); }';
    const { submissionId: id, status } = await submit('given-up', crashing);
    expect(status).toBe('Accepted');
    await importZip('given-up', archive(2));
    await rejudge(db, queue, id);
    await until(async () => readStory(id).some((line) => line.msg === 'given up'));
    const inForce = await readSubmission(id);
    expect(inForce).toMatchObject({ status: 'Skipped', score: 0, reason: words('not_judged') });
    expect(inEnglish(inForce.fault)).toContain('checker');
  });
});

describe('the first test that fails', () => {
  it('is told at once, though the next one takes long', async () => {
    await makeProblem('told-at-once');
    await importZip('told-at-once', numbered(2));
    await db.update(problems).set({ timeLimitMs: 60_000 }).where(eq(problems.slug, 'told-at-once'));
    const wrongThenEndless = `#include <cstdio>
      int main() { int n; scanf("%d", &n); if (n == 1) return puts("0"), 0; for (volatile int i = 0;; i = 1 - i); }`;
    const id = await send('told-at-once', wrongThenEndless, 0);
    const read = () =>
      db
        .select({ failure: firstFailure, testsDone: judgements.testsDone })
        .from(judgements)
        .where(eq(judgements.submissionId, id));
    const [told] = await until(async () => {
      const rows = await read();
      return rows[0]?.failure != null && rows;
    });
    const failure = { testCase: 1, status: 'Wrong Answer' };
    expect(told).toEqual({ failure, testsDone: 1 });
    await deleteSubmissions([id]);
  });
});

describe('a worker that leaves', () => {
  it('hands its submission back, and no try is lost', async () => {
    await makeProblem('handed-back');
    await importZip('handed-back', numbered(1));
    const setTimeLimit = (timeLimitMs: number) =>
      db.update(problems).set({ timeLimitMs }).where(eq(problems.slug, 'handed-back'));
    const id = await insertSubmission('handed-back', endless);
    const going = new AbortController();
    const stay = new AbortController();
    const job = await giveJob();
    // The one who leaves is sure to be in the middle of it; the next need not be.
    await setTimeLimit(30_000);
    const judging = judgeSubmission(worker, id, { job, given: stay.signal, leaving: going.signal });
    await until(async () => (await readSubmission(id)).status === 'Running');
    await setTimeLimit(1000);
    going.abort(new Error('The worker is stopping'));
    await judging;
    // The worker of this file takes the new job.
    const verdict = await untilJudged(id);
    expect(verdict).toMatchObject({ status: 'Time Limit Exceeded', fault: null, attempt: 2 });
    await until(async () => readStory(id).some((line) => line.msg === 'judged'));
    // The next may begin before the one who leaves has written that it is gone.
    const storyOf = (attempt: number) =>
      readStory(id).flatMap((line) => (line.attempt === attempt ? [line.msg] : []));
    expect(storyOf(1)).toEqual(['claimed', 'compiled', 'handed back: the worker is stopping']);
    expect(storyOf(2)).toEqual(['claimed', 'compiled', 'judged']);
  });
});

describe('a submission in a language that is off', () => {
  const inC =
    '#include <stdio.h>\nint main(void) { int n; scanf("%d", &n); printf("%d\\n", n); return 0; }\n';

  it('is judged again where the language is still installed', async () => {
    await makeProblem('language-off');
    await importZip('language-off', numbered(1));
    const judged = { status: 'Wrong Answer', finishedAt: new Date() } as const;
    const id = await insertSubmission('language-off', inC, judged, 'c');
    await rejudge(db, queue, id);
    await until(async () => (await readSubmission(id)).status === 'Accepted');
  });

  it('waits where it is not, without losing a try, and staff see what to install', async () => {
    await makeProblem('language-gone');
    await importZip('language-gone', numbered(1));
    const id = await insertSubmission('language-gone', inC, { isRejudge: true }, 'c');
    const job = await giveJob();
    const stay = new AbortController().signal;
    const fault = missingTool('gcc', 'gcc');
    const lacking = {
      listNotJudged: () => ['c'] as const,
      findHindrance: () => ({ fault: fault.said, isPassing: false }),
    };
    await judgeSubmission({ ...worker, languages: lacking }, id, { job, given: stay, leaving: stay });
    const waiting = await readSubmission(id);
    expect(waiting).toMatchObject({ status: 'Pending', fault: fault.said });
    const { rows } = await database.pool.query<{ state: string; is_later: boolean; retry_count: number }>(
      'select state, start_after > now() as is_later, retry_count from pgboss.job where id = $1',
      [waiting.jobId],
    );
    expect(rows).toEqual([{ state: 'created', is_later: true, retry_count: 0 }]);
    // A machine that has it is given it.
    await database.pool.query('update pgboss.job set start_after = now() where id = $1', [waiting.jobId]);
    expect(await untilJudged(id)).toMatchObject({ status: 'Accepted', fault: null });
  });
});

describe('a submission that is deleted while it is judged', () => {
  it('is judged no further, though it tells of no progress', async () => {
    await makeProblem('deleted');
    await importZip('deleted', numbered(20));
    await db.update(problems).set({ timeLimitMs: 30_000 }).where(eq(problems.slug, 'deleted'));
    const id = await insertSubmission('deleted', endless);
    const job = await giveJob();
    const stay = new AbortController().signal;
    const judging = judgeSubmission(worker, id, { job, given: stay, leaving: stay });
    await until(async () => (await readSubmission(id)).status === 'Running');
    while (worker.judge.sandbox.busyCores() === 0) await new Promise(setImmediate);
    const [problem] = await db.select().from(problems).where(eq(problems.slug, 'deleted'));
    await db.transaction((tx) => deleteProblemAndStandings(tx, problem?.id ?? 0));
    await judging;
    expect(worker.judge.sandbox.busyCores()).toBe(0);
    expect(readStory(id).at(-1)?.msg).toContain('the submission is gone');
  });
});
