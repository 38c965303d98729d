import { queryOptions, useQuery } from '@tanstack/react-query';
import { type LanguageId, languagesOnAtFirst } from '#contract/language-ids.ts';
import { listLanguages } from '#contract/languages.ts';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';

const languagesQuery = queryOptions({
  queryKey: queryKeys.languages,
  queryFn: () => api(listLanguages),
});

/** In which one can submit. Until that is known it is what nearly every instance offers. */
export function useOfferedLanguages(): readonly LanguageId[] {
  const { data } = useQuery(languagesQuery);
  return data?.map(({ id }) => id) ?? languagesOnAtFirst;
}
