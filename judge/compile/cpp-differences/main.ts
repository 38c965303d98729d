/**
 * `npm run test:compile-differences -- [COUNT [SEED [FIRST [STANDARD]]]]`: COUNT programs by chance, the known ones,
 * those for which a shortcut once was wrong and those of the hostile suite, compiled in each standard (or in STANDARD alone, `gnu++17`) with and without every shortcut.
 * Prints each difference, and why a shortcut is not taken on this machine, and ends with 1 if there was any.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { headerSets } from '../../languages/cpp/headers.ts';
import { openToolchain, standards } from '../../languages/cpp/toolchain.ts';
import { openSandbox } from '../../sandbox/sandbox.ts';
import { checkPrograms } from './check.ts';
import { checkReading, checkReadOnce } from './reading.ts';

const [count = 3000, seed = Date.now() % 1_000_000, first = 0] = process.argv.slice(2, 5).map(Number);
const [, , , , , wanted] = process.argv;
const chosen = standards.filter((standard) => wanted === undefined || standard === wanted);
if (chosen.length === 0) throw new Error(`STANDARD is one of ${standards.join(', ')}`);
const folder = await mkdtemp(join(tmpdir(), 'minos-differences-'));
const sandbox = await openSandbox();
const cache = process.env.MINOS_BUILT_AHEAD ?? join(folder, 'cache');
try {
  console.log(`${count} programs from seed ${seed}, the first is number ${first}`);
  let wrong = 0;
  for (const standard of chosen) {
    const toolchain = await openToolchain(cache, headerSets, standard);
    await toolchain.buildAhead();
    const slow = toolchain.slowBecause();
    if (slow) console.log(`${standard}: ${sayInEnglish(slow)}`);
    const misread = [
      ...(await checkReading(toolchain.compiler, folder, { seed, count })),
      ...(await checkReadOnce(toolchain.compiler, folder, { seed, count })),
    ];
    for (const difference of misread) console.log(difference);
    let [done, otherwise] = [0, 0];
    const differences = await checkPrograms(
      { sandbox, toolchain, folder },
      { seed, first, count, withSuite: first === 0 },
      ({ difference, inlinedOtherwise }) => {
        if (difference) console.log(`\n${difference}`);
        if (inlinedOtherwise.length > 0) {
          otherwise++;
          console.log(`${standard}, other instructions: ${inlinedOtherwise.join('; ')}`);
        }
        if (++done % 100 === 0) console.log(`${standard}: ${done} compared`);
      },
    );
    console.log(
      `${standard}: ${done} compared, ${differences.length} differ, ${otherwise} do the same with other instructions; ` +
        `${misread.length} misread`,
    );
    // What is not used is not compared either.
    wrong += differences.length + misread.length + (slow ? 1 : 0);
  }
  process.exitCode = wrong === 0 ? 0 : 1;
} finally {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
}
