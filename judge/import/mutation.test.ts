/** What no table of cases can list: an archive with any bytes changed is refused, or still says what it said. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planTests } from './formats/minos.ts';
import { ArchiveRefused } from './refusal.ts';
import { withArchive } from './testing/archive-on-disk.ts';
import { writeZip } from './testing/zip-writer.ts';

const originals = [
  writeZip([
    { name: '1.in', content: 'one two three\n'.repeat(20) },
    { name: '1.out', content: '3\n', stored: true },
    { name: '2.in', content: 'four\n', dataDescriptor: true },
    { name: '2.out', content: '1\n' },
    {
      name: 'minos.yaml',
      content: 'groups: [{name: a, points: 1, tests: 1}, {name: b, points: 3, tests: 2}]',
      stored: true,
    },
  ]),
  writeZip(
    [
      { name: '1.in', content: 'x\n', zip64: true },
      { name: '1.out', content: 'y\n', zip64: true },
    ],
    { zip64: true },
  ),
];

/** Everything that would be stored, or null when the archive is refused; any other error fails the test. */
async function importAll(zip: Buffer): Promise<unknown> {
  try {
    return await withArchive(zip, async (archive) => {
      const { ignored: _ignored, ...plan } = await planTests(archive);
      const contents = [];
      for (const { input, answer } of plan.tests) {
        for (const entry of [input, answer]) {
          contents.push(Buffer.concat(await Array.fromAsync(archive.read(entry))).toString('latin1'));
        }
      }
      return { plan, contents };
    });
  } catch (error) {
    if (error instanceof ArchiveRefused) return null;
    throw error;
  }
}

test.each(originals.map((zip, index) => ({ zip, index })))(
  'archive $index with any one byte changed is refused or gives the same tests',
  async ({ zip }) => {
    const original = await importAll(zip);
    expect(original).not.toBeNull();
    for (let at = 0; at < zip.length; at++) {
      for (const flip of [0x01, 0xff]) {
        const mutated = Buffer.from(zip);
        mutated[at] = (mutated[at] ?? 0) ^ flip;
        const outcome = await importAll(mutated);
        if (outcome !== null) expect(outcome, `byte ${at} ^ ${flip}`).toEqual(original);
      }
    }
  },
);

test('archives with many bytes changed, cut, repeated or dropped never crash the import', async () => {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    bytes: fc.uint8Array({ maxLength: 8 }),
    drop: fc.constantFrom(0, 0, 1, 2, 4, 8, 50),
  });
  const changes = fc.array(change, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...originals),
      changes,
      fc.boolean(),
      async (original, list, inPlace) => {
        let zip = original;
        for (const { at, bytes, drop } of list) {
          const from = Math.floor(at * zip.length);
          const rest = zip.subarray(from + (inPlace ? bytes.length : drop));
          zip = Buffer.concat([zip.subarray(0, from), bytes, rest]);
        }
        await importAll(zip);
      },
    ),
    { numRuns: 400 },
  );
});
