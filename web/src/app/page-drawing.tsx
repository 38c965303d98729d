/**
 * The app run without a browser, for what a document shows before there is a script: the bare frame of each page, which the
 * build draws once (web/page-parts.ts), and the page as somebody is to see it, which the server draws (server/page-drawing.ts).
 */
import { MantineProvider } from '@mantine/core';
import { type Query, type QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { PageDrawing } from '#contract/page-drawing.ts';
import { sendCallsBy as sendApiCallsBy } from '../lib/api.ts';
import { marksOfDrawing } from '../lib/document-marks.ts';
import { writeFirstAnswers } from '../lib/first-answers.ts';
import { PageNotLoaded } from '../lib/load-page.ts';
import { serverClock } from '../lib/server-clock.ts';
import { sessionQuery } from '../lib/session.ts';
import { styleNonce } from '../lib/style-nonce.ts';
import { createQueryClient } from './query-client.ts';
import { routes } from './routes.tsx';
import { cssVariables, theme } from './theme/theme.ts';

/** A browser fills these in by itself as soon as it sees them, and they would be empty again a moment later. */
const password = 'type="password"';

/** Before its first answers; empty for a page that asks for a password. */
export const drawFrame: PageDrawing['drawFrame'] = async (address, hasSession) => {
  marksOfDrawing.session = hasSession ? 'expected' : null;
  const queryClient = createQueryClient();
  const html = await draw(address, queryClient);
  // Its clocks would hold up the end of the build.
  queryClient.clear();
  return html === null ? '' : toDocumentPart(html);
};

/** By what the server sends the calls of the pages that it draws, each in the name of who is to see it. */
export const sendCallsBy: PageDrawing['sendCallsBy'] = sendApiCallsBy;

/** Some things can be asked for only when others are known; what is not known then is left to the browser. */
const mostRounds = 3;
/** What is longer takes the server too long to draw and a phone too long to show. */
const mostLength = 128 * 1024;

/**
 * With its answers, which are asked for as far as the page asks for them. Null where the page needs one that is refused or
 * does not come, where it is too long, and when nobody waits any longer.
 */
export const drawPage: PageDrawing['drawPage'] = async (address, isOver) => {
  const queryClient = createQueryClient();
  const cache = queryClient.getQueryCache();
  try {
    await queryClient.prefetchQuery(sessionQuery);
    let html = await draw(address, queryClient);
    let answers = '';
    for (let round = 0; html !== null && round < mostRounds; round++) {
      const open = cache.findAll({ predicate: isOpen });
      if (round > 0 && open.length === 0) break;
      await Promise.allSettled(open.map((query) => query.fetch({ ...query.options, retry: false })));
      const all = cache.getAll();
      if (isOver() || all.some(({ state }) => state.status === 'error')) return null;
      const known = all.filter(({ state }) => state.status === 'success');
      answers = writeFirstAnswers([
        serverClock.now(),
        ...known.map(({ queryKey, state }): [QueryKey, unknown] => [queryKey, state.data]),
      ]);
      if (answers.length > mostLength) return null;
      if (open.length > 0) html = await draw(address, queryClient);
    }
    return html === null || html.length > mostLength ? null : toDocumentPart(html, answers);
  } finally {
    queryClient.clear();
  }
};

function isOpen({ state, options }: Query): boolean {
  return state.status === 'pending' && (options as { enabled?: unknown }).enabled !== false;
}

async function draw(address: string, queryClient: QueryClient): Promise<string | null> {
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = await query(new Request(`http://localhost${address}`));
  if (context instanceof Response) return null;
  const faults: unknown[] = [];
  const { prelude } = await prerender(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <StaticRouterProvider
          router={createStaticRouter(dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </QueryClientProvider>
    </MantineProvider>,
    {
      // In one piece: a part that came later would need a script to move it to its place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      // What is for browsers alone (web/page-shells.ts) cannot be loaded here: the place that is held for it is drawn.
      onError: (error) => {
        if (!(error instanceof PageNotLoaded)) faults.push(error);
      },
    },
  );
  const html = await new Response(prelude).text();
  if (faults.length > 0) throw new Error('A part of the page could not be drawn', { cause: faults[0] });
  return html.includes(password) ? null : html;
}

/** As the content-security policy allows it: styles that stood at their elements go into a sheet with the nonce. */
function toDocumentPart(html: string, answers = ''): string {
  const styles: string[] = [];
  const body = html
    .replace(/<title>.*?<\/title>/g, '')
    // Where something for browsers alone has not come: for a script of React's own, which there is none of.
    .replace(/<template\b[^>]*><\/template>/g, '')
    .replace(/<script\b.*?<\/script>/gs, '')
    // Whatever were typed or dropped now would be lost.
    .replace(/<input\b[^>]*type="file"[^>]*>/g, '')
    .replace(/<(input|select|textarea)\b/g, '<$1 disabled')
    .replace(/ style="([^"]*)"/g, (_, style: string) => {
      if (!styles.includes(style)) styles.push(style);
      return ` data-style="${styles.indexOf(style)}"`;
    });
  const rules = styles.map((style, index) => `[data-style="${index}"]{${style.replaceAll('&quot;', '"')}}`);
  return `<div inert aria-hidden="true" class="shell"><style nonce="${styleNonce}">.shell{display:contents}${rules.join('')}</style>${body}${answers}</div>`;
}
