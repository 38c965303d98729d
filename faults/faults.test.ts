import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isInProgress } from '#contract/statuses.ts';
import { findProcesses, isGone } from '#harness/processes.ts';
import { until } from '#harness/until.ts';
import { openFrozenContest } from './frozen-contest.ts';
import { holdVerdicts, readJournal } from './journal.ts';
import { hasJava, switchLanguage, untilJudgedByAll, untilProving, withLanguageOn } from './languages.ts';
import { expectRightScoreboard, expectRightVerdicts } from './outcome.ts';
import { expectPackages, sendPackages, untilTried } from './packages.ts';
import { isAlive, markTree, type ProcessMark } from './process-tree.ts';
import { printRecoveries } from './recovery-table.ts';
import { type Blow, playScene, type Recovery, type Scene } from './scene.ts';
import {
  findOwner,
  findWorker,
  isOutOfRoom,
  makeWorld,
  printState,
  readStatus,
  type World,
} from './world.ts';

/** `npm run test:faults` plays every fault several times; `npm test` once. */
const rounds = Number(process.env.MINOS_FAULT_ROUNDS ?? 1);
const isLong = rounds > 1;
/** The product's promise for a submission whose worker was killed; held against the clock in the long form only. */
const promisedMs = 30_000;
const cutMs = 20_000;

let world: World;
const recoveries: Recovery[] = [];
beforeAll(async () => {
  world = await makeWorld();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await printState(world);
});
afterAll(async () => {
  printRecoveries(recoveries);
  await world?.close();
});

async function endure(fault: string, strike: (scene: Scene) => Promise<Blow>): Promise<Recovery> {
  const recovery = await playScene(world, fault, strike);
  recoveries.push(recovery);
  return recovery;
}

/** Kills -9, and sees that nothing it had started lives on: helper, cells, compilers, programs. */
async function killWorker({ pid, isSpare }: { pid: number; isSpare: boolean }): Promise<void> {
  const tree = markTree(pid);
  expect(tree.length, 'a worker has a helper and cells').toBeGreaterThan(2);
  if (!isSpare) world.expectNewWorker();
  process.kill(pid, 'SIGKILL');
  await expectGone(tree);
  // As its supervisor does for the other.
  if (isSpare) world.spare.startAgain();
}

async function expectGone(tree: readonly ProcessMark[]): Promise<void> {
  await until(() => !tree.some(isAlive));
}

/** Submits until the spare worker has one; the instance's own judges only so many at once. */
async function submitToSpare(scene: Scene): Promise<number> {
  for (let sent = 0; ; sent += 1) {
    if (sent > 12) throw new Error('The spare worker takes no submission');
    const id = await scene.submit('slow');
    const owner = await until(async () => (await findOwner(world, id)) ?? false);
    if (owner.isSpare) return id;
  }
}

async function untilStatus(id: number, status: string): Promise<void> {
  await until(async () => {
    const now = await readStatus(world.pool, id);
    if (now !== '' && !isInProgress(now)) throw new Error(`${id} was ${now} before it was seen ${status}`);
    return now === status;
  });
}

/** The spare worker is without the database for a while, in the middle of a submission. */
async function cutOffSpare(scene: Scene, how: 'silent' | 'reset') {
  const hit = await submitToSpare(scene);
  await untilStatus(hit, 'Running');
  await scene.endContest();
  const struckAtMs = Date.now();
  world.proxy.cut(how);
  await delay(cutMs);
  world.proxy.restore();
  return { struckAtMs, hit };
}

describe.each(Array.from({ length: rounds }, (_, round) => round + 1))(
  'round %i: an instance gets over',
  (round) => {
    it.each([
      { phase: 'Compiling', kind: 'slowToCompile' },
      { phase: 'Running', kind: 'slow' },
    ] as const)('a worker killed while $phase', async ({ phase, kind }) => {
      const { hitMs } = await endure(`worker killed while ${phase}`, async (scene) => {
        // Before it, for it takes a moment: compiling takes only a little longer.
        await scene.endContest();
        const hit = await scene.submit(kind);
        await untilStatus(hit, phase);
        const owner = await until(async () => (await findOwner(world, hit)) ?? false);
        const struckAtMs = Date.now();
        await killWorker(owner);
        expect(await readStatus(world.pool, hit), 'where the blow met it').toBe(phase);
        return { struckAtMs, hit };
      });
      if (isLong) expect(hitMs).toBeLessThan(promisedMs);
    });

    it.runIf(isLong && hasJava)(
      'a worker, or the virtual machine, killed in the middle of Java',
      async () => {
        await withLanguageOn(world, 'java', async () => {
          for (const part of ['worker', 'virtual machine'] as const) {
            await endure(`${part} killed in Java`, async (scene) => {
              await scene.endContest();
              const hit = await scene.submit('slowInJava');
              await untilStatus(hit, 'Running');
              const owner = await until(async () => (await findOwner(world, hit)) ?? false);
              const machine = await until(
                () => markTree(owner.pid).find(({ command }) => command === 'java') ?? false,
              );
              const struckAtMs = Date.now();
              if (part === 'worker') await killWorker(owner);
              else process.kill(machine.pid, 'SIGKILL');
              return { struckAtMs, hit };
            });
          }
        });
      },
      // Workers pass the gate with Java three times, which is most of it.
      600_000,
    );

    it('a worker killed while it proves a language', async () => {
      await endure('worker killed while proving', async (scene) => {
        await scene.endContest();
        await switchLanguage(world, 'c', true);
        await untilProving(world, 'c');
        const struckAtMs = Date.now();
        await killWorker({ pid: findProcesses(world.dataDir).worker ?? 0, isSpare: false });
        // For whoever has proved it first: the other one, or the next, which does so at its gate.
        const hit = await scene.submit('rightInC');
        return { struckAtMs, hit };
      });
      await untilJudgedByAll(world, 'c');
      await switchLanguage(world, 'c', false);
    });

    it.runIf(isLong)('a worker killed in the middle of an import', async () => {
      await endure('worker killed while importing', async (scene) => {
        const moment = await until(async () => {
          const told = await readJournal(world.pool, 'import', scene.importJob);
          return told.find(({ progress }) => progress > 0) ?? false;
        });
        const struckAtMs = Date.now();
        await killWorker(findWorker(world, moment.application));
        await scene.endContest();
        return { struckAtMs, hit: null };
      });
    });

    it.runIf(isLong).each(['worker', 'server', 'postgres'] as const)(
      'its %s killed while the solutions of a package are judged',
      async (part) => {
        await world.ready();
        const sent = await sendPackages(world, `${part}-${round}`);
        const { application } = await untilTried(world, sent);
        if (part === 'worker') await killWorker(findWorker(world, application));
        else process.kill(findProcesses(world.dataDir)[part] ?? 0, 'SIGKILL');
        await expectPackages(world, sent);
      },
    );

    it('a server killed', async () => {
      await endure('server killed', async (scene) => {
        await scene.endContest();
        const hit = await scene.submit('right');
        const struckAtMs = Date.now();
        process.kill(findProcesses(world.dataDir).server ?? 0, 'SIGKILL');
        return { struckAtMs, hit };
      });
    });

    it('PostgreSQL killed right after it acknowledged a submission', async () => {
      await endure('PostgreSQL killed', async (scene) => {
        await scene.endContest();
        const { postgres } = findProcesses(world.dataDir);
        const hit = await scene.submit('right');
        const struckAtMs = Date.now();
        process.kill(postgres ?? 0, 'SIGKILL');
        await until(async () => (await readStatus(world.pool, hit).catch(() => '')) !== '');
        return { struckAtMs, hit };
      });
    });

    it('the supervisor killed, and started again at once', async () => {
      await endure('supervisor killed', async (scene) => {
        await scene.endContest();
        const hit = await scene.submit('slow');
        await untilStatus(hit, 'Running');
        const { server, worker, postgres } = findProcesses(world.dataDir);
        const left = [server, worker, postgres].flatMap((pid) => markTree(pid ?? 0));
        world.expectNewWorker();
        const struckAtMs = Date.now();
        world.instance.process.kill('SIGKILL');
        await world.restartInstance();
        await expectGone(left);
        return { struckAtMs, hit };
      });
    });

    it('its worker, its server and PostgreSQL killed in a frozen ICPC contest with questions', async () => {
      await world.ready();
      const scene = await openFrozenContest(world, String(round));
      try {
        await scene.untilAllAnswer();
        const { worker, server } = findProcesses(world.dataDir);
        await killWorker({ pid: worker ?? 0, isSpare: false });
        process.kill(server ?? 0, 'SIGKILL');
        await scene.untilAllAnswer();
        await scene.endSoon();
        process.kill(findProcesses(world.dataDir).postgres ?? 0, 'SIGKILL');
        await scene.expectWell();
        await expectRightVerdicts(world);
        await expectRightScoreboard(world.pool, world.admin);
      } finally {
        await scene.stop();
      }
    });

    it('a worker cut off from the database for 20 s', async () => {
      await endure('worker cut off for 20 s', (scene) => cutOffSpare(scene, 'silent'));
    });

    it.runIf(isLong)('a worker whose connections break for 20 s', async () => {
      await endure('connections broken for 20 s', (scene) => cutOffSpare(scene, 'reset'));
    });

    it('a worker paused until another has its submission, and then going on', async () => {
      await endure('worker paused past its heartbeat', async (scene) => {
        const hit = await submitToSpare(scene);
        await untilStatus(hit, 'Running');
        await scene.endContest();
        const struckAtMs = Date.now();
        world.spare.kill('SIGSTOP');
        await until(async () => !(await findOwner(world, hit))?.isSpare);
        await untilStatus(hit, 'Running');
        world.spare.kill('SIGCONT');
        return { struckAtMs, hit };
      });
    });

    it.runIf(isLong)('a worker paused in the middle of storing a verdict', async () => {
      await endure('worker paused while storing', async (scene) => {
        const hit = await submitToSpare(scene);
        await untilStatus(hit, 'Running');
        const held = await holdVerdicts(world.pool);
        await until(() => held.isWaitedFor(world.spare.application));
        const struckAtMs = Date.now();
        world.spare.kill('SIGSTOP');
        await held.release();
        await scene.endContest();
        await until(async () => !(await findOwner(world, hit))?.isSpare);
        world.spare.kill('SIGCONT');
        return { struckAtMs, hit };
      });
      expect(isGone(world.spare.pid), 'the worker went on').toBe(false);
    });

    it.runIf(process.getuid?.() === 0)("a worker's disk being full", async () => {
      await endure("a worker's disk full", async (scene) => {
        const struckAtMs = Date.now();
        // Again and again: at first the worker makes room by giving up its caches.
        await until(async () => {
          await world.disk?.fill();
          return isOutOfRoom(world);
        });
        const hit = await scene.submit('right');
        await scene.endContest();
        await until(async () => (await readStatus(world.pool, hit)) === 'Accepted');
        await world.disk?.free();
        return { struckAtMs, hit };
      });
    });
  },
);
