import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { styleNonce } from '../lib/style-nonce.ts';
import { createQueryClient } from './query-client.ts';
import { routes } from './routes.tsx';
import { cssVariables, theme } from './theme/theme.ts';

/** A browser fills these in by itself as soon as it sees them, and they would be empty again a moment later. */
const password = 'type="password"';

/**
 * What a page shows before its first answers, as the build puts it into the document (web/page-shells.ts): the app itself,
 * run once without a server to ask. Null for a page that asks for a password.
 */
export async function renderShell(address: string): Promise<string | null> {
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = await query(new Request(`http://localhost${address}`));
  if (context instanceof Response) return null;
  const queryClient = createQueryClient();
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
    // In one piece: a part that came later would need a script to move it to its place.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const html = await new Response(prelude).text();
  // Its clocks would hold up the end of the build.
  queryClient.clear();
  return html.includes(password) ? null : html;
}
