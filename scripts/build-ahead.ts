/** `node scripts/build-ahead.ts FOLDER`: what a worker builds when it starts, for the tests' workers to share. */
import { buildAttacks } from '#judge/gate/conformance.ts';
import { openLanguages } from '#judge/languages/catalogue.ts';

const [folder = ''] = process.argv.slice(2);
for (const language of Object.values(await openLanguages(folder))) await language.buildAhead();
await buildAttacks(folder);
