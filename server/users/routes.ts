import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import { listContestsOfUser } from '#store/contest-standings.ts';
import type { Queryable } from '#store/database.ts';
import { contestRevision, contestsRevision, raiseRevision, scoreboardRevision } from '#store/revisions.ts';
import { hashPassword } from '../auth/passwords.ts';
import { endSessionsOf } from '../auth/sessions.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { createBatch } from './batch.ts';
import {
  deleteUser,
  getUserForUpdate,
  insertUser,
  listAuthors,
  listUsers,
  renameUser,
  setPassword,
} from './queries.ts';

export function usersRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  route(app, context, calls.listUsers, 'admin', () => listUsers(db));

  route(app, context, calls.listAuthors, 'staff', () => listAuthors(db));

  route(app, context, calls.createUser, 'admin', async ({ body: { username, password, role } }) =>
    insertUser(db, { username, passwordHash: await hashPassword(password), role }),
  );

  route(app, context, calls.createUserBatch, 'admin', async ({ body }) => ({
    users: await createBatch(db, body.prefix, body.count),
  }));

  route(app, context, calls.updateUser, 'admin', async ({ params, body, user: editor }) => {
    const passwordHash = body.password === undefined ? null : await hashPassword(body.password);
    return db.transaction(async (tx) => {
      refuseUntouchable(editor, await getUserForUpdate(tx, params.id));
      if (passwordHash) {
        await setPassword(tx, params.id, passwordHash);
        await endSessionsOf(tx, params.id);
      }
      const renamed = await renameUser(tx, params.id, { username: body.username, role: body.role });
      await raiseScoreboards(tx, await listContestsOfUser(tx, params.id));
      return renamed;
    });
  });

  route(app, context, calls.deleteUser, 'admin', ({ params, user: editor }) =>
    db.transaction(async (tx) => {
      refuseUntouchable(editor, await getUserForUpdate(tx, params.id));
      const contestIds = await listContestsOfUser(tx, params.id);
      await deleteUser(tx, params.id);
      await raiseScoreboards(tx, contestIds);
    }),
  );
}

/** All that show a name or count people. */
async function raiseScoreboards(db: Queryable, contestIds: readonly number[]): Promise<void> {
  await raiseRevision(db, scoreboardRevision);
  await raiseRevision(db, contestsRevision);
  for (const contestId of contestIds) await raiseRevision(db, contestRevision(contestId));
}

function refuseUntouchable(editor: calls.SessionUser, target: calls.ListedUser): void {
  if (target.is_protected) throw new ApiError('protected_account');
  if (target.id === editor.id) throw new ApiError('own_account');
}
