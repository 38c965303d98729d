/**
 * The archive, not Minos, is at fault: the message is for the member of staff who made it. Every other exception
 * of this folder is a fault of the judge or the machine, and worth a retry.
 */
export class ArchiveRefused extends Error {
  override name = 'ArchiveRefused';
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
  const printable = name.replace(/\p{Cc}/gu, '�');
  return `“${printable.length > 120 ? `${printable.slice(0, 120)}…` : printable}”`;
}
