import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { apiBase } from '#contract/call.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import { ApiError } from '#contract/errors.ts';
import { besideText, readRule, words } from '#contract/words.ts';
import { isDatabaseAway } from '#store/connection.ts';
import { TooManyAttempts } from './auth/sign-in-limits.ts';
import { sayTo } from './words.ts';

/** What the framework refuses by itself, by status. */
const frameworkRefusals: Record<number, ErrorCode> = {
  400: 'invalid_request',
  // A path that is no file's: with two slashes, climbing, endless.
  403: 'not_found',
  404: 'not_found',
  413: 'request_too_large',
  415: 'unsupported_media_type',
};

export function isApiPath(url: string): boolean {
  return url === apiBase || url.startsWith(`${apiBase}/`) || url.startsWith(`${apiBase}?`);
}

/** The framework's own word that the request, not the server, is at fault. */
export function isRefusal(error: unknown): boolean {
  const { statusCode = 500, code } = error as Partial<FastifyError>;
  // A check of a schema threw instead of refusing: on a length that is no number, for one.
  if (code === 'FST_ERR_VALIDATION') return true;
  return statusCode >= 400 && statusCode < 500;
}

/** The one place where whatever went wrong becomes an answer. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = toApiError(error);
  if (answer.status >= 500) request.log.error({ err: error }, 'request failed');
  if (answer instanceof TooManyAttempts) reply.header('retry-after', answer.retryAfterSeconds);
  const { code, said, details } = answer;
  const say = sayTo(request);
  // It may have been about to be a file.
  reply.removeHeader('content-disposition').type('application/json; charset=utf-8');
  return reply.code(answer.status).send({
    code,
    message: say(said),
    ...(said.code !== code && { words: besideText(said) }),
    ...(details.problemId !== undefined && { detail: say(words('problem_hidden_detail')) }),
    ...details,
  });
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return describeValidation(error.validation);
  const { statusCode } = error as Partial<FastifyError>;
  if (isRefusal(error)) return new ApiError(frameworkRefusals[statusCode as number] ?? 'invalid_request');
  return new ApiError(isDatabaseAway(error) ? 'not_ready' : 'internal');
}

interface Complaint {
  keyword: string;
  instancePath: string;
  message?: string;
}

/**
 * A rule of ours speaks for itself; a mistake in the shape of the request is told with the field's name. The first is
 * the answer; what other rules are broken stands beside it, so that a form can tell everything at once.
 */
function describeValidation([first, ...others]: Complaint[]): ApiError {
  const { instancePath = '', message } = first ?? {};
  if (message === undefined) return new ApiError('invalid_request');
  const field = instancePath.slice(1);
  const foreign = field
    ? words('field_malformed', { field, said: message })
    : words('verbatim', { text: message });
  const also = others.flatMap((complaint) => readRule(complaint.message ?? '') ?? []);
  return new ApiError('invalid_request', readRule(message) ?? foreign, also.length > 0 ? { also } : {});
}
