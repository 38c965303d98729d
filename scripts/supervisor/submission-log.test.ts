import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getMe } from '#contract/accounts.ts';
import { rejudgeSubmission } from '#contract/submissions.ts';
import { signIn } from '#harness/client.ts';
import { administrator, startInstance } from '#harness/instance.ts';
import { createProblem, makeEchoArchive } from '#harness/sample-problem.ts';
import { sendSubmission, waitForVerdict } from '#harness/sample-submission.ts';
import { until } from '#harness/until.ts';

interface Line {
  process: string;
  msg: string;
  pid?: number;
  judgement?: number;
  reqId?: string;
}

/** What `grep '"submission":ID,' DATA_DIR/logs/submissions.log` shows. */
function readStory(dataDir: string, id: number): Line[] {
  return readFileSync(join(dataDir, 'logs/submissions.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes(`"submission":${id},`))
    .map((line) => JSON.parse(line));
}

describe('the log', () => {
  it('tells what happened to a submission whose worker was killed', { timeout: 180_000 }, async () => {
    const instance = await startInstance();
    onTestFinished(() => instance.stop());
    const { dataDir } = instance;
    const admin = await signIn(instance.url, administrator);
    await createProblem(admin, { id: 'echo', zip: await makeEchoArchive(3) });
    const id = await sendSubmission(admin, {
      problemId: 'echo',
      code: 'int main() { volatile int n = 0; for (;;) n = n + 1; }',
    });
    const untilTold = (msg: string, times = 1) =>
      until(() => readStory(dataDir, id).filter((line) => line.msg === msg).length >= times);
    await untilTold('compiled');
    const killed = readStory(dataDir, id).at(-1)?.pid ?? 0;
    process.kill(killed, 'SIGKILL');
    expect((await waitForVerdict(admin, id)).overall_status).toBe('Time Limit Exceeded');
    await untilTold('judged');
    await admin.call(rejudgeSubmission, { params: { id } });
    await waitForVerdict(admin, id);
    await untilTold('judged', 2);

    const { user } = await admin.call(getMe);
    const story = readStory(dataDir, id);
    const by = { user: user?.id, worker: expect.any(String) };
    const verdict = { ...by, msg: 'judged', status: 'Time Limit Exceeded', ms: expect.any(Number) };
    // The server writes down what it has done while a worker may be at it already: their lines may cross.
    const [server, worker] = ['server', 'worker'].map((name) =>
      story.filter((line) => line.process === name),
    );
    expect(server).toMatchObject([
      { msg: 'accepted', user: user?.id, problem: 'echo', reqId: expect.any(String) },
      { msg: 'rejudged', by: user?.id },
    ]);
    expect(worker).toMatchObject([
      { ...by, msg: 'claimed', attempt: 1, pid: killed, waitedMs: expect.any(Number) },
      { ...by, msg: 'compiled', attempt: 1, pid: killed, ms: expect.any(Number) },
      { ...by, msg: 'claimed', attempt: 2 },
      { ...by, msg: 'compiled', attempt: 2 },
      { ...verdict, attempt: 2 },
      { ...by, msg: 'claimed', attempt: 1 },
      { ...by, msg: 'compiled', attempt: 1 },
      { ...verdict, attempt: 1 },
    ]);
    expect(worker?.[2]?.pid).not.toBe(killed);
    // The rejudge is a judgement of its own.
    expect(new Set(worker?.slice(0, 5).map(({ judgement }) => judgement)).size).toBe(1);
    expect(worker?.[5]?.judgement).not.toBe(worker?.[4]?.judgement);
    // The rest of the request is found by its id in the other file.
    const requests = readFileSync(join(dataDir, 'logs/minos.log'), 'utf8');
    expect(requests).toContain(`"reqId":"${server?.[0]?.reqId}"`);
    expect(requests).not.toContain('"submission":');
  });
});
