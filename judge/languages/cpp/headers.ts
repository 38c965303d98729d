/**
 * Which precompiled headers exist, and which of them a program may use.
 *
 * A compiler can load one precompiled header, before anything else. Loading one that holds exactly headers which
 * the program itself includes first thing changes nothing but the time: its own includes find their guards set. So
 * the includes at the top of the source are read, and the largest set that lies within them is chosen. A header
 * that the program does not include is never forced on it: `int y1;` is fine without <cmath>, an error with it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from './source-text.ts';

export interface HeaderSet {
  /** File name of the set: the header that holds its includes, and with `.gch` its precompiled form. */
  file: string;
  headers: readonly string[];
}

/**
 * Largest first, so that the first that fits is the best. Sizes were measured with g++ 12 on x86-64 and bound the
 * disk: about 500 MB together. <cstdio>, <cstring> and other C headers alone are parsed faster than a precompiled
 * form is loaded, and are here only beside costly ones.
 */
export const headerSets: readonly HeaderSet[] = [
  headerSet('bits/stdc++.h'), // 133 MB
  headerSet('iostream', 'vector', 'algorithm', 'string', 'map', 'set', 'queue'), // 47 MB
  headerSet('iostream', 'vector', 'algorithm'), // 41 MB
  headerSet('iostream', 'cmath'), // 40 MB
  headerSet('iostream', 'algorithm'), // 36 MB
  headerSet('iostream', 'vector'), // 34 MB
  headerSet('iostream'), // 31 MB
  headerSet('cstdio', 'vector', 'algorithm'), // 24 MB
  headerSet('string'), // 24 MB
  headerSet('cstdio', 'algorithm'), // 18 MB
  headerSet('algorithm'), // 18 MB
  headerSet('cmath'), // 18 MB
  headerSet('vector'), // 16 MB
  headerSet('map'), // 15 MB
];

function headerSet(...headers: string[]): HeaderSet {
  return { file: `${headers.join('+').replaceAll('/', '-')}.h`, headers };
}

/**
 * It has no guard of its own: where a program includes it behind its precompiled form, the compiler reads all of its two
 * hundred files to find their guards, a tenth of the time that a small program takes. So it is precompiled by `#import`,
 * after which the compiler does not read it again, and is used for programs that do not want it to.
 */
const unguarded = 'bits/stdc++.h';

export function setText(set: HeaderSet): string {
  return set.headers.map((header) => `#include <${header}>\n`).join('');
}

/** What is precompiled. */
export function textToPrecompile(set: HeaderSet): string {
  return setText(set).replace(`#include <${unguarded}>`, `#import <${unguarded}>`);
}

/**
 * The best of `available` that holds nothing but headers from the top of the source, or null. `hasOwnFiles`: others lie
 * beside the source, which may include whatever they like.
 */
export function chooseSet(
  source: Uint8Array,
  available: readonly HeaderSet[],
  hasOwnFiles = false,
): HeaderSet | null {
  const included = leadingHeaders(source);
  const isReadOnce = included.has(unguarded) && !hasOwnFiles && includesUnguardedOnce(source);
  const fits = (header: string) => included.has(header) && (header !== unguarded || isReadOnce);
  return available.find((set) => set.headers.every(fits)) ?? null;
}

const includes = /(?:#|%:|\?\?=)\s*(?:include_next|include|import)(?!\w)[ \t]*(<[^<>\n]*>|"[^"\n]*")?/g;
/** Besides the header itself: two that include it, the source, and what may be either by another way. */
const maybeUnguarded = /stdc\+\+|extc\+\+|stdtr1c\+\+|main\.cpp|\.\.|^[<"]\//;

/**
 * Whether the source, if it begins with that header, does not include it again, nor anything that might be it. To read it
 * again means something: after `#define NDEBUG` it makes `assert` another.
 */
export function includesUnguardedOnce(source: Uint8Array): boolean {
  const text = readText(source, (token) => token);
  if (text === null) return false;
  const names = [...text.matchAll(includes)].map(([, name]) => name);
  return names.filter((name) => name === undefined || maybeUnguarded.test(name)).length === 1;
}

/**
 * Headers that mean the same in whatever order they are included, since none defines a macro that another asks for, nor
 * one that makes a word which matters to library-changes.ts: those of the language, of C, and of POSIX and GCC that
 * contestants use.
 */
export const orderFree: ReadonlySet<string> = new Set(
  `algorithm any array atomic barrier bit bitset charconv chrono codecvt compare complex concepts condition_variable
  coroutine deque exception execution filesystem forward_list fstream functional future initializer_list iomanip ios
  iosfwd iostream istream iterator latch limits list locale map memory memory_resource mutex new numbers numeric
  optional ostream queue random ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span
  sstream stack stdexcept stop_token streambuf string string_view syncstream system_error thread tuple type_traits
  typeindex typeinfo unordered_map unordered_set utility valarray variant vector version bits/stdc++.h
  cassert cctype cerrno cfenv cfloat cinttypes climits clocale cmath csetjmp csignal cstdarg cstddef cstdint cstdio
  cstdlib cstring ctime cuchar cwchar cwctype
  assert.h ctype.h errno.h fenv.h float.h inttypes.h limits.h locale.h math.h setjmp.h signal.h stdarg.h stddef.h
  stdint.h stdio.h stdlib.h string.h time.h uchar.h wchar.h wctype.h
  fcntl.h memory.h strings.h unistd.h sys/mman.h sys/resource.h sys/stat.h sys/time.h sys/types.h
  ext/pb_ds/assoc_container.hpp ext/pb_ds/tree_policy.hpp ext/rope immintrin.h x86intrin.h`.split(/\s+/),
);

/**
 * Whether the source may read a header that nobody has looked at here, and whose macros could make any word: one that is in
 * these folders of the compiler's, or one that the source does not plainly name. A header of one's own is not there. Or it
 * may read one that its own macros make another, or itself once more.
 */
export function mayReadUnknownHeader(source: Uint8Array, folders: readonly string[]): boolean {
  const text = readText(source, (token) => token);
  if (text === null) return true;
  const changing = text.search(changesMacros);
  return [...text.matchAll(includes)].some(({ index, 1: name = '' }) => {
    const path = name.slice(1, -1);
    if (orderFree.has(path)) return changing >= 0 && changing < index;
    const isPlain = folders.length > 0 && path !== '' && !otherWay.test(path);
    return !isPlain || folders.some((folder) => existsSync(join(folder, path)));
  });
}

/** To the source itself, or to whatever may be anywhere. */
const otherWay = /main\.cpp|\.\.|^\//;
const changesMacros = /(?:#|%:|\?\?=)\s*(?:define|undef|pragma)(?!\w)/;

const includeLine = /^[ \t]*#[ \t]*include[ \t]*<([A-Za-z0-9_+./-]+)>[ \t]*$/;
/** The next line is a part of this one, for GCC also with blanks behind the backslash. */
const splice = /(\\|\?\?\/)[ \t\f\v\r\0]*$/;
/** Bytes of which GCC has its own opinion: a carriage return that ends no line, a form feed, a NUL. */
const oddBytes = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * Standard headers that are included before anything else but comments. Reading stops at the first line that is not
 * plainly one of these, or does not plainly end: a macro or a pragma before an include may change what the include
 * means, and so may an unknown header.
 */
export function leadingHeaders(source: Uint8Array): Set<string> {
  const headers = new Set<string>();
  let inComment = false;
  for (const line of linesOf(source)) {
    if (splice.test(line) || oddBytes.test(line)) break;
    const stripped = stripComments(line, inComment);
    inComment = stripped.inComment;
    if (/^[ \t]*$/.test(stripped.text)) continue;
    const header = includeLine.exec(stripped.text)?.[1];
    if (header === undefined || !orderFree.has(header)) break;
    headers.add(header);
    // A directive goes on behind a comment of several lines.
    if (inComment) break;
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
