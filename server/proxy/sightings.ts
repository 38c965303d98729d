/**
 * A reverse proxy that nobody told us about. While TRUST_PROXY is unset everybody behind it has its address, and the
 * limits on failed sign-ins, which count by address, take them for one: ten wrong passwords lock an account for all.
 *
 * It shows in the headers that proxies add. What they say is never believed, only that they are there, and only where
 * no visitor can have put them there to alarm the administrators: in a request that came over the loopback, where only
 * this machine's own programs are, and in one of a signed-in member of the staff. A sighting is kept in the database,
 * so that the next start can tell it and all servers know.
 */
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { en } from '#contract/messages/en.ts';
import type { Queryable } from '#store/database.ts';
import { settings } from '#store/schema.ts';
import type { Context } from '../context.ts';
import { can } from '../policy.ts';

const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
] as const;

const settingKey = 'proxy_seen';
const settingSchema = z.object({ address: z.string(), at: z.coerce.date() });
const hour = 60 * 60 * 1000;
/** One that is gone is forgotten after a day. */
const rememberedMs = 24 * hour;

export interface UntrustedProxy {
  /** Where it connects from, as TRUST_PROXY would name it. Null when that has not been seen. */
  readonly address: string | null;
}

/** Watches for the headers and keeps what was seen, anew every hour at most. */
export function watchForProxy(app: FastifyInstance, { db, environment, now }: Context): void {
  if (environment.TRUST_PROXY) return;
  let keptAt = Number.NEGATIVE_INFINITY;

  // Not before this: the request's user is known only now.
  app.addHook('preHandler', async (request) => {
    const address = findProxy(request);
    if (address === null || now().getTime() - keptAt < hour) return;
    if (keptAt < 0) request.log.warn({ address }, en.admin.untrustedProxy(address));
    keptAt = now().getTime();
    // Nobody's answer waits for it.
    keepSighting(db, address, now()).catch((error) => request.log.warn({ err: error }, 'keeping a sighting'));
  });
}

/** The proxy that stands before us as far as is known: by the settings, by this request, or by an earlier one. */
export async function findUntrustedProxy(
  { db, environment, now }: Pick<Context, 'db' | 'environment' | 'now'>,
  request: FastifyRequest | null,
): Promise<UntrustedProxy | null> {
  if (environment.TRUST_PROXY) return null;
  const address = (request && findProxy(request)) ?? (await readSighting(db, now()));
  if (address !== null) return { address };
  // This server speaks no https: somebody else does, in front of it.
  return environment.PUBLIC_URL?.startsWith('https:') ? { address: null } : null;
}

function findProxy({ headers, socket, user }: FastifyRequest): string | null {
  if (!forwardingHeaders.some((name) => headers[name] !== undefined)) return null;
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const isLoopback = peer === '::1' || peer.startsWith('127.');
  if (isLoopback) return 'loopback';
  return can(user, 'proxy.vouch') ? peer : null;
}

async function keepSighting(db: Queryable, address: string, at: Date): Promise<void> {
  const value = { address, at: at.toISOString() };
  await db
    .insert(settings)
    .values({ key: settingKey, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}

async function readSighting(db: Queryable, now: Date): Promise<string | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, settingKey));
  const { data } = settingSchema.safeParse(row?.value);
  return data && now.getTime() - data.at.getTime() < rememberedMs ? data.address : null;
}
