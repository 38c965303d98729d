/** The one place where words become text. */
import type { Say, Words } from '../words.ts';
import type { Messages } from './en.ts';

/** A row may hold a code that this release does not know, of a later one or of one long gone: that is said as it is. */
export function sayIn({ sentences }: Messages): Say {
  const say: Say = ({ code, params }) => {
    if (!Object.hasOwn(sentences, code)) return code;
    const sentence = sentences[code] as string | ((params: Words['params'], say: Say) => string);
    return typeof sentence === 'string' ? sentence : sentence(params, say);
  };
  return say;
}
