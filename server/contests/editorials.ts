/**
 * What is told of the problems of a contest when it has finished. Staff write it before; everybody reads it afterwards, unless
 * another contest still has one of the problems, as a second room does that ends later. One that shares a problem has it from its
 * start on: before, that is nobody's business. While one of them is hidden, and once one is deleted, it is
 * for participants alone.
 */
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { SessionUser } from '#contract/accounts.ts';
import * as calls from '#contract/contest-editorials.ts';
import { ApiError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { findBlob } from '#store/blobs.ts';
import { pinContest } from '#store/contest-rows.ts';
import type { Queryable } from '#store/database.ts';
import { isSecretAt } from '#store/memberships.ts';
import { blobs, contestEditorials, contestProblems, problems } from '#store/schema.ts';
import type { Context } from '../context.ts';
import { requireCan } from '../policy.ts';
import { pdfTransport, sendPdf } from '../problems/pdf.ts';
import { storeFiles } from '../problems/upload.ts';
import { route } from '../route.ts';
import { readContestFacts, requireContest } from './access.ts';

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
    changeEditorial(
      context,
      params.id,
      { text },
      seen === undefined ? undefined : inArray(contestEditorials.text, [seen, text]),
    ),
  );

  route(
    app,
    context,
    calls.uploadEditorial,
    'contest.manage',
    async ({ params, query, user, request }) => {
      if (!request.isMultipart()) throw new ApiError('unsupported_media_type');
      // Before the file is taken in.
      await requireContest(db, user, 'contest.read', params.id, context.now());
      const { editorialPdf } = await storeFiles(context, request);
      if (!editorialPdf) throw new ApiError('upload_empty');
      const { blobId: pdfBlobId } = editorialPdf;
      return changeEditorial(context, params.id, { pdfBlobId }, isPdfKnown(query.seen, pdfBlobId));
    },
    { bodyLimit: requestMaxBytes, consumes: ['multipart/form-data'] },
  );

  route(app, context, calls.deleteEditorialPdf, 'contest.manage', async ({ params, query }) => {
    await changeEditorial(context, params.id, { pdfBlobId: null }, isPdfKnown(query.seen, null));
  });
}

async function requireEditorial(context: Context, contestId: number, user: SessionUser | null) {
  const { db } = context;
  const now = context.now();
  const facts = await readContestFacts(db, user, contestId, now);
  const has = (isSuch: SQL) => sql<boolean>`coalesce(bool_or(${isSuch}), false)`;
  const [ofProblems] = await db
    .select({
      isSecretElsewhere: has(isSecretAt(now)),
      // One that is deleted nobody may read.
      hasHiddenProblem: has(sql`${problems.isVisible} is not true`),
    })
    .from(contestProblems)
    .leftJoin(problems, eq(problems.id, contestProblems.problemId))
    .where(eq(contestProblems.contestId, contestId));
  if (!ofProblems) throw new Error('What is counted is a row, also of nothing');
  requireCan(user, 'contest.read-editorial', { ...facts, ...ofProblems });
}

async function findEditorial(db: Queryable, contestId: number) {
  const [found] = await db.select().from(contestEditorials).where(eq(contestEditorials.contestId, contestId));
  return found ?? null;
}

async function tellEditorial(db: Queryable, contestId: number): Promise<calls.Editorial> {
  const found = await findEditorial(db, contestId);
  const pdfBlobId = found?.pdfBlobId ?? null;
  const blob = pdfBlobId === null ? null : await findBlob(db, { id: pdfBlobId });
  return { text: found?.text ?? '', has_pdf: blob !== null, pdf_version: blob?.sha256 ?? '' };
}

/** The file that is there is the one that the caller has seen, or already the one that is to be there. */
function isPdfKnown(seen: string | undefined, next: number | null): SQL | undefined {
  if (seen === undefined) return undefined;
  const present = contestEditorials.pdfBlobId;
  const version = sql`coalesce((select encode(${blobs.sha256}, 'hex') from ${blobs} where ${blobs.id} = ${present}), '')`;
  return sql`(${version} = ${seen} or ${present} is not distinct from ${next}::bigint)`;
}

async function changeEditorial(
  { db }: Context,
  contestId: number,
  change: Partial<Pick<typeof contestEditorials.$inferSelect, 'text' | 'pdfBlobId'>>,
  /** Whether what is there is what the caller has seen, or what it is to be, sent again because no word came back. */
  isKnown?: SQL,
): Promise<calls.Editorial> {
  return db.transaction(async (tx) => {
    if (!(await pinContest(tx, contestId))) throw new ApiError('contest_not_found');
    const [written] = await tx
      .insert(contestEditorials)
      .values({ contestId, ...change })
      .onConflictDoUpdate({
        target: contestEditorials.contestId,
        set: change,
        ...(isKnown && { setWhere: isKnown }),
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
