import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from '#contract/errors.ts';
import { problemPdf } from '#contract/problems.ts';
import { type Blob, findBlob, readBlob } from '#store/blobs.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { getReadableProblem } from './access.ts';

/**
 * The statement as a file, under the problem's own access rule. Ranges let a viewer fetch the pages it shows; the
 * content's hash as ETag makes reopening cost one question and no bytes, and never serves an old version.
 */
export function pdfRoutes(app: FastifyInstance, context: Context): void {
  route(
    app,
    context,
    problemPdf,
    'problem.read',
    async ({ params, user, request, reply }) =>
      sendStatement(context, request, reply, await getReadableProblem(context.db, params.problemId, user)),
    pdfTransport,
  );
}

/** The statement of a problem that whoever asks may read. */
export async function sendStatement(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { pdfBlobId, detail }: Awaited<ReturnType<typeof getReadableProblem>>,
) {
  const blob = pdfBlobId === null ? null : await findBlob(context.db, { id: pdfBlobId });
  if (!blob) throw new ApiError('no_pdf');
  return sendPdf(context, request, reply, blob, `${detail.id}.pdf`);
}

const file = { content: { 'application/pdf': { schema: z.unknown() } } };

export const pdfTransport = {
  responses: {
    200: { description: 'The file', ...file },
    206: { description: 'The range that was asked for', ...file },
    304: z.null().describe('The caller has it already'),
    416: z.null().describe('The file has no such range'),
  },
};

export function sendPdf(
  { db }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  blob: Blob,
  name: string,
) {
  const etag = `"${blob.sha256}"`;
  reply
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-cache')
    .header('content-disposition', `inline; filename="${name}"`)
    // The browser's own viewer is a page of its own that styles itself; it still may not run anything of ours.
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    .type('application/pdf');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const ifRange = request.headers['if-range'];
  const range =
    ifRange === undefined || ifRange === etag ? parseRange(request.headers.range, blob.size) : null;
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${blob.size}`).type('text/plain').send('');
  }
  const { start, end } = range ?? { start: 0, end: blob.size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${blob.size}`);
  return reply.header('content-length', end - start + 1).send(Readable.from(readBlob(db, blob, start, end)));
}

/** One range; several at once are answered with the whole file, which the standard allows. */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [first, last] = [match[1] ?? '', match[2] ?? ''];
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  return start > end ? 'unsatisfiable' : { start, end };
}
