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
      const [problem] = await readProblems(db, [await getProblemKey(db, params.id)]);
      if (!problem) throw new ApiError('problem_not_found');
      return sendZip(db, reply, `${problem.id}.zip`, [{ folder: '', problem }]);
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
      const keys = asked ? [...(await findProblemKeys(db, asked))] : null;
      const found = await readProblems(db, keys);
      if (asked && found.length === 0) throw new ApiError('problem_not_found');
      const packages = found.map((problem) => ({ folder: `${problem.id}/`, problem }));
      return sendZip(db, reply, 'problems.zip', packages);
    },
    zipTransport,
  );
}

/** These, or all. */
async function readProblems(db: Database, keys: readonly number[] | null): Promise<ExportedProblem[]> {
  const wanted = and(isNoDraft, keys === null ? undefined : inArray(problems.id, keys));
  const rows = await db
    .select({
      key: problems.id,
      id: problems.slug,
      title: problems.title,
      timeLimitMs: problems.timeLimitMs,
      memoryLimitMb: problems.memoryLimitMb,
      feedback: problems.feedback,
      pdf: blobs.sha256,
      plan: testSets.plan,
      solutions: testSets.solutions,
    })
    .from(problems)
    .leftJoin(blobs, eq(blobs.id, problems.pdfBlobId))
    .leftJoin(testSets, eq(testSets.id, problems.testSetId))
    .where(wanted)
    .orderBy(problems.slug);
  const texts = await db
    .select({ key: statementTexts.problemId, name: statementTexts.name, sha256: blobs.sha256 })
    .from(statementTexts)
    .innerJoin(problems, eq(problems.id, statementTexts.problemId))
    .innerJoin(blobs, eq(blobs.id, statementTexts.blobId))
    .where(wanted)
    .orderBy(statementTexts.name);
  const textsOf = Map.groupBy(texts, ({ key }) => key);
  return rows.map(({ key, pdf, solutions, ...row }) => ({
    ...row,
    pdfSha256: pdf?.toString('hex') ?? null,
    solutions: solutions ?? [],
    texts: (textsOf.get(key) ?? []).map(({ name, sha256 }) => ({
      name,
      sha256: sha256?.toString('hex') ?? '',
    })),
  }));
}

interface PackageInZip {
  /** With its slash; '' at the top. */
  readonly folder: string;
  readonly problem: ExportedProblem;
}

/** The same time for every file: an export of the same problem is the same, byte by byte. */
const mtime = new Date('2000-01-01T00:00:00Z');

function sendZip(db: Database, reply: FastifyReply, fileName: string, packages: readonly PackageInZip[]) {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  for (const { folder, problem } of packages) {
    for (const file of layOutPackage(problem)) {
      const name = `${folder}${file.name}`;
      if ('text' in file) zip.addBuffer(Buffer.from(file.text), name, { mtime });
      else
        zip.addReadStreamLazy(name, { mtime }, (give) => {
          openBlob(db, file.sha256).then(
            (stream) =>
              give(
                null,
                stream.once('error', (error) => output.destroy(error)),
              ),
            (error: Error) => output.destroy(error),
          );
        });
    }
  }
  zip.end();
  return reply
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'private, no-store')
    .type('application/zip')
    .send(output);
}

async function openBlob(db: Database, sha256: string): Promise<Readable> {
  const blob = await findBlob(db, { sha256 });
  if (!blob) throw new Error(`File ${sha256} is not in the database`);
  return Readable.from(readBlob(db, blob));
}
