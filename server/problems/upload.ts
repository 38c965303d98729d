import multipart, { type MultipartFile } from '@fastify/multipart';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { archiveKindBytes, findArchiveKind } from '#contract/archive-kinds.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import { ApiError } from '#contract/errors.ts';
import type { LanguageLimits } from '#contract/language-limits.ts';
import { limits } from '#contract/limits.ts';
import { importPackages } from '#contract/packages.ts';
import { uploadProblemFiles } from '#contract/problems.ts';
import { toLine } from '#contract/texts.ts';
import { words } from '#contract/words.ts';
import { writeBlob } from '#store/blobs.ts';
import type { Queryable } from '#store/database.ts';
import { queueImport } from '#store/imports.ts';
import type { Queue } from '#store/queue.ts';
import { importJobs, problems } from '#store/schema.ts';
import type { Context } from '../context.ts';
import { isRefusal } from '../error-handler.ts';
import { route } from '../route.ts';
import { findOwnDraftKey } from './drafts.ts';
import { lockForChange } from './queries.ts';
import { getProblemKey } from './slugs.ts';

interface FileKind {
  /** What the file must begin with, so that a wrong one is refused before it is sent whole. */
  readonly signatures: readonly string[];
  readonly maxBytes: number;
  readonly notThat: ErrorCode;
  readonly tooLarge: ErrorCode;
}

const archiveKind: FileKind = {
  // An archive with entries, and an empty one.
  signatures: ['PK\x03\x04', 'PK\x05\x06'],
  maxBytes: limits.archiveMaxBytes,
  notThat: 'not_a_zip',
  tooLarge: 'archive_too_large',
};

const pdfKind: FileKind = {
  signatures: ['%PDF-'],
  maxBytes: limits.pdfMaxBytes,
  notThat: 'not_a_pdf',
  tooLarge: 'pdf_too_large',
};

const fileKinds: Record<string, FileKind> = {
  problemPdf: pdfKind,
  editorialPdf: pdfKind,
  testcasesZip: archiveKind,
  package: archiveKind,
};

/** Room for the form's own lines around the two files. */
const requestMaxBytes = limits.pdfMaxBytes + limits.archiveMaxBytes + 1024 * 1024;

/**
 * Streams the files into the database as they arrive: nothing is ever whole in memory. Nothing is in force before
 * the last byte is there; then the statement is exchanged and the import queued, in one transaction.
 */
export async function uploadRoutes(app: FastifyInstance, context: Context): Promise<void> {
  await app.register(multipart, {
    limits: { files: 2, fields: 10, parts: 12, fileSize: limits.archiveMaxBytes + 1 },
  });

  route(
    app,
    context,
    uploadProblemFiles,
    'problem.manage',
    async ({ params: { id }, query: { previewed, ...limits }, user, request }) => {
      if (!request.isMultipart() && !previewed) throw new ApiError('unsupported_media_type');
      const problem = await context.db.transaction(async (tx) =>
        lockForChange(tx, (await findOwnDraftKey(tx, id, user.id)) ?? (await getProblemKey(tx, id))),
      );
      const sent = request.isMultipart() ? await storeFiles(context, request) : {};
      const seen = previewed ? await getPreviewedArchive(context.db, previewed) : null;
      const files: StoredFiles = { ...sent, ...(seen && { testcasesZip: seen }) };
      if (!files.problemPdf && !files.testcasesZip) throw new ApiError('upload_empty');
      return { jobId: await putInForce(context, problem.id, files, limits, user.id) };
    },
    { bodyLimit: requestMaxBytes, consumes: ['multipart/form-data'] },
  );

  route(
    app,
    context,
    importPackages,
    'problem.manage',
    async ({ query, user, request }) => {
      if (!request.isMultipart()) throw new ApiError('unsupported_media_type');
      const { package: archive } = await storeFiles(context, request);
      if (!archive) throw new ApiError('upload_empty');
      const kind = query.preview === 'true' ? 'preview' : 'packages';
      const order = { kind, archive, requestedBy: user.id } as const;
      return { jobId: await context.db.transaction((tx) => requestImport(tx, context.queue, order)) };
    },
    { bodyLimit: requestMaxBytes, consumes: ['multipart/form-data'] },
  );
}

interface StoredFile {
  readonly blobId: number;
  readonly fileName: string | null;
}

type StoredFiles = Partial<Record<string, StoredFile>>;

/** Those of the kinds above, by their fields. */
export async function storeFiles({ db }: Context, request: FastifyRequest): Promise<StoredFiles> {
  clearTimeout(request.bodyDeadline);
  const stored: StoredFiles = {};
  for await (const part of readForm(request.files())) {
    const kind = fileKinds[part.fieldname];
    // A form sends an empty part for a file that was not chosen.
    if (kind && part.filename) {
      const blob = await writeBlob(db, checked(part, kind));
      stored[part.fieldname] = { blobId: blob.id, fileName: toLine(part.filename, fileNameMax) };
    } else part.file.resume();
  }
  return stored;
}

const fileNameMax = 200;

/** Of a preview that somebody has looked at: nothing has to be sent twice. */
async function getPreviewedArchive(db: Queryable, jobId: string): Promise<StoredFile> {
  const [job] = await db
    .select({ blobId: importJobs.archiveBlobId, fileName: importJobs.fileName })
    .from(importJobs)
    .where(and(eq(importJobs.id, jobId), eq(importJobs.kind, 'preview')));
  if (!job?.blobId) throw new ApiError('import_not_found');
  return { blobId: job.blobId, fileName: job.fileName };
}

/** A form that is cut short or makes no sense is the sender's fault; what stores it throws outside of this. */
async function* readForm<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts;
  } catch (error) {
    throw isRefusal(error) ? error : new ApiError('invalid_request');
  }
}

async function* checked({ file }: MultipartFile, kind: FileKind): AsyncGenerator<Buffer> {
  let beginning: Buffer | null = Buffer.alloc(0);
  let size = 0;
  for await (const piece of readForm(file as AsyncIterable<Buffer>)) {
    size += piece.length;
    if (size > kind.maxBytes) throw new ApiError(kind.tooLarge);
    if (beginning) {
      beginning = Buffer.concat([beginning, piece.subarray(0, archiveKindBytes)]);
      if (beginning.length >= archiveKindBytes) beginning = checkBeginning(beginning, kind);
    }
    yield piece;
  }
  if (beginning) checkBeginning(beginning, kind);
}

function checkBeginning(beginning: Buffer, kind: FileKind): null {
  const text = beginning.toString('latin1');
  if (kind.signatures.some((signature) => text.startsWith(signature))) return null;
  const archiveKind = kind.notThat === 'not_a_zip' ? findArchiveKind(text) : null;
  throw archiveKind === null
    ? new ApiError(kind.notThat)
    : new ApiError(kind.notThat, words('archive_of_another_kind', { kind: archiveKind }));
}

async function putInForce(
  { db, queue, now }: Context,
  problemId: number,
  { problemPdf, testcasesZip }: StoredFiles,
  limits: Omit<z.infer<typeof uploadProblemFiles.query>, 'previewed'>,
  by: number,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    // By its key: while the files arrived it may have been renamed, or deleted and its id given to another.
    await lockForChange(tx, problemId);
    const isThisIt = eq(problems.id, problemId);
    if (problemPdf)
      await tx.update(problems).set({ pdfBlobId: problemPdf.blobId, pdfStoredAt: now() }).where(isThisIt);
    if (testcasesZip)
      return requestImport(tx, queue, {
        kind: 'tests',
        problemId,
        archive: testcasesZip,
        requestedBy: by,
        timeLimitMs: limits.time_limit_ms,
        memoryLimitMb: limits.memory_limit_mb,
        languageLimits: limits.language_limits,
      });
    // Nothing more is to come: a draft is a problem from here on.
    await tx.update(problems).set({ draftBy: null }).where(isThisIt);
    return null;
  });
}

interface ImportOrder {
  readonly kind: 'tests' | 'packages' | 'preview';
  readonly problemId?: number;
  readonly archive: StoredFile;
  readonly requestedBy: number;
  readonly timeLimitMs?: number | undefined;
  readonly memoryLimitMb?: number | undefined;
  readonly languageLimits?: LanguageLimits | undefined;
}

async function requestImport(db: Queryable, queue: Queue, order: ImportOrder): Promise<string> {
  const { archive, ...rest } = order;
  const [job] = await db
    .insert(importJobs)
    .values({
      ...rest,
      archiveBlobId: archive.blobId,
      fileName: archive.fileName,
      status: 'pending',
      message: words('import_waiting'),
    })
    .returning({ id: importJobs.id });
  if (!job) throw new Error('A new import has no id');
  await queueImport(db, queue, job.id);
  return job.id;
}
