import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  chooseSet,
  headerSets,
  includesUnguardedOnce,
  leadingHeaders,
  mayReadUnknownHeader,
} from './headers.ts';

function leading(source: string): string[] {
  return [...leadingHeaders(Buffer.from(source))];
}
function chosen(source: string): readonly string[] | undefined {
  return chooseSet(Buffer.from(source), headerSets)?.headers;
}

describe('headers at the top of a source', () => {
  test.each<[string, string, string[]]>([
    ['one', '#include <iostream>\nint main(){}', ['iostream']],
    ['several', '#include <cstdio>\n#include <vector>\nusing namespace std;', ['cstdio', 'vector']],
    ['odd spacing and CRLF', '  #  include<map>  \r\n\r\n#include\t<set>\r\n', ['map', 'set']],
    ['comments', '// hello\n/* a\n b */ #include <map> // why\n#include <set> /* x */\n', ['map', 'set']],
    ['a byte-order mark', '\ufeff#include <map>\n', ['map']],
    ['an own header stops it', '#include "my.h"\n#include <map>\n', []],
    ['a macro stops it', '#include <map>\n#define int long long\n#include <set>\n', ['map']],
    ['a pragma stops it', '#pragma GCC optimize("O3")\n#include <bits/stdc++.h>\n', []],
    ['code on the line stops it', '#include <map> int x;\n', []],
    ['a commented include is none', '// #include <map>\n/* #include <set> */\nint main(){}', []],
    ['a comment that goes on by a backslash stops it', '// why \\\n#include <map>\n', []],
    ['also with blanks behind the backslash', '// C:\\ \t\f\v\n#include <cmath>\n#include <map>\n', []],
    ['also before a carriage return', '// C:\\ \r\n#include <cmath>\r\n', []],
    ['a backslash elsewhere does not', '// C:\\x\n#include <map>\n', ['map']],
    ['an include of two lines stops it', '#include <map>\n#in\\\nclude <set>\n', ['map']],
    ['a comment that is closed across lines stops it', '/* x *\\\n/ #include <map>\n', []],
    ['a directive goes on behind a comment', '#include <map> /*\n*/ #include <cmath>\n', ['map']],
    ['a carriage return within a line stops it', '// x\r#include <map>\n#include <set>\n', []],
    ['a form feed stops it', '#include <map>\n\f\n#include <set>\n', ['map']],
    ['a blank of another kind stops it', '#include <map>\n\xa0\n#include <set>\n', ['map']],
    ['an unknown header stops it', '#include <map>\n#include <sys/param.h>\n#include <set>\n', ['map']],
    ['a path stops it', '#include <map>\n#include <../include/math.h>\n#include <set>\n', ['map']],
    ['another sign for # stops it', '#include <map>\n%:include <set>\n#include <list>\n', ['map']],
    ['a comment that might go on stops it', '// really??/\n#include <map>\n', []],
    ['modules stop it', 'import <map>;\n#include <set>\n', []],
    ['an unfinished comment', '/* #include <map>\n#include <set>\n', []],
    ['a macro as a name stops it', '#include HEADER\n#include <map>\n', []],
    ['nothing', '', []],
    ['junk', '\0\x01\xff', []],
  ])('%s', (_, source, expected) => expect(leading(source)).toEqual(expected));
});

describe('the set that is used', () => {
  test.each<[string, string, string[] | undefined]>([
    ['bits/stdc++.h', '#include <bits/stdc++.h>\n', ['bits/stdc++.h']],
    ['bits/stdc++.h among others', '#include <iostream>\n#include <bits/stdc++.h>\n', ['bits/stdc++.h']],
    ['in any order', '#include <vector>\n#include <map>\n#include <iostream>\n', ['iostream', 'vector']],
    ['only what the program includes', '#include <iostream>\n#include <ctime>\n', ['iostream']],
    ['no costly header', '#include <cstdio>\n#include <cstring>\n', undefined],
    ['no header', 'int main(){}', undefined],
  ])('%s', (_, source, expected) => expect(chosen(source)).toEqual(expected));
});

describe('bits/stdc++.h, which has no guard,', () => {
  const top = '#include <bits/stdc++.h>\n';
  test.each<[string, string]>([
    ['is all there is', top],
    ['comes with others', `${top}#include <ext/pb_ds/assoc_container.hpp>\n#include <vector>\nint main() {}`],
    ['is in a comment too', `${top}// ${top}/* ${top} */ int main() {}`],
    [
      'comes with questions and texts in directives',
      `${top}#if __has_include("debug.h") && 1 < 2\n#include "debug.h"\n#endif\n#define say(x) cerr << #x << " > " << x\n`,
    ],
    ['comes with what is not there', `${top}#ifdef LOCAL\n#include "debug.h"\n#endif\nint main() {}`],
    [
      'comes with words alike',
      `${top}int include = 1; bool all = includes(a, b, c, d); struct important {};`,
    ],
  ])('is read once where it %s', (_, source) => {
    expect(includesUnguardedOnce(Buffer.from(source))).toBe(true);
    expect(chosen(source)).toEqual(['bits/stdc++.h']);
  });

  test.each<[string, string]>([
    ['again', top],
    ['in quotes', '#include "bits/stdc++.h"\n'],
    ['by another path', '#include <./bits/stdc++.h>\n'],
    ['by a long path', '#include <../12/x/../bits/unknown>\n'],
    ['from the root', '#include "/usr/include/x"\n'],
    ['by import', '#import <bits/stdc++.h>\n'],
    ['by the next of it', '#include_next <bits/stdc++.h>\n'],
    ['by a macro', '#define HEADER <map>\n#include HEADER\n'],
    ['by one that includes it', '#include <bits/extc++.h>\n'],
    ['by itself', '#include "main.cpp"\n'],
    ['by a name of itself', '#include __FILE__\n'],
    ['by another sign for #', '%:include <bits/stdc++.h>\n'],
    ['in joined lines', '#inc\\\nlude <bits/std\\  \nc++.h>\n'],
    ['with comments between', '# /* x */ include /* y */ <bits/stdc++.h>\n'],
    ['behind a text that ends', 'const char* s = "/*";\n#include <bits/stdc++.h>\n// */\n'],
    [
      'behind what only looks like a comment',
      '#if __has_include(<x/*y>)\n#endif\n#include <bits/stdc++.h>\n// */\n',
    ],
    ['where it is a guess', '// why??/\n#include <bits/stdc++.h>\n'],
    ['behind a raw text of joined lines', 'auto s = R"a()\\\na" /* )a";\n#include <bits/stdc++.h>\n// */\n'],
    ['behind a raw text between quotes', 'auto s = R"a"b( /* )a"b";\n#include <bits/stdc++.h>\n// */\n'],
    [
      'behind a question with an escaped quote that is none',
      '/* x */ # if __has_include("a\\") // ")\n#endif\n#include <bits/stdc++.h>\n',
    ],
    [
      'behind a question about a header, in a word that is pasted',
      '#define P(a, b) a##b\n#if P(__has_, include)(<x/*y>)\n#endif\n#include <bits/stdc++.h>\n// */\n',
    ],
    ['behind the suffix of a text', '#if 0\n"a"R"(a"b)"/*"\n#endif\n#include <bits/stdc++.h>\n// */\n'],
    ['behind what may be a word', '#if 0\n$R"(a"b)"/*"\n#endif\n#include <bits/stdc++.h>\n// */\n'],
    ['behind a word of other letters', '#if 0\näR"(a"b)"/*"\n#endif\n#include <bits/stdc++.h>\n// */\n'],
    ['behind one of two lines', '#if 0\nä\\\nR"(a"b)"/*"\n#endif\n#include <bits/stdc++.h>\n// */\n'],
    ['behind what may be a number', "#if 0\n$1'a' '/*'\n#endif\n#include <bits/stdc++.h>\n// */\n"],
    ['behind a number with a sign', "#if 0\n1e+a'b '/*'\n#endif\n#include <bits/stdc++.h>\n// */\n"],
    ['behind a carriage return', '#if 0\n"\\\r" "/*"\n#endif\n#include <bits/stdc++.h>\n// */\n'],
    ['in a text, to be safe', 'auto s = R"(#include <bits/stdc++.h>)";\n'],
  ])('is not taken for read once when it is included %s', (_, rest) => {
    expect(includesUnguardedOnce(Buffer.from(top + rest))).toBe(false);
    expect(chosen(top + rest)).toBeUndefined();
  });

  test('is not taken for read once beside files that may include it', () => {
    expect(chooseSet(Buffer.from(top), headerSets, true)).toBeNull();
  });
});

describe('a header of the compiler’s that nobody has looked at', () => {
  const folder = mkdtempSync(join(tmpdir(), 'minos-headers-'));
  mkdirSync(join(folder, 'sys'));
  for (const file of ['link.h', 'sys/odd.h']) writeFileSync(join(folder, file), '');
  afterAll(() => rmSync(folder, { recursive: true }));
  const mayRead = (lines: string) =>
    mayReadUnknownHeader(Buffer.from(`#include <bits/stdc++.h>\n${lines}\nint main() {}\n`), [folder]);

  test.each([
    ['#include <link.h>'],
    ['#include "sys/odd.h"'],
    ['#include "main.cpp"'],
    ['#import "./main.cpp"'],
    ['#ifdef LOCAL\n#include <link.h>\n#endif'],
    ['#define HEADER <link.h>\n#include HEADER'],
    ['%:include <link.h>'],
    ['#include_next <link.h>'],
    ['#import <link.h>'],
    ['# include /* of ELF */ <link.h>'],
    ['#inclu\\\nde <link.h>'],
    ['#include <sys/../link.h>'],
    ['#include "/usr/include/link.h"'],
    ['#define tr1 chrono\n#include <ext/rope>'],
    ['%:undef CHAR_MAX\n#include <ext/rope>'],
    ['#pragma pop_macro("assert")\n#include "vector"'],
  ])('is noticed: %s', (lines) => expect(mayRead(lines)).toBe(true));

  test.each([
    ['#include <vector>\n#include "map"\n#include <unistd.h>'],
    ['#define rep(i, n)\n#ifdef LOCAL\n#include "debug.h"\n#endif'],
    ['// #include <link.h>'],
  ])('is not seen in what has none: %s', (lines) => expect(mayRead(lines)).toBe(false));
});
