/** `node scripts/build-ahead.ts FOLDER LANGUAGE…`: what a worker builds when it starts, for the tests' workers to share. */

import { type LanguageId, languageIds } from '#contract/programs.ts';
import { buildAttacks } from '#judge/gate/conformance.ts';
import { openLanguage } from '#judge/languages/catalogue.ts';
import { JudgeFault } from '#judge/sandbox/fault.ts';

const [folder = '', ...languages] = process.argv.slice(2);
for (const id of languageIds.filter((each) => languages.includes(each))) await build(id);
await buildAttacks(folder);

async function build(id: LanguageId): Promise<void> {
  try {
    await (await openLanguage(id, folder)).buildAhead();
  } catch (error) {
    if (!(error instanceof JudgeFault)) throw error;
    console.log(`${id}: ${error.message}`);
  }
}
