/** `node scripts/build-ahead.ts FOLDER`: what a worker builds when it starts, for the tests' workers to share. */

import { buildAttacks } from '#judge/gate/conformance.ts';
import { openLanguages } from '#judge/languages/catalogue.ts';

/** Those in which the tests compile much. */
const languages = ['cpp', 'java', 'go'] as const;

const [folder = ''] = process.argv.slice(2);
const { installed } = await openLanguages(folder);
for (const id of languages) await installed[id]?.buildAhead();
await buildAttacks(folder);
