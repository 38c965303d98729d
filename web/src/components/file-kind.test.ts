import { expect, test } from 'vitest';
import { findArchiveName, isOfKind } from './file-kind.ts';

test.each([
  ['%PDF-1.7 and more', 'pdf', true],
  ['PK\x03\x04', 'pdf', false],
  ['', 'pdf', false],
  ['PK\x03\x04rest', 'zip', true],
  ['PK\x05\x06', 'zip', true],
  ['Rar!', 'zip', false],
] as const)('%j as %s: %s', async (content, kind, isIt) => {
  expect(await isOfKind(new Blob([content]), kind)).toBe(isIt);
});

test.each([
  [[0x52, 0x61, 0x72, 0x21, 0x1a], 'RAR'],
  [[0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], '7z'],
  [[0x1f, 0x8b, 8], 'gzip'],
  [[0x25, 0x50, 0x44, 0x46], null],
])('%j is called %s', async (bytes, name) => {
  expect(await findArchiveName(new Blob([new Uint8Array(bytes)]))).toBe(name);
});
