import type { ArchiveRefusals, NameList, PackageMistakes } from '#contract/import-words.ts';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { showUnseen } from '#contract/texts.ts';
import { mapTexts, type Words, words } from '#contract/words.ts';

/**
 * The archive, not Minos, is at fault: the message is for the member of staff who made it. Every other exception
 * of this folder is a fault of the judge or the machine, and worth a retry. What it quotes from a hostile archive can
 * be seen: names, keys of a manifest, a compiler's words.
 */
export class ArchiveRefused extends Error {
  override name = 'ArchiveRefused';

  readonly said: Words<keyof ArchiveRefusals>;

  constructor(said: Words<keyof ArchiveRefusals>) {
    const shown = mapTexts(said, (text) => showUnseen(text).toWellFormed());
    super(sayInEnglish(shown));
    this.said = shown;
  }
}

/** What a package of another system asks for cannot be had. */
export function refusedPackage(
  file: string,
  line: number | null,
  mistake: Words<keyof PackageMistakes>,
): ArchiveRefused {
  return new ArchiveRefused(words('archive_package', { file: cutName(file), line, mistake }));
}

export const namesShown = 20;

/** A list in a message stays readable, and bounded, however many names there are. */
export function cutNames(names: readonly string[]): NameList {
  return { shown: names.slice(0, namesShown), more: Math.max(names.length - namesShown, 0) };
}

/** A name from a hostile archive, cut to what a message can hold. */
export function cutName(name: string): string {
  // Also what a message keeps as it is: in a name a line end is as strange as any.
  const printable = showUnseen(name).replace(/[\n\t]/g, '�');
  return printable.length > 120 ? `${printable.slice(0, 120)}…` : printable;
}
