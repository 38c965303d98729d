/** `node scripts/build-ahead.ts FOLDER`: what a worker builds when it starts, for the tests' workers to share. */

import { languagesOnAtFirst } from '#contract/programs.ts';
import { buildAttacks } from '#judge/gate/conformance.ts';
import { openLanguages } from '#judge/languages/catalogue.ts';

const [folder = ''] = process.argv.slice(2);
const { installed } = await openLanguages(folder);
for (const id of languagesOnAtFirst) await installed[id]?.buildAhead();
await buildAttacks(folder);
