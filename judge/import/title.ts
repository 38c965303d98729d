import { limits } from '#contract/limits.ts';
import { toLine } from '#contract/texts.ts';

/** As a title that is typed has to be. */
export function toTitle(text: string): string | null {
  return toLine(text, limits.problemTitleMax);
}
