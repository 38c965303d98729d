/**
 * Guessing passwords must be hopeless; a classroom of 200 behind one address signing in within a minute must
 * not be refused. So only failures count, in fixed windows kept in the database (several servers share them):
 *
 *   one account from one address   10 in 15 minutes   stops guessing from one place
 *   one account from anywhere     100 in an hour      stops guessing from many places
 *   any accounts from one address 1000 in 15 minutes  stops trying one password on every account
 *
 * An attempt is counted before its password is checked and given back when it was right: parallel guesses
 * cannot all slip in under the limit. The narrowest limit is asked first and a refused attempt counts nowhere,
 * so that one address alone (40 an hour) can never lock an account for everybody else.
 *
 * The same numbers hold for the password of a contest, counted apart: for one person and contest in place of an account.
 *
 * Registering counts by address too, whatever comes of it, because most tries cost a password hash and leave an
 * account that somebody has to delete: 300 in an hour are several classes, and no flood.
 */
import { and, eq, lt, or, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { Queryable } from '#store/database.ts';
import { signInFailures } from '#store/schema.ts';

const minute = 60_000;

const limitKinds = [
  { name: 'pair', most: 10, windowMs: 15 * minute },
  { name: 'account', most: 100, windowMs: 60 * minute },
  { name: 'address', most: 1000, windowMs: 15 * minute },
] as const;

const registrationLimit = { most: 300, windowMs: 60 * minute };

export class TooManyAttempts extends ApiError {
  readonly retryAfterSeconds: number;

  constructor(code: 'too_many_attempts' | 'too_many_registrations', retryAfterSeconds: number) {
    super(code);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Where an attempt was counted, the narrowest first. */
export type Attempt = readonly CountedIn[];

interface CountedIn {
  readonly scope: string;
  readonly windowEndsAt: Date;
}

export async function countAttempt(
  db: Queryable,
  now: Date,
  username: string,
  address: string,
): Promise<Attempt> {
  return countGuess(db, now, '', username.toLowerCase(), address);
}

export async function countEntryAttempt(
  db: Queryable,
  now: Date,
  { contestId, userId }: { readonly contestId: number; readonly userId: number },
  address: string,
): Promise<Attempt> {
  return countGuess(db, now, 'contest ', `${contestId} ${userId}`, address);
}

async function countGuess(
  db: Queryable,
  now: Date,
  purpose: '' | 'contest ',
  account: string,
  address: string,
): Promise<Attempt> {
  const network = networkOf(address);
  const keys = { pair: `${account} ${network}`, account, address: network };
  const attempt: CountedIn[] = [];
  for (const { name, most, windowMs } of limitKinds) {
    const counted = await countOne(db, now, `${purpose}${name} ${keys[name]}`, windowMs);
    attempt.push(counted);
    if (counted.count > most) {
      await giveBack(db, attempt);
      throw new TooManyAttempts('too_many_attempts', secondsUntil(counted.windowEndsAt, now));
    }
  }
  return attempt;
}

/** Refused ones are counted as well: who goes on regardless only waits for the window's end all the same. */
export async function countRegistration(db: Queryable, now: Date, address: string): Promise<void> {
  const { most, windowMs } = registrationLimit;
  const { count, windowEndsAt } = await countOne(db, now, `registration ${networkOf(address)}`, windowMs);
  if (count > most) throw new TooManyAttempts('too_many_registrations', secondsUntil(windowEndsAt, now));
}

function secondsUntil(end: Date, now: Date): number {
  return Math.ceil((end.getTime() - now.getTime()) / 1000);
}

async function countOne(
  db: Queryable,
  now: Date,
  scope: string,
  windowMs: number,
): Promise<CountedIn & { readonly count: number }> {
  const over = sql`${signInFailures.windowEndsAt} <= ${now}`;
  const windowEndsAt = new Date(now.getTime() + windowMs);
  const [row] = await db
    .insert(signInFailures)
    .values({ scope, count: 1, windowEndsAt })
    .onConflictDoUpdate({
      target: signInFailures.scope,
      set: {
        count: sql`case when ${over} then 1 else ${signInFailures.count} + 1 end`,
        windowEndsAt: sql`case when ${over} then ${windowEndsAt} else ${signInFailures.windowEndsAt} end`,
      },
    })
    .returning();
  if (!row) throw new Error('A counted attempt has no row');
  return row;
}

/**
 * The attempt was right after all, or was refused: as if it had not been made. Only in the windows in which it was
 * counted: attempts that outlast one would otherwise be so many guesses for free in the next.
 */
async function giveBack(db: Queryable, attempt: Attempt): Promise<void> {
  const counted = attempt.map(({ scope, windowEndsAt }) =>
    and(eq(signInFailures.scope, scope), eq(signInFailures.windowEndsAt, windowEndsAt)),
  );
  await db
    .update(signInFailures)
    .set({ count: sql`${signInFailures.count} - 1` })
    .where(or(...counted));
}

/** After a right password the mistakes made on the way to it are forgotten for that account at that address. */
export async function forgiveAttempts(db: Queryable, attempt: Attempt): Promise<void> {
  const [pair, ...wider] = attempt;
  if (pair) await db.delete(signInFailures).where(eq(signInFailures.scope, pair.scope));
  await giveBack(db, wider);
}

export async function deleteExpiredFailures(db: Queryable, now: Date): Promise<void> {
  await db.delete(signInFailures).where(lt(signInFailures.windowEndsAt, now));
}

/** An IPv6 customer holds a whole /64; counting single addresses there would count nothing. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('::') as [string, string?];
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array(Math.max(0, 8 - before.length - after.length)).fill('0') : [];
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
