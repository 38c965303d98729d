import { spawn } from 'node:child_process';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunRequest } from './run-types.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';
import { buildRequests, oneCore, programOf, runLimits } from './testing.ts';

let sum: RunRequest;
beforeAll(async () => {
  ({ sum } = await buildRequests());
}, 120_000);

describe('a core that others use too', () => {
  // Sessions of their own: some kernels share a core out by session first.
  const spin = () =>
    spawn('taskset', ['-c', `${oneCore}`, 'sh', '-c', 'while :; do :; done'], {
      detached: true,
      stdio: 'ignore',
    });

  let own: Sandbox;
  let others: ReturnType<typeof spin>[];
  beforeEach(async () => {
    own = await openSandbox({ cores: oneCore });
    others = Array.from({ length: 8 }, spin);
  });
  afterEach(async () => {
    for (const other of others) other.kill('SIGKILL');
    await own.close();
  });

  const ofCase = async (name: string, args: string[] = []) => ({
    ...sum,
    program: await programOf(name),
    args,
    limits: { ...runLimits, cpuMs: 200, wallMs: 300, processes: 64 },
  });

  test('costs a program no wall time, whichever of its threads works', { timeout: 60_000 }, async () => {
    for (const name of ['endless-loop', 'endless-threads', 'work-in-a-thread']) {
      const facts = await own.run(await ofCase(name));
      expect({ name, limit: facts.limit }).toEqual({ name, limit: 'cpu' });
      expect(facts.wallMs).toBeGreaterThan(300);
    }
  });

  test('costs a compiler no wall time, whichever of its processes works', { timeout: 60_000 }, async () => {
    const work = 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done';
    const compiler: RunRequest = {
      ...sum,
      profile: 'toolchain',
      program: '/bin/sh',
      args: ['-c', `while :; do sh -c '${work}'; done`],
      env: ['PATH=/usr/bin:/bin'],
      readOnly: ['/usr', '/bin', '/lib', '/lib64'],
      limits: { ...runLimits, cpuMs: 400, wallMs: 900, fileSizeBytes: 1 << 20 },
    };
    const facts = await own.run(compiler);
    expect(facts.limit).toBe('cpu');
    expect(facts.wallMs).toBeGreaterThan(900);
  });

  test('helps nobody who sleeps or stops', { timeout: 60_000 }, async () => {
    for (const name of ['sleeper', 'stop-oneself']) {
      expect({ name, limit: (await own.run(await ofCase(name))).limit }).toEqual({ name, limit: 'wall' });
    }
    // Ready most of the time, and sometimes asleep: one of the limits ends it.
    expect(['cpu', 'wall']).toContain((await own.run(await ofCase('spin-and-sleep'))).limit);
  });
});
