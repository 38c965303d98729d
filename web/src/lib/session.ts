import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionUser } from '#contract/accounts.ts';
import { getMe, login, logout } from '#contract/page-calls.ts';
import { api } from './api.ts';
import { readMark } from './document-marks.ts';
import { publicKeys, queryKeys } from './query-keys.ts';

/** A server that has not answered by then is not going to. */
const answerWithinMs = 15_000;

export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: async (): Promise<SessionUser | null> =>
    (await api(getMe, { signal: AbortSignal.timeout(answerWithinMs) })).user,
  staleTime: 60_000,
});

export const isSessionExpected = () => readMark('session') !== null;

export interface Session {
  user: SessionUser | null;
  /** The check at start has not been answered yet. */
  isPending: boolean;
  /** Signed in as far as is known: what needs a session is asked for beside the check, not after it. */
  mayRead: boolean;
}

export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery);
  return { user: data ?? null, isPending, mayRead: data ? true : isPending && isSessionExpected() };
}

/** A courtesy to whoever runs the place: what they may really do is the server's to say. */
export function isStaff(user: SessionUser | null): boolean {
  return user?.role === 'staff' || isAdmin(user);
}

export function isAdmin(user: SessionUser | null): boolean {
  return user?.role === 'admin';
}

/** What another account may not see goes with the session; what everyone may see stays. */
function useForgetPrivateData() {
  const queryClient = useQueryClient();
  return () => {
    queryClient.removeQueries({
      predicate: ({ queryKey }) => !publicKeys.some(([scope]) => scope === queryKey[0]),
    });
  };
}

/** The answer to a slow logout would take away the session of the login after it. */
const oneAfterTheOther = { scope: { id: 'session' } };

export function useLogin() {
  const queryClient = useQueryClient();
  const forgetPrivateData = useForgetPrivateData();
  return useMutation({
    ...oneAfterTheOther,
    mutationFn: (body: { username: string; password: string }) => api(login, { body }),
    onSuccess: ({ user }) => {
      forgetPrivateData();
      queryClient.setQueryData(sessionQuery.queryKey, user);
    },
  });
}

/** `leavePage`: what a page has read is forgotten once it is left; before that it would ask for it anew, in vain. */
export function useLogout(leavePage: () => void | Promise<void>) {
  const queryClient = useQueryClient();
  const forgetPrivateData = useForgetPrivateData();
  return useMutation({
    ...oneAfterTheOther,
    // At once, whatever becomes of the call: who pressed Logout must not stay on the screen as signed in.
    onMutate: async () => {
      await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
      queryClient.setQueryData(sessionQuery.queryKey, null);
      void Promise.resolve(leavePage()).finally(forgetPrivateData);
    },
    mutationFn: () => api(logout, { signal: AbortSignal.timeout(answerWithinMs) }),
  });
}
