/** Problems as ZIP files of packages. Files are streamed out of the database: nothing is ever whole in memory. */
import { Readable } from 'node:stream';
import { and, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { ApiError } from '#contract/errors.ts';
import { exportProblem, exportProblems } from '#contract/packages.ts';
import { findBlob, readBlob } from '#store/blobs.ts';
import type { Database } from '#store/database.ts';
import { blobs, problems, statementTexts, testSets } from '#store/schema.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { isNoDraft } from './drafts.ts';
import { type ExportedProblem, layOutPackage } from './package-layout.ts';
import { findProblemKeys, getProblemKey } from './slugs.ts';

const zipTransport = {
  responses: {
    200: { description: 'The file', content: { 'application/zip': { schema: z.unknown() } } },
  },
};

export function exportRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  route(
    app,
    context,
    exportProblem,
    'problem.manage',
    async ({ params, reply }) => {
      const problem = await findExported(db, await getProblemKey(db, params.id));
      if (!problem) throw new ApiError('problem_not_found');
      const zip = new ZipFile();
      addPackage(db, zip, '', problem);
      zip.end();
      return sendZip(reply, `${problem.id}.zip`, zip);
    },
    zipTransport,
  );

  route(
    app,
    context,
    exportProblems,
    'problem.manage',
    async ({ query, reply }) => {
      const asked = query.ids?.split(',').filter((id) => id !== '');
      const keys = await listExported(db, asked ? [...(await findProblemKeys(db, asked))] : null);
      if (asked && keys.length === 0) throw new ApiError('problem_not_found');
      const zip = new ZipFile();
      addAll(db, zip, keys).catch((error) => outputOf(zip).destroy(error));
      return sendZip(reply, 'problems.zip', zip);
    },
    zipTransport,
  );
}

/** These, or all. */
async function listExported(db: Database, keys: readonly number[] | null): Promise<number[]> {
  const found = await db
    .select({ key: problems.id })
    .from(problems)
    .where(and(isNoDraft, keys === null ? undefined : inArray(problems.id, keys)))
    .orderBy(problems.slug);
  return found.map(({ key }) => key);
}

async function findExported(db: Database, key: number): Promise<ExportedProblem | null> {
  const [row] = await db
    .select({
      id: problems.slug,
      title: problems.title,
      timeLimitMs: problems.timeLimitMs,
      memoryLimitMb: problems.memoryLimitMb,
      allowedLanguages: problems.allowedLanguages,
      languageLimits: problems.languageLimits,
      feedback: problems.feedback,
      pdf: blobs.sha256,
      plan: testSets.plan,
      solutions: testSets.solutions,
    })
    .from(problems)
    .leftJoin(blobs, eq(blobs.id, problems.pdfBlobId))
    .leftJoin(testSets, eq(testSets.id, problems.testSetId))
    .where(and(isNoDraft, eq(problems.id, key)));
  if (!row) return null;
  const texts = await db
    .select({ name: statementTexts.name, sha256: blobs.sha256 })
    .from(statementTexts)
    .innerJoin(blobs, eq(blobs.id, statementTexts.blobId))
    .where(eq(statementTexts.problemId, key))
    .orderBy(statementTexts.name);
  const { pdf, solutions, ...rest } = row;
  return {
    ...rest,
    pdfSha256: pdf?.toString('hex') ?? null,
    solutions: solutions ?? [],
    texts: texts.map(({ name, sha256 }) => ({ name, sha256: sha256?.toString('hex') ?? '' })),
  };
}

/** One after the other: of what is deleted meanwhile there is none. */
async function addAll(db: Database, zip: ZipFile, keys: readonly number[]): Promise<void> {
  for (const key of keys) {
    if (outputOf(zip).destroyed) return;
    const problem = await findExported(db, key);
    if (problem) addPackage(db, zip, `${problem.id}/`, problem);
  }
  zip.end();
}

/** The same time for every file: an export of the same problem is the same, byte by byte. */
const mtime = new Date('2000-01-01T00:00:00Z');

/** `folder` is '' or ends with its slash. */
function addPackage(db: Database, zip: ZipFile, folder: string, problem: ExportedProblem): void {
  for (const file of layOutPackage(problem)) {
    const name = `${folder}${file.name}`;
    if ('text' in file) zip.addBuffer(Buffer.from(file.text), name, { mtime });
    else zip.addReadStreamLazy(name, { mtime }, (give) => void giveBlob(db, zip, file.sha256, give));
  }
}

/** What fails in the middle of an answer ends it. */
async function giveBlob(
  db: Database,
  zip: ZipFile,
  sha256: string,
  give: (error: null, stream: Readable) => void,
): Promise<void> {
  try {
    const stream = await openBlob(db, sha256);
    give(
      null,
      stream.once('error', (error) => outputOf(zip).destroy(error)),
    );
  } catch (error) {
    outputOf(zip).destroy(error as Error);
  }
}

const outputOf = (zip: ZipFile) => zip.outputStream as Readable;

function sendZip(reply: FastifyReply, fileName: string, zip: ZipFile) {
  return reply
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'private, no-store')
    .type('application/zip')
    .send(outputOf(zip));
}

async function openBlob(db: Database, sha256: string): Promise<Readable> {
  const blob = await findBlob(db, { sha256 });
  if (!blob) throw new Error(`File ${sha256} is not in the database`);
  return Readable.from(readBlob(db, blob));
}
