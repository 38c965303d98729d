import { DrizzleQueryError } from 'drizzle-orm';
import { stdSerializers } from 'pino';

/**
 * The words of an error and of what caused it. Those of a failed query itself are left out: they are the whole
 * statement with its values, which may be sources and password hashes.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const words = error instanceof DrizzleQueryError ? [] : [error.message];
  return [...words, ...(error.cause ? [describeError(error.cause)] : [])].join(': ');
}

/** For a logger. A query that failed is told by its cause, the beginning of its text and who asked. */
export const logSerializers = {
  err(error: unknown) {
    const failed = findFailedQuery(error);
    if (!failed || !(error instanceof Error)) return stdSerializers.err(error as Error);
    const askedBy = failed.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
    return {
      type: error.name,
      message: describeError(error),
      code: (failed.cause as { code?: string } | undefined)?.code,
      query: failed.query.slice(0, 120),
      stack: askedBy.join('\n'),
    };
  },
};

function findFailedQuery(error: unknown): DrizzleQueryError | null {
  if (error instanceof DrizzleQueryError) return error;
  return error instanceof Error && error.cause ? findFailedQuery(error.cause) : null;
}
