/**
 * Whole programs put together from fragments by chance: includes, what is said in front of them and behind them, the
 * fragments in some order, and a main that uses each.
 */
import type { Random } from '#harness/random.ts';
import { includesOf } from './top-of-file.ts';

/** A part of a program that is right by itself, and can stand beside every other. */
export interface Fragment {
  /** The headers it needs, beside <iostream>. */
  headers: string;
  /** What stands at namespace scope. TYPE is a type of numbers, the same all through the fragment. */
  text: string;
  /** Statements of main, which has an `int n` and adds up a `long long total`. */
  use: string;
}

export function fragment(headers: string, text: string, use: string): Fragment {
  return { headers, text, use };
}

export interface Surroundings {
  /** Lines in front of the includes, directly behind them, and at the end of the file. */
  before?: string;
  behind?: string;
  end?: string;
}

const numberTypes = ['int', 'long long', 'double', 'unsigned', 'short', 'char', 'float'];

export function assemble(
  random: Random,
  fragments: readonly Fragment[],
  { before = '', behind = '', end = '' }: Surroundings = {},
): string {
  const parts = random.shuffle(fragments).map(({ headers, text, use }) => {
    const type = random.pick(numberTypes);
    const fill = (code: string) => code.replace(/\bTYPE\b/g, type);
    return { headers, text: fill(text), use: fill(use) };
  });
  const texts = parts.map(({ text }) => text);
  const using = random.chance(0.4) ? 'using namespace std;\n' : '';
  const uses = parts.map(({ use }) => `  { ${use} }\n`).join('');
  const main = `int main(int n, char**) {\n  long long total = n;\n${uses}  std::cout << total << '\\n';\n}\n`;
  // What stands behind main is not declared yet where main uses it.
  const rest = random.chance(0.04) ? texts.splice(random.below(texts.length + 1)) : [];
  const includes = includesOf(headersFor(random, parts));
  return [before, includes, behind, using, ...texts, main, ...rest, end].join('');
}

/** All at once, as most contestants do, or each by name, in any order. */
function headersFor(random: Random, fragments: readonly Fragment[]): string[] {
  const named = fragments.flatMap(({ headers }) => headers.split(' ').filter((name) => name !== ''));
  if (random.chance(0.35)) return ['bits/stdc++.h', ...named.filter((name) => name.startsWith('ext/'))];
  const usual = random.chance(0.5) ? ['vector', 'algorithm'] : [];
  return random.shuffle([...new Set(['iostream', ...usual, ...named])]);
}

export function someOf<T>(random: Random, list: readonly T[], most: number): T[] {
  return random.shuffle(list).slice(0, random.below(most) + 1);
}
