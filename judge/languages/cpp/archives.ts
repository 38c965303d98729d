/** Static libraries as files: reading one member by member, and writing another of the same members. */

export interface Member {
  name: string;
  bytes: Uint8Array;
}

const magic = '!<arch>\n';
const headerLength = 60;

/** Null when the file is no archive; a linker script, say. */
export function readArchive(file: Buffer): Member[] | null {
  if (file.toString('latin1', 0, magic.length) !== magic) return null;
  const members: Member[] = [];
  let longNames = '';
  for (let at = magic.length; at + headerLength <= file.length; ) {
    const header = file.toString('latin1', at, at + headerLength);
    const start = at + headerLength;
    const size = Number(header.slice(48, 58));
    const bytes = file.subarray(start, start + size);
    const name = header.slice(0, 16).trimEnd();
    if (name === '//') longNames = bytes.toString('latin1');
    // What else begins with a slash and has no number is the table of symbols.
    else if (/^\/\d/.test(name)) members.push({ name: nameAt(longNames, Number(name.slice(1))), bytes });
    else if (!name.startsWith('/')) members.push({ name: name.replace(/\/$/, ''), bytes });
    at = start + size + (size % 2);
  }
  return members;
}

function nameAt(longNames: string, offset: number): string {
  return longNames.slice(offset, longNames.indexOf('/\n', offset));
}

/** Without a table of symbols, which mold has no use for. */
export function writeArchive(members: readonly Member[]): Buffer {
  const longNames = members.map(({ name }) => `${name}/\n`);
  let offset = 0;
  const parts = [Buffer.from(magic), ...entry('//', Buffer.from(longNames.join('')))];
  for (const [index, { bytes }] of members.entries()) {
    parts.push(...entry(`/${offset}`, bytes));
    offset += longNames[index]?.length ?? 0;
  }
  return Buffer.concat(parts);
}

function entry(name: string, bytes: Uint8Array): Uint8Array[] {
  const fields = [name.padEnd(16), '0'.padEnd(12), '0'.padEnd(6), '0'.padEnd(6), '644'.padEnd(8)];
  const header = `${fields.join('')}${String(bytes.length).padEnd(10)}\`\n`;
  return [Buffer.from(header), bytes, Buffer.from(bytes.length % 2 ? '\n' : '')];
}
