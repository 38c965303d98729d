/**
 * Parts of the standard library that its headers mention and hardly a contestant's program touches. What the headers
 * leave pending of them is left out when a header is precompiled (precompile/leave-out-pending.cpp); a source that may
 * touch one is compiled without such a header.
 */

import { mayChangeLibrary } from './library-changes.ts';
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
      /wchar|WCHAR|wint_t|char(8|16|32)_t|codecvt|wbuffer|wstring|wrope|u(8|16|32)(string|streampos)/,
      /\bw\w*(ios|stream|buf)|\bw(cin|cout|cerr|clog|format|regex|[cs](match|regex|sub))/,
      // Functions of C that take or return them: by those a type can be had without its name.
      /operator\s*""\s*sv?\b|wcs|wmem|wcp|wcr?to|wcwidth|mb\w*to|[a-z]wc\b|[a-z]wc_|f(get|put)ws|w(printf|scanf)|c(8|16|32)rtomb/,
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
    // Times are what programs use themselves, as templates; all but these may go through functions that are none.
    templates: ['chrono'],
    words: [
      /chrono/,
      anyOf(
        /_time_t|hh_mm|year|month|weekday|_days|local_|literals|clock_cast|file_clock/,
        /chrono(?!\s*::\s*((steady|system|high_resolution)_clock|duration(_cast)?|((nano|micro|milli)?seconds|minutes|hours))\b)/,
      ),
    ],
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
 * Whether the program may use one of the parts. Naming a header is not using it, nor is a word in a text. One that does
 * without the word mostly does not link (see precompile/leave-out-pending.cpp), but not always: the library has some of these
 * functions itself.
 */
export function mayTouchFarParts(source: Uint8Array): boolean {
  const text = readText(source, withoutContent)?.replaceAll(includeLine, ' #');
  if (text === undefined) return true;
  return sensitive.test(text) || farParts.some(isSaidIn(text)) || mayChangeLibrary(text);
}

function withoutContent(token: string): string {
  const prefix = /^(\w*)["']/.exec(token)?.[1];
  return prefix === undefined ? '0' : `${prefix}""`;
}
