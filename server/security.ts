import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { words } from '#contract/words.ts';
import type { Context } from './context.ts';

export async function secure(app: FastifyInstance, context: Context): Promise<void> {
  await app.register(helmet, {
    // For everything but pages: an answer of the API never is a document that may load anything.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    hsts: context.environment.PUBLIC_URL?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (request) => refuseForeignOrigin(request, context.environment.PUBLIC_URL));
  app.addHook('preValidation', async (request) => {
    const { rawText = [] } = request.routeOptions.config;
    // Not the ids in the path: contract/ids.ts reads every text as one.
    for (const part of [request.query, omit(request.body, rawText)]) refuseBrokenText(part);
  });
}

/** Pages: our own scripts and fonts only; styles that the component library writes carry the nonce. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function makeNonce(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * A write that a browser sends from another site's page is refused, whatever cookie comes with it. Programs
 * that are no browsers send neither header and are welcome.
 */
function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const ownOrigins = [publicUrl, `${request.protocol}://${request.host}`];
  const foreign =
    origin !== undefined ? !ownOrigins.includes(origin) : site === 'cross-site' || site === 'same-site';
  if (foreign) throw new ApiError('foreign_origin');
}

function omit(body: unknown, fields: readonly string[]): unknown {
  if (fields.length === 0 || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)));
}

/** PostgreSQL stores neither NUL nor half a surrogate pair; better told here than failed there. */
function refuseBrokenText(part: unknown): void {
  // A list of what is left to look at, not recursion: JSON may be nested deeper than the stack.
  const left: unknown[] = [part];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) {
        throw new ApiError('invalid_request', words('text_characters'));
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) left.push(key, item);
    }
  }
}
