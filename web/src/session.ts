import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMe, login, logout, type SessionUser } from '#contract/accounts.ts';
import { api } from './api.ts';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<SessionUser | null> => (await api(getMe)).user,
  staleTime: 60_000,
});

export interface Session {
  user: SessionUser | null;
  /** The check at start has not been answered yet. */
  isPending: boolean;
}

export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery);
  return { user: data ?? null, isPending };
}

/** What another account may not see goes with the session; what everyone may see stays. */
function useForgetPrivateData() {
  const queryClient = useQueryClient();
  return () => {
    queryClient.removeQueries({
      predicate: ({ queryKey: [scope] }) => scope !== 'session' && scope !== 'registration',
    });
  };
}

export function useLogin() {
  const queryClient = useQueryClient();
  const forgetPrivateData = useForgetPrivateData();
  return useMutation({
    mutationFn: (body: { username: string; password: string }) => api(login, { body }),
    onSuccess: ({ user }) => {
      forgetPrivateData();
      queryClient.setQueryData(sessionQuery.queryKey, user);
    },
  });
}

export function useLogout() {
  const queryClient = useQueryClient();
  const forgetPrivateData = useForgetPrivateData();
  return useMutation({
    mutationFn: () => api(logout),
    // Even when the call fails: who pressed Logout must not stay on the screen as signed in.
    onSettled: () => {
      queryClient.setQueryData(sessionQuery.queryKey, null);
      forgetPrivateData();
    },
  });
}
