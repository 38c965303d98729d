import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { MachineWords } from '#contract/judge-words.ts';
import { type Words, words } from '#contract/words.ts';
import { deleteForgottenWorkers, saveWorker } from '#store/workers.ts';
import { makeTestApp } from '../testing/test-app.ts';

const {
  database: { db },
  signUp,
  makeClient,
} = await makeTestApp();
const machine = (name: string) => ({
  cores: 4,
  architecture: 'x64',
  version: '1.2.3',
  id: randomUUID(),
  name,
  state: 'ready' as const,
  coresBusy: 3,
});
const age = (name: string, interval: string) =>
  db.execute(sql`update workers set seen_at = now() - ${interval}::interval where name = ${name}`);
const staff = await signUp('staff');
const list = async () =>
  (await staff.get('/api/admin/workers')).json() as { name: string; is_lost: boolean }[];

describe('the list of judge machines', () => {
  it('is for staff and administrators', async () => {
    expect((await makeClient().get('/api/admin/workers')).statusCode).toBe(401);
    expect((await (await signUp('user')).get('/api/admin/workers')).statusCode).toBe(403);
    expect((await (await signUp('admin')).get('/api/admin/workers')).statusCode).toBe(200);
  });

  it('tells what each is and does, and which has not been heard of', async () => {
    await saveWorker(db, { ...machine('alive'), compiler: 'gcc version 12.2.0', sandbox: 'cgroup2' });
    await saveWorker(db, machine('silent'));
    await age('silent', '20 seconds');
    expect(await list()).toMatchObject([
      {
        name: 'alive',
        state: 'ready',
        reason: null,
        cores: 4,
        cores_busy: 3,
        compiler: 'gcc version 12.2.0',
        sandbox: 'cgroup2',
        architecture: 'x64',
        version: '1.2.3',
        is_lost: false,
      },
      { name: 'silent', cores_busy: 0, is_lost: true },
    ]);
  });

  it('tells of one that takes work which languages it does not judge, and which it is proving', async () => {
    const tellOf = async (reason: Words<keyof MachineWords>) => {
      await saveWorker(db, { ...machine('partly'), reason });
      const [, partly] = (await staff.get('/api/admin/workers')).json();
      await db.execute(sql`delete from workers where name = 'partly'`);
      return [partly.state, partly.reason];
    };
    const said = words('known_program_failed', { program: 'right (java)', said: 'no virtual machine' });
    const fault = words('language_unproved', { failures: [said] });
    const failures = [words('language_unusable', { language: 'java', fault })];
    expect(await tellOf(words('languages_unproved', { failures }))).toEqual([
      'ready',
      'Does not judge these languages, and tries again every minute:\nJava: its known programs do not end as they should: right (java): no virtual machine',
    ]);
    expect(await tellOf(words('proving_languages', { languages: ['java', 'go'] }))).toEqual([
      'ready',
      'Is checking that it judges Java and Go right. Submissions in other languages are judged meanwhile.',
    ]);
  });

  it('forgets a machine that was silent for a day', async () => {
    await age('silent', '25 hours');
    await deleteForgottenWorkers(db);
    expect((await list()).map((worker) => worker.name)).toEqual(['alive']);
  });
});
