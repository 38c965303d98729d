import type { PackageMistakes } from '#contract/import-words.ts';
import type { Words } from '#contract/words.ts';
import { refusedPackage } from '../refusal.ts';
import type { XmlElement } from '../xml-file.ts';

export const descriptor = 'problem.xml';

export function refuse(element: XmlElement | null, mistake: Words<keyof PackageMistakes>): never {
  throw refusedPackage(descriptor, element?.line ?? null, mistake);
}
