import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Queryable, waitForDisk } from '#store/database.ts';
import { readRevision } from '#store/revisions.ts';

export interface AnswerCache<Answer extends Written> {
  /** The answer as it is now. */
  find(answer: CachedAnswer<Answer>): Promise<Answer>;
  /** Sends it, or 304 to a client that already has this one. */
  send(request: FastifyRequest, reply: FastifyReply, answer: CachedAnswer<Answer>): Promise<FastifyReply>;
}

interface Written {
  /** As JSON. */
  readonly text: string;
}

interface CachedAnswer<Answer extends Written> {
  /** The name of the number that goes up with every change of what the answer tells. */
  readonly revision: string;
  /** Those who are told the same; the policy says who belongs to it. */
  readonly audience: string;
  /** Writes it anew, perhaps with the help of the one before. */
  readonly write: (before: Answer | null) => Promise<Answer>;
  /** Hears of each that is kept, with the one before, as soon as no crash of the database can take it back. */
  readonly onKept?: (kept: Answer, before: Answer | null) => void;
  /** What the next one has to wait for, beside the rest after the last. */
  readonly mayBegin?: () => Promise<void>;
}

interface Entry<Answer> {
  readonly find: () => Promise<Version<Answer>>;
  bytes: number;
}

interface Version<Answer> {
  readonly revision: Promise<number>;
  readonly answer: Promise<Answer>;
  /** For whoever asks over the network; made when the first does. */
  readonly body: () => Promise<Body>;
}

interface Body {
  readonly etag: string;
  readonly plain: string;
  readonly brotli: Buffer | null;
}

/** How much longer it rests than it works. */
const restFactor = 3;

/** Enough for all contests that people look at in the same hour: the history of a great one is some 20 MB. */
const bytesMax = 128 * 1024 * 1024;
/** What an answer takes beside its text. */
const overheadBytes = 4096;

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
 *
 * Together they take no more than `most` bytes: those that nobody has asked for the longest go first, the one that was
 * asked for last never.
 */
export function createAnswerCache<Answer extends Written>(
  db: Queryable,
  most: number = bytesMax,
): AnswerCache<Answer> {
  const cached = new Map<string, Entry<Answer>>();
  let bytes = 0;

  function findVersion(answer: CachedAnswer<Answer>): Promise<Version<Answer>> {
    const key = JSON.stringify([answer.revision, answer.audience]);
    const entry = cached.get(key) ?? makeEntry(key, answer);
    // The one that was asked for last goes last.
    cached.delete(key);
    cached.set(key, entry);
    letOldestGo();
    return entry.find();
  }

  function makeEntry(key: string, answer: CachedAnswer<Answer>): Entry<Answer> {
    const entry: Entry<Answer> = {
      bytes: overheadBytes,
      find: cacheAnswer(db, answer, ({ text }) => {
        // One that has gone meanwhile is left to whoever still waits for it.
        if (cached.get(key) !== entry) return;
        bytes -= entry.bytes;
        // A character takes two bytes at most.
        entry.bytes = overheadBytes + 2 * text.length;
        bytes += entry.bytes;
        letOldestGo();
      }),
    };
    bytes += entry.bytes;
    return entry;
  }

  function letOldestGo(): void {
    for (const [key, entry] of cached) {
      if (bytes <= most || cached.size === 1) break;
      cached.delete(key);
      bytes -= entry.bytes;
    }
  }

  return {
    find: async (answer) => (await findVersion(answer)).answer,

    async send(request, reply, answer) {
      const { etag, plain, brotli } = await (await findVersion(answer)).body();
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

function cacheAnswer<Answer extends Written>(
  db: Queryable,
  { revision: revisionName, write, onKept, mayBegin }: CachedAnswer<Answer>,
  onWritten: (answer: Answer) => void,
): () => Promise<Version<Answer>> {
  let latest: Version<Answer> | null = null;
  let following: Promise<Version<Answer>> | null = null;
  let rested: Promise<void> = Promise.resolve();
  let written: Answer | null = null;

  async function beginNext(): Promise<Version<Answer>> {
    await rested;
    await mayBegin?.();
    const startedAt = performance.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    rested = promise;
    following = null;
    const revision = readRevision(db, revisionName);
    let workedMs = 0;
    const made = revision
      .then(() => write(written))
      .finally(() => {
        workedMs = performance.now() - startedAt;
      });
    // Or a crash of the database could take back what is kept here, and count up to the same revision again.
    const answer = made.then((kept) => waitForDisk(db).then(() => kept));
    let compressed: Promise<Body> | null = null;
    const body = () => {
      compressed ??= answer.then(({ text }) => compress(text));
      return compressed;
    };
    const version = { revision, answer, body };
    latest = version;
    const rest = () => setTimeout(resolve, workedMs * restFactor).unref();
    answer.then(
      (made) => {
        onKept?.(made, written);
        written = made;
        onWritten(made);
        rest();
      },
      () => {
        if (latest === version) latest = null;
        rest();
      },
    );
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
