/** `node scripts/build-ahead.ts FOLDER`: what a worker builds ahead when it starts, for the tests' workers to share. */
import { openLanguages } from '#judge/languages/catalogue.ts';

const [folder = ''] = process.argv.slice(2);
for (const language of Object.values(await openLanguages(folder))) await language.buildAhead();
