/** The text of a source as the compiler's first steps leave it, as far as that can be told without being the compiler. */

const splice = /\\[ \t\f\v\r\0]*\n/g;
/**
 * What text begins or ends where is anybody's guess then. A trigraph joins lines for some compilers' settings and not
 * for others. A carriage return that ends no line may be told in a text. And what begins with a letter of another
 * alphabet, a dollar or a named character may be a word, or may not, and what stands behind a text may be its suffix, or
 * a macro: then `R"` and `1'` begin something else.
 */
const unclear = anyOf(
  /\?\?\/[ \t\f\v\r\0]*\n/,
  /\r(?!\n)/,
  /["'$\x80-\xff](?:L|u8?|U)?R"[^()\\\s]{0,16}\(/,
  /(?:[$\x80-\xff]|\\[uU])[\w.+-]*'/,
);
const rawText = /(?<!\w)(?:L|u8?|U)?R"([^()\\\s]{0,16})\([\s\S]*?(?:\)\1"|$)/;
/**
 * Numbers, whose digits or letters may be set apart by quotes; texts, raw and others; characters; comments. What does not end goes
 * to the end of its line or of the source, so that nothing is read twice.
 */
const numbersTextsAndComments = anyOf(
  /\b\d(?:[eEpP][+-]|\.|'?\w)*/,
  rawText,
  /"(?:[^"\\\n]|\\.)*"?/,
  /'(?:[^'\\\n]|\\.)*'?/,
  /\/\/[^\n]*/,
  /\/\*[\s\S]*?(?:\*\/|$)/,
);

export function anyOf(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'g');
}

/**
 * A directive may ask by `__has_include`, however that word is made, for a header in whose name nothing is a comment, a
 * text or an escaped quote. Where a macro is defined nothing is asked yet. No source has the signs that stand for these.
 */
const maybeHeaderName = /(?<![^\n])[ \t\f\v\r…†]*(?:#|%:)(?![ \t\f\v\r…]*define\b)[^\n]*?(?:†|<[^\n<>…†]*…)/;

function mayNameHeader(joined: string): boolean {
  const marked = joined.replaceAll(numbersTextsAndComments, (token) => {
    if (/^\d/.test(token)) return '0';
    return token.startsWith('"') && token.includes('\\"') ? '†' : '…';
  });
  return maybeHeaderName.test(marked);
}

/** With joined lines, a blank for each comment, and its numbers, texts and characters as they are told. Null: anybody's guess. */
export function readText(source: Uint8Array, tell: (token: string) => string): string | null {
  const code = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString('latin1');
  const joined = code.replaceAll(splice, '');
  if ([code, joined].some((each) => each.search(unclear) >= 0)) return null;
  // In a raw text lines are not joined.
  if (joined !== code && rawText.test(joined)) return null;
  if (mayNameHeader(joined)) return null;
  return joined.replaceAll(numbersTextsAndComments, (token) => (token.startsWith('/') ? ' ' : tell(token)));
}
