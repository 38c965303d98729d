/**
 * Which precompiled headers exist, and which of them a program may use.
 *
 * A compiler can load one precompiled header, before anything else. Loading one that holds exactly headers which
 * the program itself includes first thing changes nothing but the time: its own includes find their guards set. So
 * the includes at the top of the source are read, and the largest set that lies within them is chosen. A header
 * that the program does not include is never forced on it: `int y1;` is fine without <cmath>, an error with it.
 */

export interface HeaderSet {
  /** File name of the set: the header that holds its includes, and with `.gch` its precompiled form. */
  file: string;
  headers: readonly string[];
}

/**
 * Largest first, so that the first that fits is the best. Sizes were measured with g++ 12 on x86-64 and bound the
 * disk: about 450 MB together. <cstdio>, <cstring> and other C headers alone are parsed faster than a precompiled
 * form is loaded, and are here only beside costly ones.
 */
export const headerSets: readonly HeaderSet[] = [
  headerSet('bits/stdc++.h'), // 124 MB
  headerSet('iostream', 'vector', 'algorithm', 'string', 'map', 'set', 'queue'), // 44 MB
  headerSet('iostream', 'vector', 'algorithm'), // 38 MB
  headerSet('iostream', 'cmath'), // 36 MB
  headerSet('iostream', 'algorithm'), // 34 MB
  headerSet('iostream', 'vector'), // 32 MB
  headerSet('iostream'), // 28 MB
  headerSet('cstdio', 'vector', 'algorithm'), // 24 MB
  headerSet('string'), // 21 MB
  headerSet('cstdio', 'algorithm'), // 18 MB
  headerSet('algorithm'), // 18 MB
  headerSet('cmath'), // 17 MB
  headerSet('vector'), // 16 MB
  headerSet('map'), // 15 MB
];

function headerSet(...headers: string[]): HeaderSet {
  return { file: `${headers.join('+').replaceAll('/', '-')}.h`, headers };
}

export function setText(set: HeaderSet): string {
  return set.headers.map((header) => `#include <${header}>\n`).join('');
}

/** The best of `available` that holds nothing but headers from the top of the source, or null. */
export function chooseSet(source: Uint8Array, available: readonly HeaderSet[]): HeaderSet | null {
  const included = leadingHeaders(source);
  return available.find((set) => set.headers.every((header) => included.has(header))) ?? null;
}

const includeLine = /^[ \t]*#[ \t]*include[ \t]*<([A-Za-z0-9_+./-]+)>[ \t]*$/;

/**
 * Standard headers that are included before anything else but comments. Reading stops at the first line that is
 * not plainly one of these: a macro or a pragma before an include may change what the include means.
 */
export function leadingHeaders(source: Uint8Array): Set<string> {
  const headers = new Set<string>();
  let inComment = false;
  for (const line of linesOf(source)) {
    // A backslash at the end joins the next line to this one: too rare to follow.
    if (line.endsWith('\\')) break;
    const stripped = stripComments(line, inComment);
    inComment = stripped.inComment;
    if (stripped.text.trim() === '') continue;
    const header = includeLine.exec(stripped.text)?.[1];
    if (header === undefined) break;
    headers.add(header);
  }
  return headers;
}

function* linesOf(source: Uint8Array): Generator<string> {
  const text = Buffer.from(source.buffer, source.byteOffset, Math.min(source.byteLength, 64 * 1024)).toString(
    'latin1',
  );
  const withoutMark = text.startsWith('\xef\xbb\xbf') ? text.slice(3) : text;
  // The last line may be cut by the bound above, and a cut include line is no include line.
  for (const line of withoutMark.split('\n')) yield line.replace(/\r$/, '');
}

function stripComments(line: string, startsInComment: boolean): { text: string; inComment: boolean } {
  let text = '';
  let rest = line;
  let inComment = startsInComment;
  while (rest !== '') {
    if (inComment) {
      const end = rest.indexOf('*/');
      if (end < 0) return { text, inComment };
      inComment = false;
      text += ' ';
      rest = rest.slice(end + 2);
    } else {
      const open = /\/[/*]/.exec(rest);
      if (open === null) return { text: text + rest, inComment };
      text += rest.slice(0, open.index);
      if (open[0] === '//') return { text, inComment };
      inComment = true;
      rest = rest.slice(open.index + 2);
    }
  }
  return { text, inComment };
}
