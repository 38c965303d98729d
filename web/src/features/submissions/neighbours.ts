import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { listSubmissions } from '#contract/page-calls.ts';
import type { Submission } from '#contract/submissions.ts';
import { api } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { ListFilters } from './queries.ts';

export type Direction = 'previous' | 'next';

/** A list without those that may not be opened. */
interface OpenableList extends ListFilters {
  contestId: number | undefined;
}

/**
 * What stands beside one in its list, of those that may be opened: as far as the page shows it, from there, and beyond the
 * page's ends from the server.
 */
export function useNeighbours(
  viewed: number | undefined,
  page: readonly Submission[] | undefined,
  openable: OpenableList,
) {
  const { submissions: texts } = useMessages();
  const queryClient = useQueryClient();
  const shown = findShown(viewed, page);
  const beyond = (to: Direction) => ({
    ...nearestQuery(to, viewed, openable),
    enabled: viewed !== undefined && page !== undefined && shown[to] === undefined,
  });
  const previous = useQuery(beyond('previous'));
  const next = useQuery(beyond('next'));

  const sayEnd = (to: Direction, { data, isError }: typeof next, isLast: string) => {
    if (shown[to] !== undefined) return undefined;
    if (data?.length === 0) return isLast;
    return isError ? texts.neighbourFailed : undefined;
  };
  return {
    /** Why one cannot turn that way; undefined where one can. */
    ends: {
      previous: sayEnd('previous', previous, texts.firstToOpen),
      next: sayEnd('next', next, texts.lastToOpen),
    },
    /** The neighbour of this one, which may have been turned to a moment ago and not be drawn yet. */
    find: async (id: number, to: Direction): Promise<number | undefined> => {
      const beside = findShown(id, page)[to];
      if (beside !== undefined) return beside;
      const query = { ...nearestQuery(to, id, openable), staleTime: Number.POSITIVE_INFINITY };
      const found = await queryClient.fetchQuery(query).catch(() => []);
      return found[0]?.id;
    },
  };
}

function nearestQuery(to: Direction, id: number | undefined, { contestId, ...filters }: OpenableList) {
  const side = to === 'previous' ? 'after' : 'before';
  const query = { ...filters, contestId: contestId?.toString(), [side]: id?.toString(), limit: 1 };
  return queryOptions({
    queryKey: queryKeys.submissions.list(query),
    queryFn: () => api(listSubmissions, { query }),
  });
}

function findShown(id: number | undefined, page: readonly Submission[] = []) {
  const openable = page.filter(({ can_view }) => can_view);
  const at = openable.findIndex((submission) => submission.id === id);
  return at === -1 ? {} : { previous: openable[at - 1]?.id, next: openable[at + 1]?.id };
}
