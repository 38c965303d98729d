import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Lane, RunRequest } from './run-types.ts';
import type { Sandbox } from './sandbox.ts';
import { buildRequests, busyCell, childrenOf, openOwn, programOf, until } from './testing.ts';

const limits = { cpuMs: 60_000, wallMs: 600_000, memoryBytes: 64 << 20, outputBytes: 1 << 20, processes: 8 };
const shell: RunRequest = {
  profile: 'toolchain',
  program: '/bin/sh',
  // One process that waits for two at work.
  args: ['-c', 'while :; do :; done | while :; do :; done; true'],
  env: ['PATH=/usr/bin:/bin'],
  readOnly: ['/usr', '/bin', '/lib', '/lib64'],
  limits: { ...limits, fileSizeBytes: 1 << 20 },
};
let sandbox: Sandbox;
let helper: number;
let ended: string[];
let endless: RunRequest;
let sleeper: RunRequest;
let sum: RunRequest;

beforeAll(async () => {
  ({ sum, sleeper } = await buildRequests(limits));
  endless = { ...sleeper, program: await programOf('endless-loop') };
}, 120_000);

beforeEach(async () => {
  ended = [];
  ({ own: sandbox, helper } = await openOwn());
});

afterEach(() => sandbox.close());

/** A run that can be ended, and notes in `ended` when it has. */
function begin(name: string, request: RunRequest, lane: Lane = 'ordinary') {
  const controller = new AbortController();
  const outcome = sandbox
    .run(request, controller.signal, lane)
    .catch((error: Error) => error.message)
    .finally(() => ended.push(name));
  return { outcome, abort: () => controller.abort(new Error('no longer wanted')) };
}

/** All that the cells have started. */
function belowCells(): number[] {
  const below = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...below(child)]);
  return childrenOf(helper).flatMap(below);
}

/** Their states, as the kernel's letters: R or S at work or asleep, T standing still. */
function states(): string[] {
  return belowCells().map((pid) => {
    try {
      return /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '';
    } catch {
      return '';
    }
  });
}

/** So many run at once, and so many stand still. */
const settled = (running: number, standing: number) =>
  until(() => {
    const all = states();
    const still = all.filter((state) => state === 'T').length;
    return all.length === running + standing && still === standing ? all : undefined;
  });

/** An ordinary run of so many processes, and an express one for which it stands still. */
async function beginBoth(request: RunRequest, processes: number) {
  const ordinary = begin('ordinary', request);
  await settled(processes, 0);
  const express = begin('express', sleeper, 'express');
  await settled(1, processes);
  return { ordinary, express };
}

/**
 * An express run beside which so many run and so many stand still, itself included. On a busy machine it may be young no more
 * before that is seen: then another one is begun.
 */
async function beginSeen(running: number, standing: number) {
  for (;;) {
    const express = begin('express', sleeper, 'express');
    for (const until = performance.now() + 700; performance.now() < until; await setTimeout(5)) {
      const all = states();
      const still = all.filter((state) => state === 'T').length;
      if (all.length === running + standing && still === standing) return express;
    }
    express.abort();
    await express.outcome;
  }
}

/** The ordinary run does so when the express one has ended; then it is ended, too. */
async function expectToGoOn({ ordinary, express }: Awaited<ReturnType<typeof beginBoth>>, processes: number) {
  express.abort();
  await express.outcome;
  await settled(processes, 0);
  ordinary.abort();
  await ordinary.outcome;
}

describe('an express run', () => {
  test('waits for no ordinary run, which stands still and then goes on', async () => {
    const { ordinary, express } = await beginBoth(endless, 1);
    express.abort();
    await express.outcome;
    await settled(1, 0);
    expect(await sandbox.run(sum, undefined, 'express')).toMatchObject({ exitCode: 0, limit: null });
    ordinary.abort();
    await ordinary.outcome;
    expect(ended).toEqual(['express', 'ordinary']);
  });

  test('costs the ordinary one neither CPU time nor wall time', async () => {
    const ordinary = begin('ordinary', { ...endless, limits: { ...limits, cpuMs: 700, wallMs: 1400 } });
    await settled(1, 0);
    // Asleep: had the ordinary run the core, or a clock that went on, it would end meanwhile.
    const express = begin('express', { ...sleeper, limits: { ...limits, wallMs: 2000 } }, 'express');
    expect(await express.outcome).toMatchObject({ limit: 'wall' });
    expect(await ordinary.outcome).toMatchObject({ limit: 'cpu' });
    expect(ended).toEqual(['express', 'ordinary']);
  });

  test('has its own limits and facts', async () => {
    const ordinary = begin('ordinary', endless);
    await settled(1, 0);
    const facts = await sandbox.run({ ...endless, limits: { ...limits, cpuMs: 100 } }, undefined, 'express');
    expect(facts).toMatchObject({ limit: 'cpu', signal: 'SIGKILL' });
    ordinary.abort();
    await ordinary.outcome;
  });

  test('makes a compiler and all it has started stand still', async () => {
    const { ordinary, express } = await beginBoth(shell, 3);
    express.abort();
    await settled(3, 0);
    ordinary.abort();
    expect(await ordinary.outcome).toBe('no longer wanted');
  });

  test('waits for another express run, in the order of their coming; ordinary ones wait for both', async () => {
    const first = begin('first', sleeper, 'express');
    const ordinary = begin('ordinary', sum);
    const second = begin('second', sum, 'express');
    await settled(1, 0);
    expect(ended).toEqual([]);
    first.abort();
    await Promise.all([second.outcome, ordinary.outcome]);
    expect(ended).toEqual(['first', 'second', 'ordinary']);
  });

  test('takes a core with nothing, and while it is young keeps one more free', async () => {
    await sandbox.close();
    // Three that may be two: nothing here asks how fast they are.
    ({ own: sandbox, helper } = await openOwn([0, 1, 1]));
    const ordinary = [begin('first', endless), begin('second', endless)];
    await settled(2, 0);
    const express = await beginSeen(2, 1);
    await settled(3, 0);
    express.abort();
    for (const run of ordinary) run.abort();
    await Promise.all([express, ...ordinary].map(({ outcome }) => outcome));
  });
});

/** CPU time of these processes, in hundredths of a second. */
function cpuTicks(pids: readonly number[]): number {
  return pids
    .map((pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [])
    .reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0);
}

describe('an ordinary run that stands still', () => {
  const letOneselfGoOn: RunRequest = {
    ...shell,
    args: ['-c', 'exec 2>&-; while :; do kill -CONT 0 $$; done | while :; do kill -CONT -1; done; true'],
  };

  test('cannot let itself go on', { timeout: 60_000 }, async () => {
    const program = await programOf('continue-oneself');
    for (const [request, processes] of [
      [{ ...endless, program }, 1],
      [letOneselfGoOn, 3],
    ] as const) {
      const ordinary = begin('ordinary', request);
      await settled(processes, 0);
      const standing = belowCells();
      const express = begin('express', endless, 'express');
      await settled(1, processes);
      const before = cpuTicks(standing);
      const running = belowCells().filter((pid) => !standing.includes(pid));
      await until(() => (cpuTicks(running) > 50 ? true : undefined));
      expect(cpuTicks(standing) - before).toBeLessThan(10);
      await expectToGoOn({ ordinary, express }, processes);
    }
  });

  test('is stopped again when something else lets it go on', async () => {
    for (const [request, processes] of [
      [endless, 1],
      [shell, 3],
    ] as const) {
      const both = await beginBoth(request, processes);
      for (const pid of belowCells()) process.kill(pid, 'SIGCONT');
      await settled(1, processes);
      await expectToGoOn(both, processes);
    }
  });

  test('can be aborted', async () => {
    const { ordinary, express } = await beginBoth(endless, 1);
    ordinary.abort();
    expect(await ordinary.outcome).toBe('no longer wanted');
    expect(ended).toEqual(['ordinary']);
    express.abort();
    await express.outcome;
  });

  test('is repeated when its cell dies, and still stands', async () => {
    const ordinary = begin('ordinary', endless);
    await settled(1, 0);
    const cell = await until(() => busyCell(helper));
    const express = begin('express', sleeper, 'express');
    await settled(1, 1);
    const before = childrenOf(cell)[0];
    process.kill(cell, 'SIGKILL');
    await until(() => (childrenOf(helper).includes(cell) ? undefined : true));
    await settled(1, 1);
    expect(childrenOf(helper).flatMap(childrenOf)).not.toContain(before);
    await expectToGoOn({ ordinary, express }, 1);
  });
});
