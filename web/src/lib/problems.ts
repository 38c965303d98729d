import { queryOptions } from '@tanstack/react-query';
import { listProblems } from '#contract/page-calls.ts';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** The main list with one's own results: the list's own page, the home page and the command palette read it. */
export const problemsQuery = queryOptions({
  queryKey: queryKeys.problems.list,
  queryFn: () => api(listProblems),
});
