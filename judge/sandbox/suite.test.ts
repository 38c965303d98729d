import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSandbox } from '../../sandbox/build.mjs';
import { openSandbox, type Sandbox, type SandboxOptions, type Tier, tiers } from './sandbox.ts';
import { buildCase, loadCases, runCase, type SuiteCase } from './suite.ts';
import { oneCore } from './testing.ts';

const nobody = { uid: 65534, gid: 65534 };
const cases = loadCases();
const ordinary = cases.find((suiteCase) => suiteCase.name === 'ordinary') as SuiteCase;
/** Set by `npm run test:cgroup2` for an emulated machine. */
const slowness = Number(process.env.MINOS_SLOWNESS ?? 1);
const asRoot = process.getuid?.() === 0;

// A folder any user can reach, wherever the checkout is.
const stage = mkdtempSync(join(tmpdir(), 'minos-suite-'));
const scratch = join(stage, 'scratch');
const programs = new Map<string, string>();
let helper = '';

// One core: every run of a group of tests goes through the same cell.
function open(tier: Tier, user: typeof nobody | null): Promise<Sandbox> {
  const options: SandboxOptions = { tier, helper, cores: oneCore, ...(user ? { runAs: user } : {}) };
  return openSandbox(options);
}

helper = join(stage, 'minos-sandbox');
chmodSync(stage, 0o755);
mkdirSync(scratch);
chmodSync(scratch, 0o777);
cpSync(await buildSandbox(), helper);
const available: { name: string; tier: Tier; user: typeof nobody | null }[] = [];
const missing: { name: string; why: string }[] = [];
for (const user of asRoot ? [null, nobody] : [null]) {
  for (const tier of tiers) {
    const name = `${tier} as ${user ? 'nobody' : asRoot ? 'root' : 'this user'}`;
    try {
      await (await open(tier, user)).close();
      available.push({ name, tier, user });
    } catch (error) {
      missing.push({ name, why: (error as Error).message });
    }
  }
}

/** What the machine has by its own account, so that a helper that fails to use it is not just skipped. */
function tierByMounts(): Tier {
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, , , options]) => asRoot && options?.split(',').includes('rw'));
  const has = (holds: (type?: string, path?: string, options?: string) => boolean) =>
    mounts.some(([, path, type, options]) => holds(type, path, options));
  const controllers = (path = '') => readFileSync(join(path, 'cgroup.controllers'), 'utf8').trim().split(' ');
  if (has((type, path) => type === 'cgroup2' && controllers(path).includes('memory'))) return 'cgroup2';
  if (has((type, _, options) => type === 'cgroup' && options?.split(',').includes('memory') === true))
    return 'cgroup1';
  return 'rlimits';
}

beforeAll(async () => {
  const waiting = [...cases];
  const build = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const built = await buildCase(next);
      const staged = join(stage, basename(built));
      cpSync(built, staged);
      chmodSync(staged, 0o755);
      programs.set(next.name, staged);
    }
  };
  await Promise.all([build(), build()]);
  if (asRoot) chownSync(scratch, nobody.uid, nobody.gid);
}, 600_000);

afterAll(() => rmSync(stage, { recursive: true, force: true }));

test('the tier that this machine has the means for is among those that are tested', () => {
  expect(available.filter(({ user }) => user === null).map(({ tier }) => tier)).toContain(tierByMounts());
});

// Named in the log: a tier that the machine does not offer cannot be tested on it.
for (const { name, why } of missing) console.warn(`Not tested here: the hostile suite, ${name}: ${why}`);

describe.each(available)('the hostile suite, $name', ({ tier, user }) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await open(tier, user);
  });
  afterAll(() => sandbox.close());

  const fitting = cases.filter((suiteCase) => !suiteCase.notIn?.[tier]);
  test.each(fitting)('$name: $about', { timeout: 60_000 * slowness }, async (suiteCase) => {
    const run = (one: SuiteCase) =>
      runCase(sandbox, one, programs.get(one.name) as string, scratch, slowness);
    expect(await run(suiteCase)).toEqual([]);
    expect(await run(ordinary), 'an ordinary program afterwards').toEqual([]);
  });
});
