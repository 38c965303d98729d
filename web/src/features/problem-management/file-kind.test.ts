import { expect, test } from 'vitest';
import { isOfKind } from './file-kind.ts';

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
