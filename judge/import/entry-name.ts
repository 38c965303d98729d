import { isUtf8 } from 'node:buffer';
import { type Entry, getFileNameLowLevel } from 'yauzl';
import { hasUnseen } from '#contract/texts.ts';
import { words } from '#contract/words.ts';
import { ArchiveRefused, cutName } from './refusal.ts';

const utf8Flag = 0x800;
const nameMaxBytes = 1024;
/** Folders in one another, and the file in the last. */
const partsMax = 32;

/**
 * The name of an entry as people see it, from the archive's root, without `./` and a folder's last `/`.
 *
 * Many programs write UTF-8 without saying so, and some say so and write something else; the bytes themselves are
 * the better witness. What is no UTF-8 is read in the format's old code page: perhaps not the letters that were
 * meant, but still one name per file. Composed and decomposed accents (macOS) are made the same. Backslashes are how some
 * programs of Windows separate folders; in another encoding they may be half of a letter.
 */
export function readEntryName(entry: Entry): string {
  const flags = entry.generalPurposeBitFlag & ~utf8Flag;
  const isInUtf8 = isUtf8(entry.fileNameRaw);
  const encoding = isInUtf8 ? utf8Flag : 0;
  const read = getFileNameLowLevel(flags | encoding, entry.fileNameRaw, entry.extraFields, true);
  const name = (isInUtf8 ? read.replaceAll('\\', '/') : read).normalize('NFC');
  checkName(name);
  return name
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

/** Also of what a link makes appear. */
export function checkName(name: string): void {
  if (Buffer.byteLength(name) > nameMaxBytes)
    throw new ArchiveRefused(words('archive_long_name', { file: cutName(name), limitBytes: nameMaxBytes }));
  if (hasUnseen(name)) throw new ArchiveRefused(words('archive_strange_name', { file: cutName(name) }));
  // Also in a folder, which may be taken for the root later.
  if (/^\/|(?:^|\/)[a-z]:/i.test(name) || name.split(/[\\/]/).includes('..')) {
    throw new ArchiveRefused(words('archive_outside', { file: cutName(name) }));
  }
  if (name.includes('\\')) throw new ArchiveRefused(words('archive_backslash', { file: cutName(name) }));
  if (name.split('/').length > partsMax) {
    const mistake = words('package_too_deep', { most: partsMax });
    throw new ArchiveRefused(words('archive_package', { file: cutName(name), line: null, mistake }));
  }
}

/** '' is the archive itself. */
export function folderOf(name: string): string {
  return name.slice(0, Math.max(name.lastIndexOf('/'), 0));
}
