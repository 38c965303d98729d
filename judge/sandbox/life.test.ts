import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { helperPath } from '../../sandbox/build.mjs';
import type { RunRequest } from './run-types.ts';
import { openSandbox, type Sandbox, SandboxFault } from './sandbox.ts';
import {
  buildRequests,
  busyCell,
  childrenOf,
  helpers,
  oneCore,
  openOwn,
  runLimits,
  said,
  twoCores,
  until,
} from './testing.ts';

const scratch = mkdtempSync(join(tmpdir(), 'minos-sandbox-'));
let sandbox: Sandbox;
let sum: RunRequest;
let sleeper: RunRequest;

beforeAll(async () => {
  ({ sum, sleeper } = await buildRequests());
  sandbox = await openSandbox({ cores: twoCores });
}, 120_000);

afterAll(async () => {
  await sandbox.close();
  rmSync(scratch, { recursive: true, force: true });
});

describe('a helper with many descriptors', () => {
  test('runs programs in every slot of many cores', async () => {
    const own = await openSandbox({ cores: Array(16).fill(twoCores[0]) });
    const { signal } = new AbortController();
    const runs = (['ordinary', 'express'] as const).flatMap((lane) =>
      own.facts.cores.map(() => own.run(sum, signal, lane)),
    );
    expect((await Promise.all(runs)).map(said)).toEqual(Array(32).fill('42\n'));
    await own.close();
  });

  // Of its cells' own none has the number at which the program's file is put for each run.
  test('has cells that live on, whatever the numbers are', async () => {
    const helper = join(scratch, 'helper-with-many');
    for (let count = 36; count < 64; count += 1) {
      const open = `for ((fd = 10; fd < 10 + ${count}; fd++)); do eval "exec $fd< /dev/null"; done`;
      writeFileSync(helper, `#!/bin/bash\n${open}\nexec ${helperPath} "$@"\n`, { mode: 0o755 });
      const own = await openSandbox({ cores: oneCore, helper });
      const runs = [await own.run(sum), await own.run(sum)];
      expect([count, ...runs.map(said)]).toEqual([count, '42\n', '42\n']);
      await own.close();
    }
  });
});

// As systemd's LimitCORE=0 does.
test('a helper that may write no core files and keep few signals waiting runs programs', async () => {
  const helper = join(scratch, 'helper-with-little');
  writeFileSync(helper, `#!/bin/bash\nulimit -c 0\nulimit -i 100\nexec ${helperPath} "$@"\n`, {
    mode: 0o755,
  });
  const own = await openSandbox({ cores: oneCore, helper });
  expect(said(await own.run(sum))).toBe('42\n');
  await own.close();
});

describe('abort', () => {
  test('ends a running program and frees its slot', async () => {
    const controller = new AbortController();
    const all = twoCores.map(() => sandbox.run(sleeper, controller.signal));
    await until(() =>
      helpers()
        .map(busyCell)
        .find((cell) => cell !== undefined),
    );
    controller.abort(new Error('no longer wanted'));
    for (const one of await Promise.allSettled(all)) {
      expect(one).toMatchObject({ status: 'rejected', reason: { message: 'no longer wanted' } });
    }
    expect(said(await sandbox.run(sum))).toBe('42\n');
  });

  test('is not forgotten when the cell dies of something else', async () => {
    const { own, helper } = await openOwn();
    const controller = new AbortController();
    const started = performance.now();
    const run = own.run(sleeper, controller.signal).catch((error: Error) => error.message);
    const cell = await until(() => busyCell(helper));
    process.kill(cell, 'SIGSTOP'); // it must not hear of the abort
    controller.abort(new Error('no longer wanted'));
    // Frames are read in order: once this one is refused, the abort has arrived.
    const waiting = new AbortController();
    const queued = own.run(sum, waiting.signal).catch((error: Error) => error.message);
    await new Promise((resolve) => setImmediate(resolve));
    waiting.abort(new Error('a sign'));
    expect(await queued).toBe('a sign');
    process.kill(cell, 'SIGKILL');
    expect(await run).toBe('no longer wanted');
    expect(performance.now() - started).toBeLessThan(runLimits.wallMs / 2);
    expect(busyCell(helper)).toBeUndefined();
    expect(said(await own.run(sum))).toBe('42\n');
    await own.close();
  });

  test('removes a waiting run, and refuses one that is aborted already', async () => {
    const running = new AbortController();
    const waiting = new AbortController();
    const busy = twoCores.map(() => sandbox.run(sleeper, running.signal));
    const queued = sandbox.run(sum, waiting.signal);
    waiting.abort(new Error('waiting'));
    await expect(queued).rejects.toThrow('waiting');
    running.abort(new Error('running'));
    await Promise.allSettled(busy);
    await expect(sandbox.run(sum, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });
});

describe('trouble below', () => {
  test('a cell that dies in the middle is replaced and the run repeated', async () => {
    const { own, helper } = await openOwn();
    const run = own.run({ ...sleeper, limits: { ...runLimits, wallMs: 300 } });
    process.kill(await until(() => busyCell(helper)), 'SIGKILL');
    expect((await run).limit).toBe('wall');
    expect(said(await own.run(sum))).toBe('42\n');
    await own.close();
  });

  test('a cell that falls silent is replaced after its time', { timeout: 60_000 }, async () => {
    const { own, helper } = await openOwn();
    const run = own.run({ ...sleeper, limits: { ...runLimits, wallMs: 100 } });
    process.kill(await until(() => busyCell(helper)), 'SIGSTOP');
    expect((await run).limit).toBe('wall');
    await own.close();
  });

  test('a helper that dies is started again and what was waiting is repeated', async () => {
    const { own, helper } = await openOwn();
    const first = own.run({ ...sleeper, limits: { ...runLimits, wallMs: 300 } });
    const second = own.run(sum);
    const cell = await until(() => busyCell(helper));
    process.kill(helper, 'SIGKILL');
    expect((await first).limit).toBe('wall');
    expect(said(await second)).toBe('42\n');
    await until(() => (existsSync(`/proc/${cell}`) ? undefined : true)); // its cells died with it
    await own.close();
  });

  test('a cell whose cgroup is gone is replaced and the run repeated', async () => {
    const { own, helper } = await openOwn();
    expect(said(await own.run(sum))).toBe('42\n');
    const groups = groupFoldersNamed(`minos.${helper}.`);
    if (own.facts.tier.startsWith('cgroup')) expect(groups).not.toEqual([]);
    // In v2 the cell itself sits beside the group of its programs.
    for (const group of groups) rmdirSync(existsSync(join(group, 'run')) ? join(group, 'run') : group);
    expect(said(await own.run(sum))).toBe('42\n');
    expect(said(await own.run(sum))).toBe('42\n');
    await own.close();
  });

  test('closing leaves no process and no cgroup behind', async () => {
    const { own, helper } = await openOwn();
    await own.run(sum);
    await own.close();
    expect(existsSync(`/proc/${helper}`)).toBe(false);
    expect(groupFoldersNamed(`minos.${helper}.`)).toEqual([]);
    await expect(own.run(sum)).rejects.toThrow('closed');
  });

  test('a stale helper is refused by its version', async () => {
    const fake = join(scratch, 'stale');
    const body = Buffer.concat([Buffer.alloc(5), text('another version'), text('rlimits'), Buffer.alloc(8)]);
    const frame = Buffer.concat([size(body.length), body]);
    writeFileSync(`${fake}.frame`, frame);
    writeFileSync(fake, `#!/bin/sh\n/bin/cat '${fake}.frame' -\n`);
    chmodSync(fake, 0o755);
    await expect(openSandbox({ helper: fake, cores: oneCore })).rejects.toThrow('stale');
  });

  test('a helper that cannot start says why', async () => {
    await expect(openSandbox({ helper: '/nowhere/helper' })).rejects.toThrow(SandboxFault);
    await expect(openSandbox({ cores: [] })).rejects.toThrow('usage');
  });
});

test.runIf(process.getuid?.() === 0)(
  'every cell has a user of its own, in a range that systemd leaves free, however many cores and workers there are',
  { timeout: 120_000 },
  async () => {
    const controller = new AbortController();
    const usersOf = async (count: number) => {
      const { own, helper } = await openOwn(Array(count).fill(0));
      const runs = Array.from({ length: count }, () => own.run(sleeper, controller.signal).catch(() => {}));
      const busy = await until(() => {
        const cells = childrenOf(helper).filter((cell) => childrenOf(cell).length > 0);
        return cells.length === count ? cells : undefined;
      });
      const users = busy.map((pid) =>
        Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
      );
      const close = () => Promise.all(runs).then(() => own.close());
      return { users, close };
    };
    const [many, few] = [await usersOf(200), await usersOf(2)];
    controller.abort();
    await Promise.all([many.close(), few.close()]);
    const users = [...many.users, ...few.users];
    expect(new Set(users).size).toBe(202);
    // https://systemd.io/UIDS-GIDS: unused, also below 65,536 for a container that has no more ids.
    const isFree = (id: number) =>
      (id >= 1_879_048_192 && id < 2_147_352_576) || (id >= 60_706 && id <= 61_183);
    expect(users.filter((id) => !isFree(id))).toEqual([]);
  },
);

// Whose memory is whose only root may ask: cells cannot be looked into.
test.runIf(process.getuid?.() === 0)('the helper stays small', async () => {
  await Promise.all(Array.from({ length: 500 }, () => sandbox.run(sum)));
  const all = helpers().flatMap((pid) => [pid, ...childrenOf(pid)]);
  // Private memory: cells share the rest with their parent.
  const bytes = all.map(
    (pid) =>
      Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024,
  );
  expect(bytes.reduce((a, b) => a + b, 0)).toBeLessThan(8 * 1024 * 1024);
});

function size(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.concat([size(value.length), Buffer.from(value)]);
}

function groupFoldersNamed(prefix: string): string[] {
  const own = readFileSync('/proc/self/cgroup', 'utf8').split('\n');
  const folders = own.flatMap((line) => {
    const [, controllers, path] = line.split(':');
    if (!path) return [];
    // A helper in a delegated group moves the processes of that group, this one too, to a leaf beside its cells.
    const groups = [`/sys/fs/cgroup/${controllers}${path}`, `/sys/fs/cgroup${path}`];
    return [...groups, ...groups.map(dirname), '/sys/fs/cgroup'];
  });
  const found = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.startsWith(prefix))
        .map((name) => join(folder, name)),
    );
  return [...new Set(found)];
}
