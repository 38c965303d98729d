import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '#store/database.ts';
import { readRevision } from '#store/revisions.ts';

export interface AnswerCache {
  /** Sends the answer, or 304 to a client that already has this one. */
  send(request: FastifyRequest, reply: FastifyReply, answer: CachedAnswer): Promise<FastifyReply>;
}

interface CachedAnswer {
  /** The name of the number that goes up with every change of what the answer tells. */
  readonly revision: string;
  /** Those who are told the same; the policy says who belongs to it. */
  readonly audience: string;
  /** Gives the answer as JSON. */
  readonly write: () => Promise<string>;
}

interface Version {
  readonly revision: Promise<number>;
  readonly body: Promise<Body>;
}

interface Body {
  readonly etag: string;
  readonly plain: string;
  readonly brotli: Buffer | null;
}

/** Enough for all contests that people look at in the same hour. */
const answersMax = 50;

/**
 * Answers that stay the same for an audience until their revision changes: each is computed, written and compressed
 * once per revision, however many people ask. What one audience was told never reaches another, neither from here nor
 * from a browser's cache: the ETag is made of the answer itself. It does not tell the revision, which also goes up with
 * changes that this audience is not to notice.
 *
 * The revision is read before the data, so an answer is at worst newer than its number. When changes come faster
 * than answers can be computed, those who ask wait together for the next one: there is one computation at a time,
 * and after each a rest in proportion, so that no scoreboard takes more than its share of the machine. Nobody is
 * given anything older than what was there when they asked.
 */
export function createAnswerCache(db: Queryable): AnswerCache {
  const cached = new Map<string, () => Promise<Version>>();

  return {
    async send(request, reply, { revision: revisionName, audience, write }) {
      const key = JSON.stringify([revisionName, audience]);
      const find = cached.get(key) ?? cacheAnswer(db, revisionName, write);
      // The one that was asked for last goes last.
      cached.delete(key);
      cached.set(key, find);
      for (const oldest of cached.keys()) {
        if (cached.size <= answersMax) break;
        cached.delete(oldest);
      }
      const { etag, plain, brotli } = await (await find()).body;
      reply.header('etag', etag).header('cache-control', 'private, no-cache');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding').serializer(asItIs);
      return brotli && /\bbr\b/.test(String(request.headers['accept-encoding']))
        ? reply.header('content-encoding', 'br').send(brotli)
        : reply.send(plain);
    },
  };
}

const asItIs = (body: unknown) => body as string;

/** How much longer it rests than it works. */
const restFactor = 3;

function cacheAnswer(
  db: Queryable,
  revisionName: string,
  write: () => Promise<string>,
): () => Promise<Version> {
  let latest: Version | null = null;
  let following: Promise<Version> | null = null;
  let rested: Promise<void> = Promise.resolve();

  async function beginNext(): Promise<Version> {
    await rested;
    const startedAt = performance.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    rested = promise;
    following = null;
    const revision = readRevision(db, revisionName);
    const body = revision.then(write).then(compress);
    const version = { revision, body };
    latest = version;
    const rest = () => setTimeout(resolve, (performance.now() - startedAt) * restFactor).unref();
    body.then(rest, () => {
      if (latest === version) latest = null;
      rest();
    });
    return version;
  }

  return async () => {
    const revision = await readRevision(db, revisionName);
    const current = latest;
    if (current && (await current.revision) >= revision) return current;
    following ??= beginNext();
    return following;
  };
}

const compressBrotli = promisify(brotliCompress);
const worthCompressingBytes = 1024;

async function compress(plain: string): Promise<Body> {
  // Weak, since it is the same for the compressed form.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  if (plain.length < worthCompressingBytes) return { etag, plain, brotli: null };
  const brotli = await compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return { etag, plain, brotli };
}
