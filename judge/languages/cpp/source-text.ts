/** The text of a source as the compiler's first steps leave it, as far as that can be told without being the compiler. */

const splice = /\\[ \t\f\v\r\0]*\n/g;
/** It joins lines for some compilers' settings and not for others: which words are said then is anybody's guess. */
const trigraph = /\?\?\/[ \t\f\v\r\0]*\n/;
/**
 * Numbers, whose digits may be set apart by quotes; texts, raw and others; characters; comments. What does not end goes
 * to the end of its line or of the source, so that nothing is read twice.
 */
const numbersTextsAndComments = anyOf(
  /\b\d(?:'?[\w.])*/,
  /(?<!\w)(?:L|u8?|U)?R"([^()\\\s"]{0,16})\([\s\S]*?(?:\)\1"|$)/,
  /"(?:[^"\\\n]|\\.)*"?/,
  /'(?:[^'\\\n]|\\.)*'?/,
  /\/\/[^\n]*/,
  /\/\*[\s\S]*?(?:\*\/|$)/,
);

export function anyOf(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'g');
}

/** With joined lines, a blank for each comment, and its numbers, texts and characters as they are told. Null: anybody's guess. */
export function readText(source: Uint8Array, tell: (token: string) => string): string | null {
  const code = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString('latin1');
  if (trigraph.test(code)) return null;
  return code
    .replaceAll(splice, '')
    .replaceAll(numbersTextsAndComments, (token) => (token.startsWith('/') ? ' ' : tell(token)));
}
