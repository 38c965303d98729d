import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect, finished, makeProblem } from '#harness/client.ts';
import { startInstance } from '#harness/instance.ts';

interface Line {
  process: string;
  msg: string;
  pid?: number;
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
    const api = await connect(instance);
    await makeProblem(api, { id: 'echo', pdf: Buffer.from('%PDF-1.4\n'), tests: 3 });
    const { id } = await api.post('/api/submit', {
      problemId: 'echo',
      language: 'cpp',
      code: 'int main() { volatile int n = 0; for (;;) n = n + 1; }',
    });
    const until = async (msg: string, times = 1) => {
      while (readStory(dataDir, id).filter((line) => line.msg === msg).length < times) await delay(20);
    };
    await until('compiled');
    const killed = readStory(dataDir, id).at(-1)?.pid ?? 0;
    process.kill(killed, 'SIGKILL');
    expect((await finished(api, id)).overall_status).toBe('Time Limit Exceeded');
    await until('judged');
    await api.post(`/api/admin/submissions/${id}/rejudge`);
    await finished(api, id);
    await until('judged', 2);

    const { user } = await api.get('/api/me');
    const story = readStory(dataDir, id);
    const by = { user: user.id, worker: expect.any(String) };
    const verdict = { ...by, msg: 'judged', status: 'Time Limit Exceeded', ms: expect.any(Number) };
    // The server writes down what it has done while a worker may be at it already: their lines may cross.
    const [server, worker] = ['server', 'worker'].map((name) =>
      story.filter((line) => line.process === name),
    );
    expect(server).toMatchObject([
      { msg: 'accepted', user: user.id, problem: 'echo', reqId: expect.any(String) },
      { msg: 'rejudged', by: user.id },
    ]);
    expect(worker).toMatchObject([
      { ...by, msg: 'claimed', attempt: 1, pid: killed, waitedMs: expect.any(Number) },
      { ...by, msg: 'compiled', attempt: 1, pid: killed, ms: expect.any(Number) },
      { ...by, msg: 'claimed', attempt: 2 },
      { ...by, msg: 'compiled', attempt: 2 },
      { ...verdict, attempt: 2 },
      { ...by, msg: 'claimed', attempt: 4 },
      { ...by, msg: 'compiled', attempt: 4 },
      { ...verdict, attempt: 4 },
    ]);
    expect(worker?.[2]?.pid).not.toBe(killed);
    // The rest of the request is found by its id in the other file.
    const requests = readFileSync(join(dataDir, 'logs/minos.log'), 'utf8');
    expect(requests).toContain(`"reqId":"${server?.[0]?.reqId}"`);
    expect(requests).not.toContain('"submission":');
  });
});
