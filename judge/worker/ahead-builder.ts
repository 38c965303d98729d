import type { Logger } from 'pino';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import type { LanguageId } from '#contract/programs.ts';
import { type Words, words } from '#contract/words.ts';
import { getLanguage, type Languages } from '../languages/catalogue.ts';
import { explainFault } from '../sandbox/fault.ts';

interface AheadBuilderOptions {
  languages: Languages;
  listJudged: () => readonly LanguageId[];
  ending: AbortSignal;
  logger: Logger;
  /** A language was built ahead, or failed to be. */
  onChange: () => void;
  /** After what time one that failed is tried again; twice as long after each further failure, up to an hour. */
  tryAgainMs: number;
}

export interface AheadBuilder {
  /** Whenever others may have come to be judged. */
  build: () => Promise<void>;
  /** Why compiling is slower than it could be, for staff; null when it is not, as far as is known. */
  slowBecause: (id: LanguageId) => Words<'compiling_slowly'> | null;
}

const longestPauseMs = 3_600_000;

/** Builds what makes languages faster, one after the other, each until it is there. */
export function aheadBuilder({
  languages,
  listJudged,
  ending,
  logger,
  onChange,
  tryAgainMs,
}: AheadBuilderOptions): AheadBuilder {
  const begun = new Set<LanguageId>();
  const failed = new Map<LanguageId, Words<'compiling_slowly'>>();
  const pausesMs = new Map<LanguageId, number>();
  let building = Promise.resolve();
  const slowBecause = (id: LanguageId) => failed.get(id) ?? getLanguage(languages, id).slowBecause();

  async function buildOne(id: LanguageId): Promise<void> {
    try {
      await getLanguage(languages, id).buildAhead(ending);
      failed.delete(id);
    } catch (error) {
      if (ending.aborted) return;
      const reason = words('build_ahead_failed', { fault: explainFault(error) });
      failed.set(id, words('compiling_slowly', { reason }));
      const pauseMs = pausesMs.get(id) ?? tryAgainMs;
      pausesMs.set(id, Math.min(2 * pauseMs, longestPauseMs));
      setTimeout(() => {
        begun.delete(id);
        void build();
      }, pauseMs).unref();
    }
    if (ending.aborted) return;
    const reason = slowBecause(id);
    if (reason) logger.warn(sayInEnglish(reason));
    onChange();
  }

  function build(): Promise<void> {
    for (const id of listJudged()) {
      if (begun.has(id)) continue;
      begun.add(id);
      building = building.then(() => (ending.aborted ? undefined : buildOne(id)));
    }
    return building;
  }

  return { build, slowBecause };
}
