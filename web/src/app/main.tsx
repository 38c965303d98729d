import './theme/mantine.css';
import './theme/fonts.css';
import './theme/tokens.css';
import './theme/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { registrationQuery } from '../features/auth/registration.ts';
import { takeFirstAnswers } from '../lib/first-answers.ts';
import { nextTask } from '../lib/next-task.ts';
import { isSessionExpected, sessionQuery } from '../lib/session.ts';
import { styleNonce } from '../lib/style-nonce.ts';
import { prefetchPages } from './prefetch.ts';
import { createQueryClient } from './query-client.ts';
import { routes } from './routes.tsx';
import { createColorSchemeManager, cssVariables, theme } from './theme/theme.ts';

const root = document.getElementById('root') as HTMLElement;

void start(root);

/** In steps, each in a task of its own: a slow phone answers its user in between. */
async function start(place: HTMLElement): Promise<void> {
  const queryClient = createQueryClient();
  await nextTask();
  takeFirstAnswers(queryClient);
  // Asked for at once, beside the first page's script rather than after it; also where the document has told it.
  void queryClient.prefetchQuery({ ...sessionQuery, staleTime: 0 });
  if (!isSessionExpected()) void queryClient.prefetchQuery(registrationQuery);
  await nextTask();
  const router = createBrowserRouter(routes);
  prefetchPages(router);
  // Until the page's script is here, what the document came with stays: it shows the same (web/page-shells.ts).
  await new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
  await nextTask();
  // As a transition, the first page is drawn in short pieces.
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          colorSchemeManager={createColorSchemeManager()}
          defaultColorScheme="auto"
          getStyleNonce={() => styleNonce}
        >
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    ),
  );
}
