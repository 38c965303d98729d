import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/accounts.ts';
import { listContestsOfUser, lockContestsWithStarsOf, restoreFirstSolves } from '#store/contest-standings.ts';
import { lockContestsExtendedFor, refreshExtraEnd } from '#store/contest-times.ts';
import type { Queryable } from '#store/database.ts';
import { contestsRevision, raiseBoards, raiseRevision, scoreboardRevision } from '#store/revisions.ts';
import { insertUser, setPassword } from '../auth/accounts.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { Context } from '../context.ts';
import { requireCan } from '../policy.ts';
import { route } from '../route.ts';
import { endSessionsOf } from '../sessions.ts';
import { createBatch } from './batch.ts';
import { deleteUser, getUserForUpdate, listAuthors, listUsers, renameUser } from './queries.ts';

export function usersRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  route(app, context, calls.listUsers, 'account.list', () => listUsers(db));

  route(app, context, calls.listAuthors, 'author.list', () => listAuthors(db));

  route(app, context, calls.createUser, 'account.create', async ({ body: { username, password, role } }) =>
    insertUser(db, { username, passwordHash: await hashPassword(password), role }),
  );

  route(app, context, calls.createUserBatch, 'account.create', async ({ body }) => ({
    users: await createBatch(db, body.prefix, body.count),
  }));

  route(app, context, calls.updateUser, 'account.change', async ({ params, body, user: editor }) => {
    const passwordHash = body.password === undefined ? null : await hashPassword(body.password);
    return db.transaction(async (tx) => {
      requireChangeable(editor, await getUserForUpdate(tx, params.id));
      if (passwordHash) {
        await setPassword(tx, params.id, passwordHash);
        await endSessionsOf(tx, params.id);
      }
      const renamed = await renameUser(tx, params.id, { username: body.username, role: body.role });
      await raiseScoreboards(tx, await listContestsOfUser(tx, params.id));
      return renamed;
    });
  });

  route(app, context, calls.deleteUser, 'account.change', ({ params, user: editor }) =>
    db.transaction(async (tx) => {
      const extendedIds = await lockContestsExtendedFor(tx, params.id);
      const starredIds = await lockContestsWithStarsOf(tx, params.id);
      requireChangeable(editor, await getUserForUpdate(tx, params.id));
      const contestIds = await listContestsOfUser(tx, params.id);
      await deleteUser(tx, params.id);
      for (const contestId of extendedIds) await refreshExtraEnd(tx, contestId);
      for (const contestId of starredIds) await restoreFirstSolves(tx, contestId);
      await raiseScoreboards(tx, contestIds);
    }),
  );
}

/** All that show a name or count people. */
async function raiseScoreboards(db: Queryable, contestIds: readonly number[]): Promise<void> {
  await raiseRevision(db, scoreboardRevision);
  await raiseRevision(db, contestsRevision);
  for (const contestId of contestIds) await raiseBoards(db, contestId);
}

function requireChangeable(editor: calls.SessionUser, target: calls.ListedUser): void {
  requireCan(editor, 'account.change', {
    isProtected: target.is_protected,
    isOwn: target.id === editor.id,
  });
}
