import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { words } from '#contract/words.ts';
import { makeTestDatabase } from '#store/testing/test-database.ts';
import { findWorkers, saveWorker } from '#store/workers.ts';
import { registerWorker } from './registration.ts';

const database = await makeTestDatabase();
const { db } = database;
const about = { cores: 4, architecture: 'x64', version: '1.2.3' };
const logger = pino({ level: 'silent' });
const asWorker = database.openAs('worker');
const register = (name: string) => registerWorker(asWorker, { ...about, name }, () => 2, logger);
const list = () => findWorkers(db);

describe('a worker in the list of judge machines', () => {
  it('is being checked first, then says how it stands, and is gone when it leaves', async () => {
    const registration = await register('judge1');
    expect(await list()).toMatchObject([{ name: 'judge1', state: 'checking', coresBusy: 0 }]);
    await registration.tell({ state: 'refused', reason: words('disk_full') });
    expect(await list()).toMatchObject([{ state: 'refused', reason: words('disk_full'), coresBusy: 2 }]);
    await registration.leave();
    expect(await list()).toEqual([]);
  });

  it('takes the place of its killed predecessor, not that of a namesake', async () => {
    await saveWorker(db, { ...about, id: randomUUID(), name: 'twin', state: 'ready' });
    const second = await register('twin');
    expect(await list()).toHaveLength(2);
    await db.execute(`update workers set seen_at = now() - interval '20 seconds' where state = 'ready'`);
    await second.tell({});
    expect(await list()).toMatchObject([{ state: 'checking' }]);
    await db.execute(`update workers set seen_at = now() - interval '20 seconds'`);
    const third = await register('twin');
    expect(await list()).toMatchObject([{ state: 'checking', isLost: false }]);
    await Promise.all([second.leave(), third.leave()]);
  });

  it('comes back when it was forgotten while it could not reach the database', async () => {
    const registration = await register('judge2');
    await db.execute('delete from workers');
    await registration.tell({ state: 'ready' });
    expect(await list()).toMatchObject([{ name: 'judge2', state: 'ready' }]);
    await registration.leave();
  });

  it('is told when a newer Minos changes the database under it', async () => {
    const registration = await register('judge3');
    await registration.tell({});
    expect(await Promise.race([registration.outdated, delay(0, 'not told')])).toBe('not told');
    await db.execute(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9000000000000)`,
    );
    await registration.tell({});
    await registration.outdated;
    await registration.leave();
  });
});
