import { limits } from '#contract/limits.ts';
import { dropUnseen, isBlank } from '#contract/texts.ts';

/** One line of what can be seen, as a title that is typed has to be. Null: nothing is left. */
export function toTitle(text: string): string | null {
  const line = dropUnseen(text.replaceAll(/\s+/g, ' '))
    .slice(0, limits.problemTitleMax)
    .toWellFormed()
    .trim();
  return isBlank(line) ? null : line;
}
