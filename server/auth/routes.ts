import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { changeOwnPassword, getMe, login, logout, register } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { users } from '#store/schema.ts';
import type { Context } from '../context.ts';
import { requireCan } from '../policy.ts';
import { route } from '../route.ts';
import { endSession, endSessionsOf, startSession } from '../sessions.ts';
import { isRegistrationEnabled } from '../settings/queries.ts';
import { findUserByName, insertUser, setPassword } from './accounts.ts';
import { hashPassword, verifyAgainstNobody, verifyPassword } from './passwords.ts';
import { countAttempt, countRegistration, forgiveAttempts } from './sign-in-limits.ts';

export function authRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  route(app, context, getMe, 'session.use', async ({ user }) => ({ isAuthenticated: user !== null, user }));

  route(app, context, login, 'session.use', async ({ body, request, reply }) => {
    // Longer than any real one: not worth counting or hashing, and never right.
    if (body.username.length > limits.usernameMax || body.password.length > limits.passwordMax) {
      throw new ApiError('wrong_credentials');
    }
    const attempt = await countAttempt(db, context.now(), body.username, request.ip);
    const found = await findUserByName(db, body.username);
    const right = found
      ? await verifyPassword(found.passwordHash, body.password)
      : await verifyAgainstNobody(body.password);
    if (!found || !right) throw new ApiError('wrong_credentials');
    await forgiveAttempts(db, attempt);
    await endSession(context, request, reply);
    await startSession(context, db, found.id, request, reply);
    return { user: { id: found.id, username: found.username, role: found.role } };
  });

  route(app, context, logout, 'session.use', ({ request, reply }) => endSession(context, request, reply));

  route(app, context, register, 'account.register', async ({ body, user, request }) => {
    requireCan(user, 'account.register', { isRegistrationEnabled: await isRegistrationEnabled(db) });
    await countRegistration(db, context.now(), request.ip);
    // Inserting finds out as well, but only after the work of a hash.
    if (await findUserByName(db, body.username)) throw new ApiError('username_taken');
    const passwordHash = await hashPassword(body.password);
    return { user: await insertUser(db, { username: body.username, passwordHash, role: 'user' }) };
  });

  route(
    app,
    context,
    changeOwnPassword,
    'account.change-own-password',
    async ({ body, user, request, reply }) => {
      const attempt = await countAttempt(db, context.now(), user.username, request.ip);
      const [found] = await db.select().from(users).where(eq(users.id, user.id));
      if (!found) throw new ApiError('login_required');
      if (!(await verifyPassword(found.passwordHash, body.currentPassword)))
        throw new ApiError('wrong_password');
      await forgiveAttempts(db, attempt);
      const passwordHash = await hashPassword(body.newPassword);
      await db.transaction(async (tx) => {
        await setPassword(tx, user.id, passwordHash);
        await endSessionsOf(tx, user.id);
        await startSession(context, tx, user.id, request, reply);
      });
    },
  );
}
