/** What a list of submissions shows is in the address: whose, which, which page, and the one whose code is open. */
import { languages } from '#contract/programs.ts';
import { finishedStatuses } from '#contract/statuses.ts';
import type { ListFilters } from './queries.ts';

/** As the address names them. */
export const filterNames = ['problem', 'verdict', 'language', 'person'] as const;
export type FilterName = (typeof filterNames)[number];

/** What makes no sense is as if it were not there. `byPerson`: whether that may be asked. */
export function readFilters(search: URLSearchParams, byPerson: boolean): ListFilters {
  return {
    filter: search.get('filter') === 'mine' ? 'mine' : undefined,
    problemId: search.get('problem') || undefined,
    verdict: finishedStatuses.find((status) => status === search.get('verdict')),
    language: languages.find((language) => language === search.get('language')),
    username: (byPerson && search.get('person')) || undefined,
  };
}

/** Another choice begins with the newest again. */
export function withFilter(
  search: URLSearchParams,
  name: FilterName | 'filter',
  value: string,
): URLSearchParams {
  const next = withoutPlace(search);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

export function withoutFilters(search: URLSearchParams): URLSearchParams {
  const next = withoutPlace(search);
  for (const name of filterNames) next.delete(name);
  return next;
}

function withoutPlace(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('before');
  next.delete('view');
  return next;
}

export function readNumber(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
}
