/** One for every way a run can end. */

import { words } from '#contract/words.ts';
import { knownToBoth } from '../gnu/known-programs.ts';
import type { KnownProgram } from '../known-programs.ts';

const cHeaders = new Map([
  ['stdio', 'cstdio'],
  ['stdlib', 'cstdlib'],
  ['string', 'cstring'],
]);

export const knownPrograms: readonly KnownProgram[] = [
  ...knownToBoth({ sourceName: 'main.cpp', header: (name) => cHeaders.get(name) ?? `${name}.h` }),
  {
    name: 'one allocation beyond all measure, uncaught',
    code: main('volatile size_t n = 1ull << 45; char* p = new char[n]; p[n / 2] = 1; return p[n / 3];'),
    status: 'Memory Limit Exceeded',
  },
  {
    name: 'an exception out of main',
    code: main('std::vector<int> v(3); return v.at(7);', 'vector'),
    status: 'Runtime Error',
    reason: words('uncaught_exception', { exception: 'std::out_of_range' }),
  },
];

function main(body: string, ...headers: string[]): string {
  const includes = ['cstdio', ...headers].map((header) => `#include <${header}>\n`).join('');
  return `${includes}int main() { ${body} }\n`;
}
