import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Checker } from '#contract/checkers.ts';
import type { LanguageId } from '#contract/programs.ts';
import type { TestSetPlan } from '#contract/test-set-plan.ts';
import { words } from '#contract/words.ts';
import { writeBlob } from '#store/blobs.ts';
import { findRequired } from '#store/languages.ts';
import { languageSettings, problems, testSets, type WorkerLanguages, workers } from '#store/schema.ts';
import { emptyPlan } from '#store/testing/empty-plan.ts';
import { saveWorker, type WorkerRow } from '#store/workers.ts';
import { createVisibleProblem } from '../testing/problems.ts';
import { makeTestApp } from '../testing/test-app.ts';

const {
  database: { db },
  signUp,
  makeClient,
} = await makeTestApp();
const admin = await signUp('admin');
const user = await signUp('user');
await createVisibleProblem(admin, {
  id: 'sum',
  title: 'Sum',
  author: admin.username,
  time_limit_ms: 1000,
  memory_limit_mb: 64,
});

const gcc = { version: 'gcc version 12.2.0', flags: ['-O2'], compile: 'gcc -O2 main.c', run: './main' };
const newer = { ...gcc, version: 'gcc version 14.1.0' };
const nothing = { time_factor: 1, time_allowance_ms: 0, memory_allowance_mb: 0 };
/** As it is told where staff have changed nothing. */
const told = { ...gcc, packages: [], starting_text: null, allowance: nothing };
const missing = { missing: words('language_missing', { tool: 'gcc', package: 'gcc' }) };

const addMachine = (name: string, languages: WorkerLanguages, how: Partial<WorkerRow> = {}) =>
  saveWorker(db, {
    id: randomUUID(),
    name,
    state: 'ready',
    cores: 2,
    architecture: 'x64',
    version: '1',
    languages,
    ...how,
  });
const turn = (id: LanguageId, isOn: boolean) =>
  admin.put(`/api/admin/settings/languages/${id}`, { is_on: isOn });
const offered = async () => (await makeClient().get('/api/languages')).json() as { id: string }[];
const submitIn = async (language: string, by = user) => {
  const answer = await by.post('/api/submit', { problemId: 'sum', language, code: 'int main() {}' });
  return [answer.statusCode, answer.json().code ?? 'taken'];
};

/** Of the problem, in Python. */
async function putCheckerInForce(checkerFiles: TestSetPlan['checkerFiles']): Promise<void> {
  const [problem] = await db.select().from(problems).where(eq(problems.slug, 'sum'));
  const checker: Checker = { name: 'program', source: 'check.py', headers: [], points: null };
  const plan: TestSetPlan = { ...emptyPlan, checker, checkerFiles };
  const report = {
    tests: 0,
    groups: 0,
    samples: 0,
    largest_file: null,
    checker: 'check.py',
    paired: [],
    ignored: [],
  };
  const [set] = await db
    .insert(testSets)
    .values({ problemId: problem?.id ?? 0, plan, report })
    .returning({ id: testSets.id });
  await db.update(problems).set({ testSetId: set?.id ?? 0 });
}

beforeEach(async () => {
  await db.delete(workers);
  await db.delete(languageSettings);
});

describe('languages', () => {
  it('are C++ alone until an administrator says otherwise', async () => {
    await addMachine('one', { cpp: gcc, cpp17: gcc, c: gcc });
    expect(await offered()).toEqual([{ id: 'cpp', ...told, also: [] }]);
    expect(await submitIn('cpp')).toEqual([201, 'taken']);
    expect(await submitIn('c')).toEqual([400, 'language_off']);
    expect(await submitIn('cobol')).toEqual([400, 'invalid_request']);
  });

  it('that are on tell what runs, also where machines differ', async () => {
    await addMachine('a', { cpp: gcc, cpp17: gcc, c: gcc });
    await addMachine('b', { cpp: newer, cpp17: gcc, c: missing });
    await addMachine('c', { cpp: gcc, cpp17: gcc, c: gcc });
    await turn('c', true);
    expect(await offered()).toEqual([
      { id: 'cpp', ...told, also: [{ ...newer, packages: [] }] },
      { id: 'c', ...told, also: [] },
    ]);
    expect(await submitIn('c')).toEqual([201, 'taken']);
  });

  it('of a machine that is not updated yet are told without the commands', async () => {
    const { compile, run, ...before } = gcc;
    await addMachine('old', { cpp: before as typeof gcc });
    expect(await offered()).toEqual([{ id: 'cpp', ...told, compile: null, run: null, also: [] }]);
  });

  it('that no machine has are not offered, and staff read what to install', async () => {
    await addMachine('one', { cpp: gcc, c: missing });
    await addMachine('gone', { cpp: gcc, c: gcc });
    await db.execute(sql`update workers set seen_at = now() - interval '20 seconds' where name = 'gone'`);
    await turn('c', true);
    expect((await offered()).map(({ id }) => id)).toEqual(['cpp']);
    expect(await submitIn('c')).toEqual([400, 'language_not_judged']);
    const settings = (await admin.get('/api/admin/settings/languages')).json();
    expect(settings.find(({ id }: { id: string }) => id === 'c')).toMatchObject({
      is_on: true,
      is_offered: false,
      machines: [{ name: 'one', version: null, missing: expect.stringContaining('gcc is not installed') }],
    });
  });

  it('that a machine has and does not judge right are offered where another does, and staff read why', async () => {
    const failures = [words('known_program_failed', { program: 'a sleeper (c)', said: 'it never ended' })];
    await addMachine('one', { cpp: gcc, c: { missing: words('language_unproved', { failures }) } });
    await turn('c', true);
    expect((await offered()).map(({ id }) => id)).toEqual(['cpp']);
    expect(await submitIn('c')).toEqual([400, 'language_not_judged']);
    const settings = (await admin.get('/api/admin/settings/languages')).json();
    const [machine] = settings.find(({ id }: { id: string }) => id === 'c').machines;
    expect(machine.missing).toBe(
      'its known programs do not end as they should: a sleeper (c): it never ended',
    );
    await addMachine('two', { cpp: gcc, c: gcc });
    expect((await offered()).map(({ id }) => id)).toEqual(['cpp', 'c']);
  });

  it('that only a machine has that is not fit for work are not offered, but C++ waits for it', async () => {
    const failures = [words('verbatim', { text: 'no control groups' })];
    const unfit = { state: 'refused', reason: words('gate_failed', { failures }) } as const;
    await turn('c', true);
    await addMachine('unfit', { cpp: gcc, c: gcc }, unfit);
    expect((await offered()).map(({ id }) => id)).toEqual(['cpp']);
    expect(await submitIn('c')).toEqual([400, 'language_not_judged']);
    expect(await submitIn('cpp', await signUp('user'))).toEqual([201, 'taken']);
    await addMachine('without C', { cpp: gcc, c: missing });
    expect(await submitIn('c')).toEqual([400, 'language_not_judged']);
    // They take work again by themselves.
    for (const how of [
      { state: 'refused', reason: words('disk_full') },
      { state: 'checking' },
      { state: 'draining' },
    ] as const) {
      await db.delete(workers);
      await addMachine('unfit', { cpp: gcc, c: gcc }, unfit);
      await addMachine('soon', { cpp: gcc, c: gcc }, how);
      expect((await offered()).map(({ id }) => id)).toEqual(['cpp', 'c']);
    }
  });

  it('wait for a machine that has not looked yet, and for the first one', async () => {
    await turn('c', true);
    expect(await submitIn('c')).toEqual([201, 'taken']);
    expect(await offered()).toContainEqual({
      id: 'c',
      version: null,
      flags: [],
      compile: null,
      run: null,
      packages: [],
      starting_text: null,
      also: [],
      allowance: nothing,
    });
    await addMachine('starting', {});
    expect(await submitIn('c')).toEqual([201, 'taken']);
  });

  it('are remembered from the last submission, for whoever made it', async () => {
    await addMachine('one', { cpp: gcc, c: gcc });
    await turn('c', true);
    const person = await signUp('user');
    const lastOf = async (client: typeof user) =>
      (await client.get('/api/problems/sum')).json().last_language;
    await submitIn('cpp', person);
    await submitIn('c', person);
    expect(await lastOf(person)).toEqual({ id: 'c', at: expect.any(String) });
    expect(await lastOf(admin)).toBeNull();
    expect((await makeClient().get('/api/problems/sum')).json().last_language).toBeNull();
  });

  it('that are switched off take nothing more', async () => {
    await addMachine('one', { cpp: gcc, c: gcc });
    await turn('c', true);
    await turn('c', false);
    expect(await submitIn('c')).toEqual([400, 'language_off']);
    await turn('cpp', false);
    expect(await submitIn('cpp')).toEqual([400, 'language_off']);
    expect(await offered()).toEqual([]);
  });

  it('have packages beside their library where that is allowed, and the machine has them', async () => {
    const cpython = { ...gcc, version: 'Python 3.11.2' };
    const lacking = { missing: words('language_missing', { tool: 'numpy', package: 'python3-numpy' }) };
    await addMachine('a', { python: { ...cpython, packages: { numpy: { version: '1.24.2' } } } });
    await addMachine('b', { python: { ...cpython, packages: { numpy: lacking } } });
    await addMachine('not updated', { python: cpython });
    await turn('python', true);
    const allow = (id: string, packages: unknown) =>
      admin.put(`/api/admin/settings/languages/${id}`, { packages });
    const seen = async () => {
      const python = (await makeClient().get('/api/languages')).json()[1];
      return [python.packages, ...python.also.map((other: typeof python) => other.packages)];
    };
    const numpy = async () => {
      const settings = (await admin.get('/api/admin/settings/languages')).json();
      return settings.find(({ id }: { id: string }) => id === 'python').packages[0];
    };
    expect(await findRequired(db)).toEqual({ languages: ['cpp', 'python'], packages: [] });
    expect(await seen()).toEqual([[]]);
    expect(await numpy()).toMatchObject({
      id: 'numpy',
      is_allowed: false,
      machines: [
        { name: 'a', version: '1.24.2', missing: null },
        { name: 'b', version: null, missing: 'numpy is not installed: install the package python3-numpy' },
        { name: 'not updated', version: null, missing: null },
      ],
    });

    expect((await allow('python', ['numpy', 'numpy'])).json()).toMatchObject({
      is_on: true,
      packages: ['numpy'],
    });
    expect(await findRequired(db)).toEqual({ languages: ['cpp', 'python'], packages: ['numpy'] });
    expect(await seen()).toEqual([[{ id: 'numpy', version: '1.24.2' }], []]);
    expect(await numpy()).toMatchObject({ is_allowed: true });
    // A language that is off is asked of no machine, and what was received in it is judged with what is allowed.
    await turn('python', false);
    expect(await findRequired(db)).toEqual({ languages: ['cpp'], packages: ['numpy'] });
    await turn('python', true);
    expect(await seen()).toEqual([[{ id: 'numpy', version: '1.24.2' }], []]);

    for (const [id, packages] of [
      ['cpp', ['numpy']],
      ['python', ['scipy']],
      ['python', 'numpy'],
    ] as const) {
      const refused = await allow(id, packages);
      expect([refused.statusCode, refused.json().message]).toEqual([
        400,
        'There is no such package for this language.',
      ]);
    }
    expect((await allow('python', [])).json()).toMatchObject({ packages: [] });
    expect(await seen()).toEqual([[]]);
  });

  it('are not offered with a package that no machine has', async () => {
    const isOffered = async () =>
      (await makeClient().get('/api/languages')).json().some(({ id }: { id: string }) => id === 'python');
    const lacking = { missing: words('language_missing', { tool: 'numpy', package: 'python3-numpy' }) };
    await addMachine('bare', { python: { ...gcc, packages: { numpy: lacking } } });
    await turn('python', true);
    expect(await isOffered()).toBe(true);
    await admin.put('/api/admin/settings/languages/python', { packages: ['numpy'] });
    expect(await isOffered()).toBe(false);
    await addMachine('full', { python: { ...gcc, packages: { numpy: { version: '1.24.2' } } } });
    expect(await isOffered()).toBe(true);
    await admin.put('/api/admin/settings/languages/python', { packages: [] });
  });

  it('that a checker is written in stay on while its tests are in force', async () => {
    await turn('python', true);
    await putCheckerInForce({});
    const refused = await turn('python', false);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'The checker of the problem “sum” is written in this language: it cannot be switched off.',
    ]);
    expect((await offered()).map(({ id }) => id)).toContain('python');
    await db.update(problems).set({ testSetId: null });
    expect((await turn('python', false)).statusCode).toBe(200);
  });

  it('keep a package that a checker imports while its tests are in force', async () => {
    await turn('python', true);
    const allow = (packages: string[]) => admin.put('/api/admin/settings/languages/python', { packages });
    await allow(['numpy']);
    const source = await writeBlob(db, Readable.from([Buffer.from('import sys, numpy as np\n')]));
    await putCheckerInForce({ 'check.py': source.sha256 });
    const refused = await allow([]);
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
      409,
      'package_needed',
      'The checker of the problem “sum” imports numpy: it cannot be switched off.',
    ]);
    // What is said again changes nothing, and needs nothing.
    expect((await allow(['numpy'])).statusCode).toBe(200);
    const without = await writeBlob(db, Readable.from([Buffer.from('import sys\n# import numpy\n')]));
    await putCheckerInForce({ 'check.py': without.sha256 });
    expect((await allow([])).json()).toMatchObject({ packages: [] });
    await db.update(problems).set({ testSetId: null });
  });

  it('begin with what staff say, and with the editor’s own again', async () => {
    await addMachine('one', { cpp: gcc });
    const staff = await signUp('staff');
    const set = (text: string | null) => staff.put('/api/admin/languages/cpp/starting-text', { text });
    const begins = async () => (await makeClient().get('/api/languages')).json()[0].starting_text;
    expect((await set('int main() {\r\n    |\r\n}\r\n')).statusCode).toBe(200);
    expect(await begins()).toBe('int main() {\n    |\n}');
    await set('');
    expect(await begins()).toBe('');
    await set(null);
    expect(await begins()).toBeNull();
    const refusals = [await set('x'.repeat(4097)), await set('int a\u202e;')];
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([400, 400]);
  });
});
