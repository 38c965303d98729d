import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openArchive } from './archive.ts';
import { ArchiveFile } from './archive-file.ts';
import type { ArchiveBounds } from './entry-checks.ts';
import type { ArchiveEntry } from './entry-content.ts';
import { ArchiveRefused } from './refusal.ts';
import { filesNamed, putOnDisk, readText, withArchive } from './testing/archive-on-disk.ts';
import { writeZip, type ZipFileSpec } from './testing/zip-writer.ts';

const plain = writeZip([
  { name: '1.in', content: 'one two\n' },
  { name: '1.out', content: '3\n', stored: true },
]);
const zeros = Buffer.alloc(2 * 1024 * 1024);

interface Refusal {
  title: string;
  zip: Buffer | ZipFileSpec[];
  bounds?: Partial<ArchiveBounds>;
  says: RegExp;
}

const refusedWhenOpened: Refusal[] = [
  { title: 'an empty file', zip: Buffer.of(), says: /is empty/ },
  { title: 'a tiny file', zip: Buffer.from('PK'), says: /not a ZIP/ },
  { title: 'a text', zip: Buffer.from('1 2 3\n'.repeat(100)), says: /not a ZIP/ },
  { title: 'a PDF', zip: Buffer.from(`%PDF-1.7\n${'x'.repeat(500)}`), says: /not a ZIP/ },
  ...[
    { kind: 'RAR', begins: Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1') },
    { kind: '7z', begins: Buffer.from('7z\xbc\xaf\x27\x1c\x00\x04', 'latin1') },
    { kind: 'gzip', begins: gzipSync('1 2 3\n') },
    { kind: 'bzip2', begins: Buffer.from('BZh91AY&SY') },
    { kind: 'xz', begins: Buffer.from('\xfd7zXZ\0\0\x04', 'latin1') },
    { kind: 'Zstandard', begins: zstdCompressSync('1 2 3\n') },
    {
      kind: 'tar',
      begins: Buffer.concat([Buffer.from('1.in'), Buffer.alloc(253), Buffer.from('ustar\x0000')]),
    },
  ].map(({ kind, begins }) => ({
    title: `a ${kind} file`,
    zip: begins,
    says: new RegExp(`^This is a ${kind} file, not a ZIP file\\.`),
  })),
  { title: 'a truncated archive', zip: plain.subarray(0, -30), says: /damaged or incomplete/ },
  { title: 'half an archive', zip: plain.subarray(0, plain.length / 2), says: /damaged or incomplete/ },
  {
    title: 'bytes after the end',
    zip: Buffer.concat([plain, Buffer.alloc(9)]),
    says: /damaged or incomplete/,
  },
  { title: 'bytes before the start', zip: Buffer.concat([Buffer.alloc(99), plain]), says: /damaged/ },
  {
    title: 'bytes before the first entry that its table of contents counts',
    zip: prefixed(Buffer.from('#!/bin/sh\n'), filesNamed(['1.in', '1.out'])),
    says: /other bytes before its first file/,
  },
  {
    title: 'a second archive before the first entry',
    zip: prefixed(writeZip(filesNamed(['hidden'])), filesNamed(['1.in', '1.out'])),
    says: /other bytes before its first file/,
  },
  {
    title: 'bytes before an empty table of contents',
    zip: prefixed(Buffer.from('PK\x03\x04'), []),
    says: /other bytes before its first file/,
  },
  {
    title: 'fewer entries declared than there are',
    zip: writeZip(filesNamed(['a', 'b']), { declaredEntries: 1 }),
    says: /damaged/,
  },
  {
    title: 'more entries declared than there are',
    zip: writeZip(filesNamed(['a', 'b']), { declaredEntries: 3 }),
    says: /damaged/,
  },
  { title: 'a table of contents past 2^53', zip: withZip64TableAt(2n ** 63n), says: /damaged/ },
  {
    title: 'a password',
    zip: [{ name: '1.in', content: 'x', flags: 1 }],
    says: /“1\.in” is protected by a password/,
  },
  { title: 'AES encryption', zip: [{ name: '1.in', content: 'x', flags: 1, method: 99 }], says: /password/ },
  { title: 'strong encryption', zip: [{ name: '1.in', content: 'x', flags: 0x41 }], says: /password/ },
  { title: 'BZip2', zip: [{ name: '1.in', content: 'x', method: 12 }], says: /packed by BZip2/ },
  {
    title: 'an unknown method',
    zip: [{ name: '1.in', content: 'x', method: 77 }],
    says: /packed by method 77/,
  },
  {
    title: 'a device',
    zip: [{ name: '1.in', content: '', unixMode: 0o020666 }],
    says: /^“1\.in” is a device or another special file/,
  },
  { title: 'folders without end', zip: filesNamed([`${'a/'.repeat(32)}1.in`]), says: /more than 32 deep/ },
  { title: 'an absolute name', zip: filesNamed(['/etc/passwd']), says: /points outside/ },
  { title: 'a name that climbs', zip: filesNamed(['a/../../1.in']), says: /points outside/ },
  { title: 'a name that is only ..', zip: filesNamed(['..']), says: /points outside/ },
  { title: 'a drive letter', zip: filesNamed(['C:1.in']), says: /points outside/ },
  { title: 'a drive letter in a folder', zip: filesNamed(['tests/C:1.in']), says: /points outside/ },
  { title: 'a climb by backslashes', zip: filesNamed(['..\\1.in']), says: /points outside/ },
  {
    title: 'a backslash in a name that is no UTF-8',
    zip: [{ name: Buffer.from('tests\x95\\1.in', 'latin1') }],
    says: /backslash/,
  },
  { title: 'a NUL in a name', zip: filesNamed(['1.in\0.txt']), says: /cannot be seen/ },
  { title: 'a line end in a name', zip: filesNamed(['1\n.in']), says: /“1�\.in” .* cannot be seen/ },
  {
    title: 'a name that reads backwards',
    zip: filesNamed(['1\u202eni.exe']),
    says: /^“1\[U\+202E\]ni\.exe” has a name with characters that cannot be seen/,
  },
  ...['\u061c', '\u200e', '\u2066', '\u2028', '\ufeff', '\u00ad', '\u3164', '\u{e0041}'].map((character) => ({
    title: `U+${character.codePointAt(0)?.toString(16)} in a name`,
    zip: filesNamed([`1${character}.in`]),
    says: /cannot be seen/,
  })),
  { title: 'an endless name', zip: filesNamed(['x'.repeat(1025)]), says: /longer than 1024 bytes/ },
  {
    title: 'the same name twice',
    zip: filesNamed(['a/1.in', 'a/1.in']),
    says: /“a\/1\.in” is in the ZIP file twice/,
  },
  { title: 'the same name in two spellings', zip: filesNamed(['a/1.in', './a//1.in']), says: /twice/ },
  { title: 'the same name composed and decomposed', zip: filesNamed(['é.in', 'e\u0301.in']), says: /twice/ },
  {
    title: 'too many entries',
    zip: filesNamed(['1', '2', '3']),
    bounds: { entries: 2 },
    says: /holds 3 files and folders; at most 2/,
  },
  { title: 'too large a file on disk', zip: plain, bounds: { archiveBytes: 100 }, says: /larger than/ },
  {
    title: 'too large a file unpacked',
    zip: [{ name: 'big.in', content: zeros }],
    bounds: { fileBytes: 2 ** 20 },
    says: /“big\.in” would be larger than 1 MB/,
  },
  {
    title: 'too much in all',
    zip: [1, 2, 3].map((number) => ({ name: `${number}.in`, content: zeros })),
    bounds: { unpackedBytes: 5 * 2 ** 20 },
    says: /would be larger than 5 MB when unpacked/,
  },
  {
    title: 'a ratio beyond the limit',
    zip: [{ name: '1.in', content: zeros }],
    bounds: { ratio: 100 },
    says: /claims to unpack/,
  },
  {
    title: 'a ratio beyond what deflate can do',
    zip: [{ name: '1.in', content: 'x', declaredBytes: 2 ** 29 }],
    says: /claims to unpack/,
  },
  {
    title: 'a huge size in 64 bits',
    zip: [{ name: '1.in', content: 'x', declaredBytes: 2 ** 60, zip64: true }],
    says: /larger than 1,024 MB/,
  },
  {
    title: 'entries that share their bytes',
    zip: [
      { name: '1.in', content: zeros },
      { name: '2.in', sharesBytesOf: 0 },
    ],
    says: /shares its packed bytes/,
  },
  { title: 'an entry that reaches into the next', zip: overlapping(), says: /shares its packed bytes/ },
  {
    title: 'a table of contents too large for memory',
    zip: filesNamed(['aaaa', 'bbbb']),
    bounds: { tableBytes: 60 },
    says: /table of contents .* too large/,
  },
  {
    title: 'another name in the entry itself',
    zip: [{ name: '1.in', content: 'abc', localName: '2.in' }],
    says: /damaged/,
  },
  {
    title: 'a header that pushes the bytes over the end',
    zip: pushedOver(),
    says: /shares its packed bytes/,
  },
];

test.each(refusedWhenOpened)('refuses $title before unpacking', async ({ zip, bounds, says }) => {
  const opened = withArchive(zip, () => undefined, bounds);
  await expect(opened).rejects.toBeInstanceOf(ArchiveRefused);
  await expect(opened).rejects.toThrow(says);
});

const refusedWhenRead: Refusal[] = [
  { title: 'a wrong checksum', zip: [{ name: '1.in', content: 'abc', crc: 1 }], says: /“1\.in” is damaged/ },
  {
    title: 'a wrong checksum of stored bytes',
    zip: [{ name: '1.in', content: 'abc', crc: 1, stored: true }],
    says: /damaged/,
  },
  {
    title: 'more bytes than declared',
    zip: [{ name: '1.in', content: zeros, declaredBytes: 5 }],
    says: /damaged/,
  },
  {
    title: 'fewer bytes than declared',
    zip: [{ name: '1.in', content: 'abc', declaredBytes: 5 }],
    says: /damaged/,
  },
  {
    title: 'bytes that are not deflated',
    zip: [{ name: '1.in', content: 'abc', packed: Buffer.from('\xff\xff\xff') }],
    says: /damaged/,
  },
  {
    title: 'deflated bytes cut short',
    zip: [{ name: '1.in', content: zeros, packed: deflateRawSync(zeros).subarray(0, -9) }],
    says: /damaged/,
  },
];

test.each(refusedWhenRead)('refuses $title while reading', async ({ zip, says }) => {
  await withArchive(zip, async (archive) => {
    const read = readText(archive, '1.in');
    await expect(read).rejects.toBeInstanceOf(ArchiveRefused);
    await expect(read).rejects.toThrow(says);
  });
});

test.each<{ title: string; zip: Buffer | ZipFileSpec[] }>([
  { title: 'deflated', zip: [{ name: '1.in', content: 'hello\n' }] },
  { title: 'stored', zip: [{ name: '1.in', content: 'hello\n', stored: true }] },
  {
    title: 'streamed, with a data descriptor',
    zip: [{ name: '1.in', content: 'hello\n', dataDescriptor: true }],
  },
  {
    title: 'in 64 bits',
    zip: writeZip([{ name: '1.in', content: 'hello\n', zip64: true }], { zip64: true }),
  },
  {
    title: 'beside a comment',
    zip: writeZip([{ name: '1.in', content: 'hello\n' }], { comment: 'made by hand' }),
  },
  {
    title: 'with an extra field of its own',
    zip: [{ name: '1.in', content: 'hello\n', localExtraBytes: 28 }],
  },
])('reads a file $title', async ({ zip }) => {
  const withNeighbour = Buffer.isBuffer(zip) ? zip : [...zip, { name: 'after', content: 'x' }];
  expect(await withArchive(withNeighbour, (archive) => readText(archive, '1.in'))).toBe('hello\n');
});

test.each([
  { title: 'UTF-8', raw: Buffer.from('ทดสอบ.in'), name: 'ทดสอบ.in' },
  { title: 'UTF-8 that nothing declares', raw: Buffer.from('é.in'), name: 'é.in' },
  { title: 'the old code page', raw: Buffer.from([0x82, 0x2e, 0x69, 0x6e]), name: 'é.in' },
  { title: 'decomposed accents', raw: Buffer.from('e\u0301.in'), name: 'é.in' },
  { title: 'Thai with breaks between words', raw: Buffer.from('ทด\u200bสอบ.in'), name: 'ทด\u200bสอบ.in' },
  { title: 'Arabic', raw: Buffer.from('اختبار.in'), name: 'اختبار.in' },
  { title: 'joined emoji', raw: Buffer.from('👩‍💻.in'), name: '👩‍💻.in' },
  { title: 'a leading ./', raw: Buffer.from('./a/./1.in'), name: 'a/1.in' },
])('reads names in $title', async ({ raw, name }) => {
  const names = await withArchive([{ name: raw }], ({ entries }) => entries.map((entry) => entry.name));
  expect(names).toEqual([name]);
});

test('an archive of the largest honest ratio is accepted: a test may well be all zeros', async () => {
  const read = await withArchive([{ name: '1.in', content: zeros }], (archive) => readText(archive, '1.in'));
  expect(read.length).toBe(zeros.length);
});

test('reads entries one after another, in any order and again, also after a reader left early', async () => {
  await withArchive([{ name: 'big', content: zeros }, ...filesNamed(['a', 'b'])], async (archive) => {
    const [big] = archive.entries as [ArchiveEntry];
    for await (const _chunk of archive.read(big)) break;
    expect(await readText(archive, 'b')).toBe('b\n');
    expect(await readText(archive, 'a')).toBe('a\n');
    expect((await readText(archive, 'big')).length).toBe(zeros.length);
  });
});

test.each([
  { title: 'that packs to almost nothing', content: Buffer.alloc(48 * 1024 * 1024), stored: false },
  { title: 'that does not pack', content: randomBytes(6 * 1024 * 1024), stored: false },
  { title: 'that is stored', content: randomBytes(6 * 1024 * 1024), stored: true },
])(
  'streams a large file $title in small chunks, never far ahead of its reader',
  async ({ content, stored }) => {
    const packedBytes = countPackedBytes();
    await withArchive([{ name: 'big', content, stored }], async (archive) => {
      const [big] = archive.entries as [ArchiveEntry];
      const chunks = archive.read(big);
      let largest = (await chunks.next()).value?.length ?? 0;
      await setTimeout(30);
      expect(packedBytes()).toBeLessThan(512 * 1024);
      for await (const chunk of chunks) largest = Math.max(largest, chunk.length);
      expect(largest).toBeGreaterThan(0);
      expect(largest).toBeLessThanOrEqual(256 * 1024);
    });
  },
);

test('an archive within counts against the bounds of the whole, and is read like any other file', async () => {
  const inner = writeZip(filesNamed(['a/1.in', '1.out']));
  const files = [{ name: 'data.zip', content: inner }, ...filesNamed(['2.in'])];
  const readWithin = (bounds: Partial<ArchiveBounds> = {}) =>
    withArchive(
      files,
      async (archive) => {
        const [data] = archive.entries as [ArchiveEntry];
        const entries = await archive.openWithin(data);
        const texts = entries.map(
          async (entry) => `${Buffer.concat(await Array.fromAsync(archive.read(entry)))}`,
        );
        return Promise.all(texts);
      },
      bounds,
    );
  expect(await readWithin()).toEqual(['a/1.in\n', '1.out\n']);
  await expect(readWithin({ entries: 3 })).rejects.toThrow(/holds 2 files and folders; at most 1/);
  await expect(readWithin({ unpackedBytes: inner.length + 10 })).rejects.toThrow(/when unpacked/);
});

test('a missing file is a fault of the machine, not of the archive', async () => {
  await expect(openArchive(`${await putOnDisk(plain)}.missing`)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a disk that fails while reading is a fault of the machine, not of the archive', async () => {
  const archive = await openArchive(await putOnDisk(plain));
  await archive.close();
  await expect(readText(archive, '1.in')).rejects.not.toBeInstanceOf(ArchiveRefused);
});

/** The first entry's declared packed size includes the second entry. */
function overlapping(): Buffer {
  const zip = writeZip(filesNamed(['1.in', '2.in']));
  const table = zip.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  zip.writeUInt32LE(20, table + 20);
  zip.writeUInt32LE(20, table + 24);
  return zip;
}

/** As self-extracting programs are: the places in the table count from the beginning of the file. */
function prefixed(prefix: Buffer, files: readonly ZipFileSpec[]): Buffer {
  return Buffer.concat([prefix, writeZip(files, { startsAt: prefix.length })]);
}

/** The table of contents is right, but the entry claims an extra field as long as its own data. */
function pushedOver(): Buffer {
  const zip = writeZip([{ name: '1.in', content: 'abc', stored: true }, ...filesNamed(['2.in'])]);
  zip.writeUInt16LE(30, 28);
  return zip;
}

function withZip64TableAt(place: bigint): Buffer {
  const zip = writeZip(filesNamed(['1.in']), { zip64: true });
  const record = zip.indexOf(Buffer.from([0x50, 0x4b, 0x06, 0x06]));
  zip.writeBigUInt64LE(place, record + 48);
  return zip;
}

/** Counts what is read from the disk, to see how far a stream runs ahead. */
function countPackedBytes(): () => number {
  let bytes = 0;
  const readRange = ArchiveFile.prototype.readRange;
  const spy = vi.spyOn(ArchiveFile.prototype, 'readRange').mockImplementation(async function* (
    this: ArchiveFile,
    start,
    end,
  ) {
    for await (const chunk of readRange.call(this, start, end)) {
      bytes += chunk.length;
      yield chunk;
    }
  });
  onTestFinished(() => spy.mockRestore());
  return () => bytes;
}
