/** How sources begin: includes, and what may stand among them. Made by chance. */
import type { Random } from '#harness/random.ts';

/** Headers by how dear they are to compile, which decides how often they come. */
const cheapHeaders = ['cstdio', 'cstdlib', 'cstring', 'stdio.h', 'math.h', 'cmath', 'climits', 'cassert'];
const usualHeaders = ['iostream', 'vector', 'algorithm', 'string', 'map', 'set', 'queue', 'cmath'];
const rareHeaders = ['bits/stdc++.h', 'sys/param.h', 'complex.h', 'unistd.h', 'numeric', 'bits/extc++.h'];

export const headersUsed = [...new Set([...cheapHeaders, ...usualHeaders, ...rareHeaders])];

export function someHeaders(random: Random, most = 4): string[] {
  const count = random.below(most) + 1;
  return Array.from({ length: count }, () => {
    if (random.chance(0.04)) return random.pick(rareHeaders);
    return random.pick(random.chance(0.5) ? cheapHeaders : usualHeaders);
  });
}

export function includesOf(headers: readonly string[]): string {
  return headers.map((header) => `#include <${header}>\n`).join('');
}

/** Includes among what may hide one, undo one or change its meaning. */
export function topOfFile(random: Random): string {
  const lineEnd = random.chance(0.15) ? '\r\n' : '\n';
  const mark = random.chance(0.05) ? '\ufeff' : '';
  const pieces = Array.from({ length: random.below(5) + 1 }, () =>
    random.chance(0.6) ? includePiece(random) : otherPiece(random),
  );
  return mark + pieces.join('\n').replaceAll('\n', lineEnd) + lineEnd;
}

const blanks = [
  '',
  ' ',
  '  ',
  '\t',
  ' \t ',
  '\f',
  '\v',
  '/**/',
  '/* x */',
  '/*\n*/',
  '\\\n',
  '\\ \n',
  '\\\t\n',
];

function blank(random: Random): string {
  return random.chance(0.7) ? random.pick(['', ' ']) : random.pick(blanks);
}

function includePiece(random: Random): string {
  const [header = ''] = someHeaders(random, 1);
  const name = random.chance(0.93)
    ? `<${header}>`
    : random.pick([`"${header}"`, `<${header} >`, `< ${header}>`]);
  const sign = random.chance(0.95) ? '#' : random.pick(['%:', '??=', '#/**/', '#\\\n']);
  const word = random.chance(0.95)
    ? 'include'
    : random.pick(['in\\\nclude', 'in\\ \nclude', 'import', 'include_next']);
  const tail = random.chance(0.7)
    ? ''
    : random.pick([
        '// x',
        '// x\\',
        '// x\\ ',
        '// x\\\t',
        '/* x',
        '/* x */',
        '/*\n*/',
        '//*',
        ';',
        '\\',
        '\r',
        'x',
        '/',
      ]);
  return `${blank(random)}${sign}${blank(random)}${word}${blank(random)}${name}${blank(random)}${tail}`;
}

function otherPiece(random: Random): string {
  return random.pick([
    '',
    '// a comment',
    '// C:\\',
    '// C:\\ ',
    '// C:\\ \t ',
    '// C:\\\f',
    '// C:\\\v',
    '// really??/',
    '// lone\rreturn',
    '/* a comment */',
    '/* of two\nlines */',
    '/* with a line joined *\\\n/',
    '/* with a line joined *\\ \n/',
    '*/',
    '/*/ */',
    '/* // */',
    '// /*',
    '#define int long',
    '#define vector vektor',
    '#define NDEBUG',
    '#define _GLIBCXX_VECTOR',
    '#define INCLUDE <map>\n#include INCLUDE',
    '#undef NULL',
    '#pragma once',
    '#pragma GCC optimize("O3")',
    '#pragma GCC poison printf',
    '#pragma GCC system_header',
    '_Pragma("GCC optimize(\\"O1\\")")',
    '#if 0',
    '#if 1',
    '#ifdef ONLINE_JUDGE',
    '#else',
    '#endif',
    '#if __has_include(<map>)\n#include <map>\n#endif',
    '#line 7 "other.cpp"',
    'const char* raw = R"(\n#include <cmath>\n)";',
    'const char* text = "\\\n#include <cmath>\\\n";',
    'namespace n {\n}',
    'int early = 1;',
    'using namespace std;',
    'export module m;',
    'import <map>;',
    'int \\u0061;',
    '\ufeff',
    '\u00a0',
  ]);
}

/** Of each it is easy to mistake where it ends, and with it where a comment begins. */
const oddTexts = [
  '"/*"',
  "'/*'",
  '/*',
  '*/',
  '//',
  '"',
  "'",
  'R"(/*)"',
  'u8R"x(/*)x"',
  'R"(',
  'R"a()\\\na" /* )a"',
  'LR"(a"b)"/*"',
  'R"a"b( /* )a"b"',
  'R"\'(" /* )\'"',
  '$R"(a"b)"/*"',
  'äR"(a"b)"/*"',
  'ä\\\nR"(a"b)"/*"',
  '\u00a0R"( " /* )"',
  '\\u00e4R"(a"b)"/*"',
  'ERROR"(a"b)"/*"',
  "1'0",
  "1'000'/*'",
  "$1'a' '/*'",
  "ä1'a' '/*'",
  "1ä'a '/*'",
  "1e+a'b '/*'",
  "0x1p-1'0 '/*'",
  ".5'0 '/*'",
  "x1'a' '/*'",
  '"\\\r" "/*"',
  '"\\\\" "/*"',
  '"\\\n/*"',
  '// \\\n /*',
  '// \\ \n /*',
  '// \\\r \n /*',
  '// why??/\n /*',
  '/\\\n* ',
  '*\\\n/',
  '<a/*b>',
  '#include <a/*b>',
  "#error it's /*",
  '#pragma "/*',
  'é',
  '\f',
  '\v',
] as const;

/** What asks for a header may name one with what looks like a comment or a text. */
const questions = [
  '#if __has_include(<a/*b>)\n#endif',
  '#if __has_include(<a//b>) /*\n#endif',
  '/**/ # if __has_include("a\\" /* ")\n#endif',
  "#if __has_include(<a'b>)\n#endif",
  '#define P(a, b) a##b\n%:if P(__has_, include)(<a/*b>)\n#endif',
  '#define H __has_include\n#if H(<a"b>)\n#endif',
] as const;

const crumbs = `" ' R" u8R" L" ( ) a" a R ä $ 1 0x1e+ 1' .5 _ \\ \\" /* */ // / * < > # % ; \\u00e4`.split(
  ' ',
);
const ends = [' ', '\n', '\\\n', '\\ \n', '\n#', '\n#define X '] as const;

/** Texts and comments that begin and end anywhere. */
function soup(random: Random): string {
  const count = random.below(14) + 1;
  return Array.from({ length: count }, () => random.pick(random.chance(0.8) ? crumbs : ends)).join('');
}

/** <bits/stdc++.h> once more behind such texts, or in a comment: to read it again makes `assert` another. */
export function readAgain(random: Random): string {
  const odd = () => (random.chance(0.4) ? soup(random) : random.pick(oddTexts));
  const texts = Array.from({ length: random.below(4) + 1 }, odd).join(random.pick(['', ' ', '\n']));
  const behind = random.pick([
    `#if 0\n${texts}\n#endif\n`,
    `#if 0\n${texts}\n#endif\n`,
    `${random.pick(questions)}\n`,
    `const char* text = ${random.pick(oddTexts)};\n`,
  ]);
  const again = '#define NDEBUG\n#include <bits/stdc++.h>\n';
  const end = random.pick(['// */\n', '// */ )a" )" )x"\n', '// "\n', "// '\n", '']);
  const main = 'int main() { int told = 0; assert((told = 1)); std::cout << told; }\n';
  return `#include <bits/stdc++.h>\n${behind}${again}${end}${main}`;
}
