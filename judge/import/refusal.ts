import { showUnseen } from '#contract/texts.ts';

/**
 * The archive, not Minos, is at fault: the message is for the member of staff who made it. Every other exception
 * of this folder is a fault of the judge or the machine, and worth a retry. What it quotes from a hostile archive can
 * be seen: names, keys of a manifest, a compiler's words.
 */
export class ArchiveRefused extends Error {
  override name = 'ArchiveRefused';

  constructor(message: string) {
    super(showUnseen(message));
  }
}

const namesShown = 20;

/** A list in a message stays readable, and bounded, however many names there are. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, namesShown).join(', ');
  const more = names.length - namesShown;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** A name from a hostile archive, cut to what a message can hold. */
export function quoteName(name: string): string {
  // Also what a message keeps as it is: in a name a line end is as strange as any.
  const printable = showUnseen(name).replace(/[\n\t]/g, '�');
  return `“${printable.length > 120 ? `${printable.slice(0, 120)}…` : printable}”`;
}
