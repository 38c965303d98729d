/**
 * What is told of the problems of a contest when it has finished. Staff write it before; participants read it afterwards,
 * unless another contest still holds one of the problems, as a second room does that ends later.
 */
import { and, eq, inArray, not } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { SessionUser } from '#contract/accounts.ts';
import * as calls from '#contract/contest-editorials.ts';
import { ApiError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { findBlob } from '#store/blobs.ts';
import { pinContest } from '#store/contest-standings.ts';
import type { Queryable } from '#store/database.ts';
import { isIn, isInNoUnfinishedContest } from '#store/memberships.ts';
import { contestEditorials, problems } from '#store/schema.ts';
import type { Context } from '../context.ts';
import { requireCan } from '../policy.ts';
import { pdfTransport, sendPdf } from '../problems/pdf.ts';
import { storeFiles } from '../problems/upload.ts';
import { route } from '../route.ts';
import { requireContest } from './access.ts';

/** Room for the form's own lines around the file. */
const requestMaxBytes = limits.pdfMaxBytes + 1024 * 1024;

export function editorialsRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  route(app, context, calls.getEditorial, 'contest.read-editorial', async ({ params, user }) => {
    await requireEditorial(context, params.id, user);
    return tellEditorial(db, params.id);
  });

  route(
    app,
    context,
    calls.editorialPdf,
    'contest.read-editorial',
    async ({ params, user, request, reply }) => {
      await requireEditorial(context, params.id, user);
      const { pdfBlobId = null } = (await findEditorial(db, params.id)) ?? {};
      const blob = pdfBlobId === null ? null : await findBlob(db, { id: pdfBlobId });
      if (!blob) throw new ApiError('no_editorial');
      return sendPdf(context, request, reply, blob, `editorial-${params.id}.pdf`);
    },
    pdfTransport,
  );

  route(app, context, calls.putEditorial, 'contest.manage', ({ params, body: { text, seen } }) =>
    changeEditorial(context, params.id, { text }, seen),
  );

  route(
    app,
    context,
    calls.uploadEditorial,
    'contest.manage',
    async ({ params, user, request }) => {
      if (!request.isMultipart()) throw new ApiError('unsupported_media_type');
      // Before the file is taken in.
      await requireContest(db, user, 'contest.read', params.id, context.now());
      const { editorialPdf } = await storeFiles(context, request);
      if (!editorialPdf) throw new ApiError('upload_empty');
      return changeEditorial(context, params.id, { pdfBlobId: editorialPdf.blobId });
    },
    { bodyLimit: requestMaxBytes, consumes: ['multipart/form-data'] },
  );

  route(app, context, calls.deleteEditorialPdf, 'contest.manage', async ({ params }) => {
    await changeEditorial(context, params.id, { pdfBlobId: null });
  });
}

async function requireEditorial({ db, now }: Context, contestId: number, user: SessionUser | null) {
  const facts = await requireContest(db, user, 'contest.read', contestId, now());
  const [secret] = await db
    .select({ id: problems.id })
    .from(problems)
    .where(and(isIn(contestId), not(isInNoUnfinishedContest)))
    .limit(1);
  requireCan(user, 'contest.read-editorial', { ...facts, isSecretElsewhere: secret !== undefined });
}

async function findEditorial(db: Queryable, contestId: number) {
  const [found] = await db.select().from(contestEditorials).where(eq(contestEditorials.contestId, contestId));
  return found ?? null;
}

async function tellEditorial(db: Queryable, contestId: number): Promise<calls.Editorial> {
  const found = await findEditorial(db, contestId);
  return { text: found?.text ?? '', has_pdf: found !== null && found.pdfBlobId !== null };
}

async function changeEditorial(
  { db }: Context,
  contestId: number,
  change: Partial<Pick<typeof contestEditorials.$inferSelect, 'text' | 'pdfBlobId'>>,
  /** The text that the caller knows of; another is not written over. */
  seen?: string,
): Promise<calls.Editorial> {
  return db.transaction(async (tx) => {
    if (!(await pinContest(tx, contestId))) throw new ApiError('contest_not_found');
    const [written] = await tx
      .insert(contestEditorials)
      .values({ contestId, ...change })
      .onConflictDoUpdate({
        target: contestEditorials.contestId,
        set: change,
        // Sent again, because no word came back, it is there already.
        ...(seen !== undefined && { setWhere: inArray(contestEditorials.text, [seen, change.text ?? seen]) }),
      })
      .returning({ contestId: contestEditorials.contestId });
    const editorial = await tellEditorial(tx, contestId);
    if (!written) throw new ApiError('editorial_changed', undefined, { editorial });
    return editorial;
  });
}

/** For a contest that is to have the same. */
export async function copyEditorial(db: Queryable, fromId: number, toId: number): Promise<void> {
  const found = await findEditorial(db, fromId);
  if (found) await db.insert(contestEditorials).values({ ...found, contestId: toId });
}
