/** What no table of cases can list: a package with anything in it changed is understood or refused, and nothing else. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeKattisPackages } from '#harness/sample-packages/kattis.ts';
import { makeOtherPackages } from '#harness/sample-packages/others.ts';
import { findPackages } from '#judge/import/packages.ts';
import { ArchiveRefused } from '#judge/import/refusal.ts';
import { withArchive } from '#judge/import/testing/archive-on-disk.ts';
import { createTally } from '#judge/run/score.ts';

const samples = [...(await makeKattisPackages()), ...(await makeOtherPackages())];

type File = { readonly name: string; readonly content: string | Buffer };

/** Files that say something are changed more often than those of tests. */
const isSaying = ({ name }: File) => /\.(?:ya?ml|xml|ini|cpp|cc|h)$|GEN$/.test(name);

const oddTexts = [
  '',
  '-1',
  '0',
  '1e9',
  '999999999999999999999',
  'null',
  '~',
  '*a',
  '&a [*a]',
  '!!js/function "x"',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '\0',
  '\ufeff',
  '<!DOCTYPE x>',
  '<![CDATA[x]]>',
  '[[[[[[',
  '}',
  '- - - -',
  '%d%d%s',
  '٣',
];

const change = fc.record({
  kind: fc.constantFrom('drop', 'empty', 'cut', 'word', 'word', 'word', 'line', 'again', 'rename', 'swap'),
  file: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  text: fc.oneof(fc.constantFrom(...oddTexts), fc.string({ maxLength: 12 }), fc.nat().map(String)),
  saying: fc.boolean(),
});

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function apply(files: readonly File[], { kind, file, at, text, saying }: Change): File[] {
  const candidates = files.filter((each) => isSaying(each) || !saying);
  const changed = candidates[Math.floor(file * candidates.length)];
  if (!changed) return [...files];
  const others = files.filter((each) => each !== changed);
  const content = changed.content.toString();
  const place = Math.floor(at * content.length);
  const lines = content.split('\n');
  const line = Math.floor(at * lines.length);
  const write = (other: string): File[] => [...others, { ...changed, content: other }];
  switch (kind) {
    case 'drop':
      return others;
    case 'empty':
      return write('');
    case 'cut':
      return write(content.slice(0, place));
    case 'word': {
      const words = content.split(/(\W+)/);
      return write(words.with(Math.min(Math.floor(at * words.length), words.length - 1), text).join(''));
    }
    case 'line':
      return write(lines.toSpliced(line, 1).join('\n'));
    case 'again':
      return write([...lines.slice(0, line), ...lines.slice(line), ...lines.slice(line)].join('\n'));
    case 'rename':
      return [...others, { ...changed, name: `${changed.name.slice(0, place % 20)}${text || 'x'}` }];
    case 'swap': {
      const other = others[Math.floor(at * others.length)];
      if (!other) return others;
      const rest = others.filter((each) => each !== other);
      return [...rest, { ...changed, content: other.content }, { ...other, content: changed.content }];
    }
  }
}

/** Whether it is understood; any error but a refusal fails the test. */
async function isUnderstood(files: readonly File[]): Promise<boolean> {
  try {
    await withArchive(files, async (archive) => {
      for (const found of findPackages(archive)) {
        const plan = await found.format.plan(found.archive);
        createTally(plan);
        const read = [plan.statement, ...plan.texts, ...plan.solutions.map(({ file }) => file)];
        const ofTests = plan.tests.flatMap(({ input, answer }) => [input, answer]);
        for (const entry of [...read, ...ofTests, ...plan.checkerFiles.values()]) {
          if (entry) await Array.fromAsync(found.archive.read(entry));
        }
      }
    });
    return true;
  } catch (error) {
    if (error instanceof ArchiveRefused) return false;
    throw error;
  }
}

test.each(samples)('$folder with anything changed is understood or refused', async ({ entries }) => {
  expect(await isUnderstood(entries)).toBe(true);
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      await isUnderstood(changes.reduce<File[]>(apply, [...entries]));
    }),
    { numRuns: 150 },
  );
});
