import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { findPage } from '#contract/pages.ts';
import { isApiPath } from './error-handler.ts';
import { type DrawPage, drawingFile } from './page-drawing.ts';
import { makeNonce, pagePolicy } from './security.ts';
import { sessionCookie } from './sessions.ts';

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * The built web app. Files under /assets carry a hash in their name and may be kept for ever; the page itself
 * is asked for each time. Every path that is not a file is the app's: with 200 when it is one of its pages,
 * with 404 otherwise, and the app then shows its own not-found page.
 */
export async function serveWeb(app: FastifyInstance, folder: string, sendPage: SendPage): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // The page goes out by sendPage alone, with its nonce and policy.
    allowedPath: (path) => !['index.html', pagePartsFile, drawingFile].includes(path.slice(1)),
    setHeaders: (reply, path) => {
      const kept = path.startsWith(join(folder, 'assets/'));
      reply.header('cache-control', kept ? 'public, max-age=31536000, immutable' : 'no-cache');
      // A worker lives by the policy of its own file: this one loads decoders for scanned statements.
      if (path.includes('pdf.worker'))
        reply.header('content-security-policy', "default-src 'none'; script-src 'self'");
    },
  });

  app.get('/', { config: { action: 'page.read' }, schema: { hide: true } }, sendPage);

  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) throw new ApiError('not_found');
    return sendPage(request, reply);
  });
}

/**
 * What the build wants in each page's document (web/page-parts.ts): links to the files that it begins with, its first calls,
 * what it shows until there is a script, and whether the server draws that itself for each visitor.
 */
const pagePartsFile = 'page-parts.json';
interface PageParts {
  files: string;
  calls: string[];
  shell: string;
}
type PartsByPage = Record<string, { everyone: PageParts; signedIn: PageParts; isDrawn: boolean }>;

const emptyRoot = '<div id="root"></div>';

export async function preparePage(folder: string, drawPage: DrawPage): Promise<SendPage> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const parts: PartsByPage = JSON.parse(await readFile(join(folder, pagePartsFile), 'utf8'));
  return async (request, reply) => {
    const nonce = makeNonce();
    const found = findPage(request.url.split('?')[0] ?? '');
    // Whether the session still holds is not asked here: one that ended costs its bearer a few requests too many.
    const hasSession = request.headers.cookie?.includes(`${sessionCookie}=`);
    const part = found && parts[found.path];
    const wanted = part ? [part.everyone, ...(hasSession ? [part.signedIn] : [])] : [];
    const drawn = part?.isDrawn && request.method === 'GET' ? await drawPage(request) : null;
    // What is drawn has its answers. One that came ahead and is not used at once would be taken for that of a later call.
    const linkCalls = ({ calls }: PageParts) =>
      drawn?.html ? '' : calls.map((call) => linkCall(call, found?.params ?? {})).join('');
    const head = wanted.map((each) => each.files + linkCalls(each)).join('');
    const shown = drawn?.html ?? (hasSession ? part?.signedIn : part?.everyone)?.shell ?? '';
    if (drawn && drawn.cookies.length > 0) reply.header('set-cookie', drawn.cookies);
    return (
      reply
        .code(found === null ? 404 : 200)
        .header('content-security-policy', pagePolicy(nonce))
        // What is drawn is somebody's own.
        .header('cache-control', drawn?.html ? 'no-store' : 'no-cache')
        .type('text/html; charset=utf-8')
        .send(
          page
            .replaceAll('__CSP_NONCE__', nonce)
            .replace('</head>', () => `${head}</head>`)
            // What people have written has no quotation marks of its own in a document.
            .replace(
              emptyRoot,
              () => `<div id="root">${shown.replaceAll('nonce="__CSP_NONCE__"', `nonce="${nonce}"`)}</div>`,
            ),
        )
    );
  };
}

/** So that an answer is under way before the page that asks for it has been put together. */
function linkCall(call: string, params: Readonly<Record<string, string>>): string {
  const address = call.replace(/:(\w+)/g, (_, name: string) => params[name] ?? ':');
  // An address may hold anything; what could mean something in a document is not worth the trouble.
  if (!/^[\w./?=&-]+$/.test(address)) return '';
  return `<link rel="preload" as="fetch" crossorigin href="${address.replaceAll('&', '&amp;')}">`;
}

/** Asked for by somebody who looks at pages, not by a program that talks to the API. */
export function wantsPage({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !isApiPath(url);
}
