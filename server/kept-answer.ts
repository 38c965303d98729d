import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '#store/database.ts';
import { readRevision } from '#store/revisions.ts';

export interface KeptAnswers {
  /** `write` gives the answer as JSON. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    revisionName: string,
    write: () => Promise<string>,
  ): Promise<FastifyReply>;
}

interface Answer {
  readonly revision: Promise<number>;
  readonly body: Promise<Body>;
}

interface Body {
  readonly plain: string;
  readonly brotli: Buffer | null;
}

/** Contests that people look at in the same hour, and then some. */
const keptMax = 50;

/**
 * Answers that are the same for everyone until their revision changes: computed, written and compressed once a
 * change, however many ask, and not sent again to who has it (ETag).
 *
 * The revision is read before the data, so an answer is at worst newer than its number. When changes come faster
 * than answers can be computed, those who ask wait together for the next one: there is one computation at a time,
 * and after each a rest in proportion, so that no scoreboard takes more than its share of the machine. Nobody is
 * given anything older than what was there when they asked.
 */
export function keepAnswers(db: Queryable): KeptAnswers {
  const kept = new Map<string, () => Promise<Answer>>();

  return {
    async send(request, reply, revisionName, write) {
      const find = kept.get(revisionName) ?? keepAnswer(db, revisionName, write);
      // The one that was asked for last goes last.
      kept.delete(revisionName);
      kept.set(revisionName, find);
      for (const oldest of kept.keys()) {
        if (kept.size <= keptMax) break;
        kept.delete(oldest);
      }
      const { revision, body } = await find();
      const etag = `W/"${await revision}"`;
      reply.header('etag', etag).header('cache-control', 'private, no-cache');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      const { plain, brotli } = await body;
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

function keepAnswer(
  db: Queryable,
  revisionName: string,
  write: () => Promise<string>,
): () => Promise<Answer> {
  let latest: Answer | null = null;
  let following: Promise<Answer> | null = null;
  let rested: Promise<void> = Promise.resolve();

  async function beginNext(): Promise<Answer> {
    await rested;
    const startedAt = performance.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    rested = promise;
    following = null;
    const revision = readRevision(db, revisionName);
    const body = revision.then(write).then(compress);
    const answer = { revision, body };
    latest = answer;
    const rest = () => setTimeout(resolve, (performance.now() - startedAt) * restFactor).unref();
    body.then(rest, () => {
      if (latest === answer) latest = null;
      rest();
    });
    return answer;
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
  if (plain.length < worthCompressingBytes) return { plain, brotli: null };
  const brotli = await compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return { plain, brotli };
}
