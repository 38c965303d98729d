/** Packages with a manifest of Minos's own, for tests. Not used by the product. */

import { sayInEnglish } from '#contract/messages/catalogues.ts';
import type { PackagePlan } from '../formats/format.ts';
import { planTests } from '../formats/minos.ts';
import { filesNamed, withArchive } from './archive-on-disk.ts';
import type { ZipFileSpec } from './zip-writer.ts';

export const inEnglish = (ignored: PackagePlan['ignored']) =>
  ignored.map(({ name, reason }) => ({ name, reason: sayInEnglish(reason) }));

export const plan = (files: readonly ZipFileSpec[]) => withArchive(files, planTests);

export const withManifest = (yaml: string, names: readonly string[], at = 'minos.yaml') =>
  plan([...filesNamed(names), { name: at, content: yaml }]);

export const pairs = (...tests: string[]) => tests.flatMap((test) => [`${test}.in`, `${test}.out`]);
