import type { Logger } from 'pino';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import type { LanguageId } from '#contract/programs.ts';
import { getLanguage } from '../languages/catalogue.ts';
import type { Judge } from '../run/judge.ts';

/** Builds what makes languages faster, one after the other, each once: whenever others may have come to be judged. */
export function aheadBuilder(
  { languages }: Judge,
  listJudged: () => readonly LanguageId[],
  ending: AbortSignal,
  logger: Logger,
  onBuilt: () => Promise<void>,
): () => Promise<void> {
  const begun = new Set<LanguageId>();
  let building = Promise.resolve();
  const build = async (id: LanguageId) => {
    try {
      const language = getLanguage(languages, id);
      await language.buildAhead(ending);
      const reason = language.slowBecause();
      if (reason) logger.warn(sayInEnglish(reason));
    } catch (error) {
      if (!ending.aborted) logger.warn({ err: error }, 'compiling stays slow: not all could be built ahead');
    }
    if (!ending.aborted) await onBuilt();
  };
  return () => {
    for (const id of listJudged()) {
      if (begun.has(id)) continue;
      begun.add(id);
      building = building.then(() => (ending.aborted ? undefined : build(id)));
    }
    return building;
  };
}
