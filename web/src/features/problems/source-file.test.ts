import { describe, expect, it } from 'vitest';
import { decodeSource } from './source-file.ts';

const bytes = (...values: number[]) => new Uint8Array(values).buffer as ArrayBuffer;

describe('a source file', () => {
  it('in UTF-8 is taken as it is, with NULs and a byte-order mark', () => {
    expect(decodeSource(new TextEncoder().encode('\uFEFFint ก; \0').buffer as ArrayBuffer)).toBe(
      '\uFEFFint ก; \0',
    );
  });

  it('in the old Thai encoding keeps its letters', () => {
    expect(decodeSource(bytes(0x2f, 0x2f, 0xa1, 0xd2))).toBe('//กา');
  });

  it('in what Windows calls Unicode becomes the same text, without its mark', () => {
    expect(decodeSource(bytes(0xff, 0xfe, 0x78, 0x00, 0x01, 0x0e))).toBe('xก');
    expect(decodeSource(bytes(0xfe, 0xff, 0x00, 0x78, 0x0e, 0x01))).toBe('xก');
    expect(decodeSource(bytes(0xff))).toHaveLength(1);
  });

  it('of any bytes at all becomes some text', () => {
    const all = Array.from({ length: 256 }, (_, i) => i);
    expect(decodeSource(bytes(...all))).toHaveLength(256);
  });
});
