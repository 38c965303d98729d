import { DrizzleQueryError } from 'drizzle-orm';
import { stdSerializers } from 'pino';

/**
 * Serializers for a logger. A query that failed is told by its cause, the beginning of its text and who asked: with its
 * values, as the library tells it, a log would hold sources, password hashes and pages of SQL.
 */
export const logSerializers = {
  err(error: unknown) {
    if (!(error instanceof DrizzleQueryError)) return stdSerializers.err(error as Error);
    const cause = error.cause ?? new Error('Unknown cause');
    const askedBy = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
    return {
      ...stdSerializers.err(cause),
      stack: [cause.message, ...askedBy].join('\n'),
      query: error.query.slice(0, 120),
    };
  },
};
