import multipart, { type MultipartFile } from '@fastify/multipart';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { archiveKindBytes, findArchiveKind } from '#contract/archive-kinds.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import { ApiError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { uploadProblemFiles } from '#contract/problems.ts';
import { words } from '#contract/words.ts';
import { type Blob, writeBlob } from '#store/blobs.ts';
import { queueImport } from '#store/imports.ts';
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

const fileKinds: Record<string, FileKind> = {
  problemPdf: {
    signatures: ['%PDF-'],
    maxBytes: limits.pdfMaxBytes,
    notThat: 'not_a_pdf',
    tooLarge: 'pdf_too_large',
  },
  testcasesZip: {
    // An archive with entries, and an empty one.
    signatures: ['PK\x03\x04', 'PK\x05\x06'],
    maxBytes: limits.archiveMaxBytes,
    notThat: 'not_a_zip',
    tooLarge: 'archive_too_large',
  },
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
    async ({ params: { id }, user, request }) => {
      if (!request.isMultipart()) throw new ApiError('unsupported_media_type');
      clearTimeout(request.bodyDeadline);
      const problem = await context.db.transaction(async (tx) =>
        lockForChange(tx, (await findOwnDraftKey(tx, id, user.id)) ?? (await getProblemKey(tx, id))),
      );
      const files = await storeFiles(context, request);
      if (!files.problemPdf && !files.testcasesZip) throw new ApiError('upload_empty');
      return { jobId: await putInForce(context, problem.id, files) };
    },
    { bodyLimit: requestMaxBytes, consumes: ['multipart/form-data'] },
  );
}

type StoredFiles = Partial<Record<string, Blob>>;

async function storeFiles({ db }: Context, request: FastifyRequest): Promise<StoredFiles> {
  const stored: StoredFiles = {};
  for await (const part of readForm(request.files())) {
    const kind = fileKinds[part.fieldname];
    // A form sends an empty part for a file that was not chosen.
    if (kind && part.filename) stored[part.fieldname] = await writeBlob(db, checked(part, kind));
    else part.file.resume();
  }
  return stored;
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
  files: StoredFiles,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    // By its key: while the files arrived it may have been renamed, or deleted and its id given to another.
    await lockForChange(tx, problemId);
    const isThisIt = eq(problems.id, problemId);
    if (files.problemPdf)
      await tx.update(problems).set({ pdfBlobId: files.problemPdf.id, pdfStoredAt: now() }).where(isThisIt);
    if (!files.testcasesZip) {
      // Nothing more is to come: a draft is a problem from here on.
      await tx.update(problems).set({ draftBy: null }).where(isThisIt);
      return null;
    }
    const [job] = await tx
      .insert(importJobs)
      .values({
        problemId,
        archiveBlobId: files.testcasesZip.id,
        status: 'pending',
        message: words('import_waiting'),
      })
      .returning({ id: importJobs.id });
    if (!job) throw new Error('A new import has no id');
    await queueImport(tx, queue, job.id);
    return job.id;
  });
}
