import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '#store/database.ts';
import { readRevision } from '#store/revisions.ts';

export interface KeptAnswer {
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/**
 * An answer that is the same for everyone until its revision changes: computed and written as JSON once a change,
 * however many ask, and not sent again to who has it (ETag). The revision is read before the data, so an answer is
 * at worst newer than its number, and the next question then computes it once more.
 */
export function keepAnswer(db: Queryable, revisionName: string, compute: () => Promise<unknown>): KeptAnswer {
  let kept: { revision: number; body: Promise<string> } | null = null;

  async function find(): Promise<{ revision: number; body: string }> {
    const revision = await readRevision(db, revisionName);
    if (kept?.revision !== revision) {
      const fresh = { revision, body: compute().then((answer) => JSON.stringify(answer)) };
      kept = fresh;
      fresh.body.catch(() => {
        if (kept === fresh) kept = null;
      });
    }
    return { revision, body: await kept.body };
  }

  return {
    async send(request, reply) {
      const { revision, body } = await find();
      const etag = `W/"${revision}"`;
      reply.header('etag', etag).header('cache-control', 'private, no-cache');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').serializer(String).send(body);
    },
  };
}
