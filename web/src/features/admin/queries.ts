import { queryOptions } from '@tanstack/react-query';
import { intervals } from '#contract/limits.ts';
import { getOverview } from '#contract/overview.ts';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** One answer for all parts of the panel. */
export const overviewQuery = queryOptions({
  queryKey: queryKeys.admin.overview,
  queryFn: () => api(getOverview),
  refetchInterval: intervals.judgeMachinesRefreshMs,
});
