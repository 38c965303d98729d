import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Allowance } from '#contract/language-limits.ts';
import { listLanguages } from '#contract/page-calls.ts';
import { type LanguageId, languagesOnAtFirst } from '#contract/programs.ts';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { type OpenedProgram, placeCursor, startingPrograms } from './starting-programs.ts';

export const languagesQuery = queryOptions({
  queryKey: queryKeys.languages,
  queryFn: () => api(listLanguages),
});

/** What programs in each of them get over the limits of a problem. Empty until that is known. */
export function useLanguageAllowances(): ReadonlyMap<LanguageId, Allowance> {
  const { data } = useQuery(languagesQuery);
  return new Map(data?.map(({ id, allowance }) => [id, allowance]));
}

/** In which one can submit. Until that is known it is what nearly every instance offers. */
export function useOfferedLanguages(): readonly LanguageId[] {
  const { data } = useQuery(languagesQuery);
  return data?.map(({ id }) => id) ?? languagesOnAtFirst;
}

/** Nobody has switched another language on: then the pages say no more of languages than they always did. */
export function useIsCppAlone(): boolean {
  return useOfferedLanguages().join() === languagesOnAtFirst.join();
}

/** What the empty editor offers to begin with; null where staff want nothing there. */
export function useStartingProgram(language: LanguageId): OpenedProgram | null {
  const { data } = useQuery(languagesQuery);
  const text = data?.find(({ id }) => id === language)?.starting_text ?? startingPrograms[language];
  return text === '' ? null : placeCursor(`${text.trimEnd()}\n`);
}
