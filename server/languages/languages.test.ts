import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LanguageId } from '#contract/programs.ts';
import { words } from '#contract/words.ts';
import { languageSettings, type WorkerLanguages, workers } from '#store/schema.ts';
import { saveWorker } from '#store/workers.ts';
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

const gcc = { version: 'gcc version 12.2.0', flags: ['-O2'] };
const newer = { version: 'gcc version 14.1.0', flags: ['-O2'] };
const nothing = { time_factor: 1, time_allowance_ms: 0, memory_allowance_mb: 0 };
const missing = { missing: words('language_missing', { tool: 'gcc', package: 'gcc' }) };

const addMachine = (name: string, languages: WorkerLanguages) =>
  saveWorker(db, {
    id: randomUUID(),
    name,
    state: 'ready',
    cores: 2,
    architecture: 'x64',
    version: '1',
    languages,
  });
const turn = (id: LanguageId, isOn: boolean) =>
  admin.put(`/api/admin/settings/languages/${id}`, { is_on: isOn });
const offered = async () => (await makeClient().get('/api/languages')).json() as { id: string }[];
const submitIn = async (language: string) => {
  const answer = await user.post('/api/submit', { problemId: 'sum', language, code: 'int main() {}' });
  return [answer.statusCode, answer.json().code ?? 'taken'];
};

beforeEach(async () => {
  await db.delete(workers);
  await db.delete(languageSettings);
});

describe('languages', () => {
  it('are C++ alone until an administrator says otherwise', async () => {
    await addMachine('one', { cpp: gcc, cpp17: gcc, c: gcc });
    expect(await offered()).toEqual([{ id: 'cpp', ...gcc, also: [], allowance: nothing }]);
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
      { id: 'cpp', ...gcc, also: [newer], allowance: nothing },
      { id: 'c', ...gcc, also: [], allowance: nothing },
    ]);
    expect(await submitIn('c')).toEqual([201, 'taken']);
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

  it('wait for a machine that has not looked yet, and for the first one', async () => {
    await turn('c', true);
    expect(await submitIn('c')).toEqual([201, 'taken']);
    expect(await offered()).toContainEqual({
      id: 'c',
      version: null,
      flags: [],
      also: [],
      allowance: nothing,
    });
    await addMachine('starting', {});
    expect(await submitIn('c')).toEqual([201, 'taken']);
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
});
