/** One for every way a run can end. */

import { words } from '#contract/words.ts';
import { programsOfBoth } from '../gnu/known-programs.ts';
import type { KnownProgram } from '../known-programs.ts';
import { knownEndings } from '../known-ways.ts';

const cHeaders = new Map([
  ['stdio', 'cstdio'],
  ['stdlib', 'cstdlib'],
  ['string', 'cstring'],
]);

const { endings, divisionByZero } = programsOfBoth({
  sourceName: 'main.cpp',
  header: (name) => cHeaders.get(name) ?? `${name}.h`,
});

export const knownPrograms: readonly KnownProgram[] = [
  ...knownEndings('cpp', {
    ...endings,
    'an error in words of its own, made of the input': {
      code: `#include <stdexcept>\nstruct Secret : std::runtime_error { using runtime_error::runtime_error; };\n${main(
        'char s[9]; fgets(s, 9, stdin); throw Secret(s);',
      )}`,
      reason: words('uncaught_exception', { exception: null }),
    },
  }),
  divisionByZero,
  {
    name: 'one allocation beyond all measure, by new',
    code: main('volatile size_t n = 1ull << 45; char* p = new char[n]; p[n / 2] = 1; return p[n / 3];'),
    status: 'Memory Limit Exceeded',
    reason: words('refused_memory'),
  },
  {
    name: 'an exception of the library',
    code: main('std::vector<int> v(3); return v.at(7);', 'vector'),
    status: 'Runtime Error',
    reason: words('uncaught_exception', { exception: 'std::out_of_range' }),
  },
];

function main(body: string, ...headers: string[]): string {
  const includes = ['cstdio', ...headers].map((header) => `#include <${header}>\n`).join('');
  return `${includes}int main() { ${body} }\n`;
}
