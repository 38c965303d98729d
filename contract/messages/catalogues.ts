/** The languages that Minos speaks, and the one place where words become text. */
import type { Say, Words } from '../words.ts';
import { en, type Messages } from './en.ts';

/** By the tag of the language. Another is one more file of the type `Messages`, and one more line here. */
export const catalogues: Readonly<Record<string, Messages>> = { en };

/** A row may hold a code that this release does not know, of a later one or of one long gone: that is said as it is. */
export function sayIn({ sentences }: Messages): Say {
  const say: Say = ({ code, params }) => {
    if (!Object.hasOwn(sentences, code)) return code;
    const sentence = sentences[code] as string | ((params: Words['params'], say: Say) => string);
    return typeof sentence === 'string' ? sentence : sentence(params, say);
  };
  return say;
}

/** For logs and terminals, which are in English. */
export const sayInEnglish = sayIn(en);

/** The reader's first choice among the languages there are, by a header such as `th, en;q=0.8`; English for others. */
export function chooseCatalogue(acceptLanguage = '', offered = catalogues): Messages {
  const wanted = acceptLanguage
    .split(',')
    .map((choice) => {
      const [tag = '', ...parameters] = choice.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { language: tag.toLowerCase().split('-')[0] ?? '', quality: Number(quality) };
    })
    .filter(({ language, quality }) => quality > 0 && Object.hasOwn(offered, language))
    .toSorted((a, b) => b.quality - a.quality);
  return (wanted[0] && offered[wanted[0].language]) ?? en;
}
