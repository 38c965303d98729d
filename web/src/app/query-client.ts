import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { RequestFailed } from '../lib/api.ts';
import { mayAskOnMount } from '../lib/first-answers.ts';
import { sessionQuery } from '../lib/session.ts';

export function createQueryClient(): QueryClient {
  /** A session that ended elsewhere ends here too: the guards then ask to log in. */
  const noticeEndedSession = (error: unknown) => {
    if (error instanceof RequestFailed && error.code === 'login_required') {
      queryClient.setQueryData(sessionQuery.queryKey, null);
    }
  };
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeEndedSession }),
    mutationCache: new MutationCache({ onError: noticeEndedSession }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // Long enough that a screen seen before is painted at once, and read anew behind it.
        gcTime: 30 * 60_000,
        refetchOnMount: mayAskOnMount,
        refetchOnReconnect: true,
        retryDelay: 500,
        // A refusal stays a refusal; a lost connection or a restarting server deserves one more try.
        retry: (failures, error) =>
          failures < 1 && error instanceof RequestFailed && (error.status === 0 || error.status >= 502),
      },
      mutations: { networkMode: 'always' },
    },
  });
  return queryClient;
}
