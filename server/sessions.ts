import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionUser } from '#contract/accounts.ts';
import type { Queryable } from '#store/database.ts';
import { preparedFor } from '#store/prepared.ts';
import { sessions, users } from '#store/schema.ts';
import type { Context } from './context.ts';

/** Over https with a prefix, see below. */
export const sessionCookie = 'minos_session';
const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** The signed-in user of a request. A session in its second half is prolonged as it is used. */
export async function findSessionUser(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SessionUser | null> {
  const token = request.cookies[cookieName(context, request)];
  if (!token) return null;
  const now = context.now();
  const tokenHash = hashToken(token);
  const [session] = await prepareSession(context.db).execute({ tokenHash, now });
  if (!session) return null;
  const { expiresAt, ...user } = session;
  if (expiresAt.getTime() - now.getTime() < lifetimeMs / 2) {
    const prolonged = new Date(now.getTime() + lifetimeMs);
    await context.db.update(sessions).set({ expiresAt: prolonged }).where(eq(sessions.tokenHash, tokenHash));
    setCookie(context, request, reply, token, prolonged);
  }
  return user;
}

const prepareSession = preparedFor((db) =>
  db
    .select({ id: users.id, username: users.username, role: users.role, expiresAt: sessions.expiresAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare('session'),
);

/** Always a new token: one planted in the browser before sign-in never becomes valid. */
export async function startSession(
  context: Context,
  db: Queryable,
  userId: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(context.now().getTime() + lifetimeMs);
  await db.insert(sessions).values({ tokenHash: hashToken(token), userId, expiresAt });
  setCookie(context, request, reply, token, expiresAt);
}

export async function endSession(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const name = cookieName(context, request);
  reply.clearCookie(name, { path: '/', secure: isSecure(context, request) });
  const token = request.cookies[name];
  if (token) await context.db.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)));
}

export async function endSessionsOf(db: Queryable, userId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

export async function deleteExpiredSessions(db: Queryable, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
}

function setCookie(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  expires: Date,
): void {
  const secure = isSecure(context, request);
  const name = cookieName(context, request);
  reply.setCookie(name, token, { path: '/', httpOnly: true, sameSite: 'lax', secure, expires });
}

/** A browser takes a name with this prefix from this very host alone: a neighbouring one cannot plant its own. */
function cookieName(context: Context, request: FastifyRequest): string {
  return isSecure(context, request) ? `__Host-${sessionCookie}` : sessionCookie;
}

function isSecure(context: Context, request: FastifyRequest): boolean {
  return context.environment.PUBLIC_URL?.startsWith('https:') || request.protocol === 'https';
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
