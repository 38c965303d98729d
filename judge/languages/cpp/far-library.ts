/**
 * Parts of the standard library that its headers mention and hardly a contestant's program touches. What the headers
 * leave pending of them is left out when a header is precompiled (precompile/leave-out-pending.cpp); a source that may
 * touch one is compiled without such a header.
 */

import { anyOf, readText } from './source-text.ts';

interface FarPart {
  /** In the names of its function templates or of their arguments. */
  templates: readonly string[];
  /** A program that uses it has to say these. Some that does not may say them too, and only loses time. */
  words: RegExp | readonly RegExp[];
}

const farParts: readonly FarPart[] = [
  { templates: ['filesystem'], words: /filesystem/ },
  {
    templates:
      list(`future promise packaged_task thread mutex once_flag condition_variable stop_token stop_state stop_source
      semaphore latch barrier __atomic_base __atomic_futex __waiter`),
    words:
      /future|promise|async|packaged_task|thread|mutex|once_flag|condition_variable|stop_|semaphore|latch|barrier|atomic/,
  },
  {
    // Texts of anything but char.
    templates: list('wchar_t char8_t char16_t char32_t codecvt'),
    words: anyOf(
      /wchar|WCHAR|wint_t|char(8|16|32)_t|codecvt|wbuffer|wstring|u(8|16|32)(string|streampos)/,
      /\bw(ios|[io]+stream|streambuf|filebuf|[io]?fstream|streampos|syncbuf|osyncstream)/,
      /\bw(cin|cout|cerr|clog|format|regex|[cs](match|regex|sub))/,
      /(?<!\w)(L|u8?|U)R?""/,
    ),
  },
  {
    // The special functions of <cmath>.
    templates:
      list(`__airy __assoc_ __bernoulli __bessel __beta __comp_ellint __conf_hyperg __cyl_ __ellint __expint
      __gamma __hurwitz __hyperg __laguerre __log_gamma __poly_ __psi __riemann __sph_`),
    words: /airy|bessel|\bbeta|ellint|expint|hermite|hyperg|laguerre|legendre|neumann|riemann|__detail/,
  },
  {
    templates: list('__to_chars_i __to_chars_16 __to_chars_8 __to_chars_2 __from_chars'),
    words: /to_chars|from_chars/,
  },
  {
    // Times are what programs use themselves, as templates; these go through functions that are none.
    templates: ['chrono'],
    words: [/chrono/, /_time_t|hh_mm|year|month|weekday|_days|local_|literals|clock_cast/],
  },
  { templates: ['valarray'], words: /valarray|gslice/ },
  { templates: ['pmr'], words: /pmr|memory_resource|pool_resource/ },
];

function list(words: string): string[] {
  return words.split(/\s+/);
}

const isSaidIn = (text: string) => (part: FarPart) =>
  [part.words].flat().every((word: RegExp) => text.search(word) >= 0);

export const farTemplates: readonly string[] = farParts.flatMap(({ templates }) => templates);

const includeLine = /(?<![^\n])[ \t]*#[ \t]*include[^\n]*/g;
/** So much in these calls each other in circles that the order of functions shows in what is inlined. */
const sensitive = /regex|pbds/;

/**
 * Whether the program may use one of the parts. Naming a header is not using it, nor is a word in a text. A program can
 * do without the word (by `decltype`, say), and then at worst does not link: see precompile/leave-out-pending.cpp.
 */
export function mayTouchFarParts(source: Uint8Array): boolean {
  const text = readText(source, withoutContent)?.replaceAll(includeLine, '');
  if (text === undefined) return true;
  return sensitive.test(text) || maySpecialise(text) || farParts.some(isSaidIn(text));
}

/**
 * Whether the program may specialise a function. If the library's headers have used that function, it is a mistake; but one
 * that was left out looks as if nobody had. Only what plainly begins something else does not count: parameters, or a class.
 */
function maySpecialise(text: string): boolean {
  const directives = text.replaceAll('%:', '#');
  if (otherThanParameters.test(text) || pastesAnything(directives)) return true;
  const macros = new Set([...directives.matchAll(/#\s*define\s+(\w+)/g)].map(([, name]) => name));
  const firstWords = [...text.matchAll(/\btemplate[ \t]*<[ \t]*(\w+)/g)].map(([, word = '']) => word);
  // A macro of the library's own would begin with an underscore.
  return firstWords.some((word) => word.startsWith('_') || macros.has(word));
}

const otherThanParameters =
  /\btemplate\b(?![ \t]*<[ \t]*\w|\s*<\s*>\s*(?:struct|class|union)\b[^;{(]{0,500}[;{])/;

/** Whether it has a macro that can paste `template` together: of nothing but what it is given, or parts of that word. */
function pastesAnything(directives: string): boolean {
  if (directives.includes('__CONCAT')) return true;
  return [...directives.matchAll(/#\s*define\s+\w+(?:\(([^)\n]*)\))?([^\n]*)/g)].some(
    ([, given = '', body = '']) => {
      const parameters = given.split(/\W+/);
      // From the beginning of a word: a long one would else be read anew from each of its letters.
      const pasted = [...body.matchAll(/\b\w+(?:\s*##\s*\w+)+/g)].map(([pieces]) => pieces.split(/\s*##\s*/));
      return pasted.some((pieces) =>
        pieces.every((piece) => parameters.includes(piece) || 'template'.includes(piece)),
      );
    },
  );
}

function withoutContent(token: string): string {
  const prefix = /^(\w*)["']/.exec(token)?.[1];
  return prefix === undefined ? '0' : `${prefix}""`;
}
