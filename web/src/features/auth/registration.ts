import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRegistration } from '#contract/page-calls.ts';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export const registrationQuery = queryOptions({
  queryKey: queryKeys.registration,
  queryFn: async () => (await api(getRegistration)).enabled,
  staleTime: 60_000,
});

/** Disabled until the server says otherwise, and when it cannot be asked. */
export function useRegistration(): { isEnabled: boolean; isPending: boolean } {
  const { data, isPending } = useQuery(registrationQuery);
  return { isEnabled: data ?? false, isPending };
}
