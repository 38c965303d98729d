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
  if (sensitive.test(text) || farParts.some(isSaidIn(text))) return true;
  const directives = text.replaceAll('%:', '#');
  const macros = readMacros(directives);
  return pastesAnything(directives) || maySpecialise(text, macros) || mayAddToLibrary(text, macros);
}

/**
 * Whether the program may specialise a function. If the library's headers have used that function, it is a mistake; but one
 * that was left out looks as if nobody had. Only what plainly begins something else does not count: parameters, or a class.
 */
function maySpecialise(text: string, macros: Macros): boolean {
  if (otherThanParameters.test(text)) return true;
  const parameters = [...text.matchAll(/\btemplate[ \t]*<[ \t]*(\w+)/g)].map(([, word = '']) => word);
  if (parameters.some((word) => macros.has(word) || isMacroOfHeaders(word))) return true;
  const heads = [...text.matchAll(specialisedClass)].flatMap(([head]) => wordsOf(head));
  return bring(/\(/, heads, macros);
}

const classBehind = String.raw`\s*<\s*>\s*(?:struct|class|union)\b[^;{(]{0,500}[;{]`;
const specialisedClass = new RegExp(String.raw`\btemplate${classBehind}`, 'g');
const otherThanParameters = new RegExp(String.raw`\btemplate\b(?![ \t]*<[ \t]*\w|${classBehind})`);

/** What each is defined as, wherever it is. */
type Macros = ReadonlyMap<string, string>;

function readMacros(directives: string): Macros {
  const macros = new Map<string, string>();
  for (const [, name = '', body = ''] of directives.matchAll(/#\s*define\s+(\w+)([^\n]*)/g))
    macros.set(name, `${macros.get(name) ?? ''} ${body}`);
  return macros;
}

/** Macros of the library's own begin with an underscore, guards of some headers are capitals and underscores. */
function isMacroOfHeaders(word: string): boolean {
  return /^_|^[A-Z\d]+_[A-Z\d_]*$/.test(word);
}

/** Whether the words, as macros, bring such a thing. */
function bring(thing: RegExp, words: readonly string[], macros: Macros): boolean {
  const reached = new Set(words);
  for (const word of reached) {
    const body = macros.get(word) ?? '';
    if (thing.test(body)) return true;
    for (const next of wordsOf(body)) reached.add(next);
  }
  return false;
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\w+/g) ?? [];
}

/**
 * Whether the program may add templates to the library that the library's own would find: overloads, or classes that are
 * specialised for many types at once. What the headers leave pending is compiled otherwise then, or refused, even where
 * the program does not use it; of a part that was left out nobody would notice. What is added for one type does not
 * count, since whoever adds it says that type.
 */
function mayAddToLibrary(text: string, macros: Macros): boolean {
  if ([...macros.values()].some((body) => /\b(?:namespace|struct|class|union)\s*$/.test(body))) return true;
  const rest = text.replaceAll(/\busing\s+namespace\b[^;{}]{0,200};/g, '');
  const names = [...rest.matchAll(/\bnamespace\b\s*(\w*)\s*(::|\{|=)?/g)];
  const isClear = ([, name = '', behind]: string[]) => behind && !macros.has(name) && !name.startsWith('_');
  if (!names.every(isClear)) return true;
  const others = withoutSingleTypes(rest, macros);
  return /\bnamespace\s+std\b|\bstd\b(?!\s*::)/.test(others) || others.search(specialisesManyTypes) >= 0;
}

const specialisesManyTypes = anyOf(
  /\b(?:struct|class|union)(?<!\btemplate\s*<\s*>\s*\w+)\s+(?:::\s*)?\w+\s*::/,
  /[\w>]\s+std\s*::[\w\s:]{1,200}<[^;(){}=]{0,500}>\s*=(?!=)/,
);

/** Without each `namespace std { … }` in which there are no templates. */
function withoutSingleTypes(text: string, macros: Macros): string {
  const opening = /\bnamespace\s+std\b[\w\s:]{0,200}\{/g;
  let kept = '';
  let at = 0;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const end = endOfBlock(text, opening.lastIndex);
    const block = text.slice(opening.lastIndex, end);
    if (templateOrDirective.test(block) || bring(/\b(?:template|auto)\b|[{}]/, wordsOf(block), macros)) break;
    kept += text.slice(at, found.index);
    at = opening.lastIndex = end;
  }
  return kept + text.slice(at);
}

const templateOrDirective = /\btemplate\s*<\s*[^\s>]|\bauto\b[\s\w&*.]{0,200}[,)]|#|%:/;

/** Behind the brace that closes it. */
function endOfBlock(text: string, start: number): number {
  const braces = /[{}]/g;
  braces.lastIndex = start;
  for (let depth = 1; depth > 0; ) {
    const brace = braces.exec(text);
    if (brace === null) return text.length;
    depth += brace[0] === '{' ? 1 : -1;
  }
  return braces.lastIndex;
}

/**
 * Whether it has a macro that can paste one of these words together: of nothing but what it is given, or parts of the word.
 */
function pastesAnything(directives: string): boolean {
  if (directives.includes('__CONCAT')) return true;
  return [...directives.matchAll(/#\s*define\s+\w+(?:\(([^)\n]*)\))?([^\n]*)/g)].some(
    ([, given = '', body = '']) => {
      if (body.includes('__VA_OPT__') && body.includes('##')) return true;
      const parameters = [...given.split(/\W+/), '__VA_ARGS__'];
      // From the beginning of a word: a long one would else be read anew from each of its letters.
      const pasted = [...body.matchAll(/\b\w+(?:\s*##\s*\w+)+/g)].map(([pieces]) => pieces.split(/\s*##\s*/));
      return pasted.some((pieces) =>
        ['template', 'namespace', 'std'].some((word) =>
          pieces.every((piece) => parameters.includes(piece) || word.includes(piece)),
        ),
      );
    },
  );
}

function withoutContent(token: string): string {
  const prefix = /^(\w*)["']/.exec(token)?.[1];
  return prefix === undefined ? '0' : `${prefix}""`;
}
