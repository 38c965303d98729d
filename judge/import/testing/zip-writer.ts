/** Writes ZIP files byte by byte, above all wrong ones: every field that a test wants to lie about can be set. */

import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFileSpec {
  name: string | Buffer;
  content?: string | Buffer;
  /** Default: deflate. */
  stored?: boolean;
  /** Sizes and checksum follow the data, as programs write that stream. */
  dataDescriptor?: boolean;
  /** Sizes and place as 64-bit numbers in an extra field. */
  zip64?: boolean;
  /** Lies, each instead of the true value. */
  method?: number;
  flags?: number;
  crc?: number;
  declaredBytes?: number;
  packed?: Buffer;
  localName?: string | Buffer;
  localExtraBytes?: number;
  unixMode?: number;
  /** Shares the bytes of the file at this position in the list. */
  sharesBytesOf?: number;
}

export interface ZipOptions {
  declaredEntries?: number;
  comment?: string;
  zip64?: boolean;
  /** As if so many bytes stood before it. */
  startsAt?: number;
}

interface Packed {
  spec: ZipFileSpec;
  packed: Buffer;
  bytes: number;
  crc: number;
  offset: number;
}

export function writeZip(specs: readonly ZipFileSpec[], options: ZipOptions = {}): Buffer {
  const locals: Buffer[] = [];
  const files: Packed[] = [];
  let offset = options.startsAt ?? 0;
  for (const spec of specs) {
    const shared = spec.sharesBytesOf === undefined ? undefined : files[spec.sharesBytesOf];
    const file = shared ? { ...shared, spec } : pack(spec, offset);
    files.push(file);
    if (shared) continue;
    const local = Buffer.concat([localHeader(file), file.packed, dataDescriptor(file)]);
    locals.push(local);
    offset += local.length;
  }
  const table = Buffer.concat(files.map(centralHeader));
  return Buffer.concat([...locals, table, tableEnd(files.length, table.length, offset, options)]);
}

function pack(spec: ZipFileSpec, offset: number): Packed {
  const content = Buffer.from(spec.content ?? '');
  return {
    spec,
    packed: spec.packed ?? (spec.stored ? content : deflateRawSync(content)),
    bytes: spec.declaredBytes ?? content.length,
    crc: spec.crc ?? crc32(content),
    offset,
  };
}

const flagsOf = ({ flags = 0, dataDescriptor, name }: ZipFileSpec) =>
  flags | (dataDescriptor ? 0x08 : 0) | (typeof name === 'string' ? 0x800 : 0);

const methodOf = ({ method, stored }: ZipFileSpec) => method ?? (stored ? 0 : 8);

function localHeader({ spec, packed, bytes, crc }: Packed): Buffer {
  const name = Buffer.from(spec.localName ?? spec.name);
  const later = spec.dataDescriptor === true;
  // yauzl, like most readers, takes the sizes from the table of contents only.
  const size = (value: number) => u32(later ? 0 : spec.zip64 ? 0xffffffff : value);
  const extra = Buffer.alloc(spec.localExtraBytes ?? 0);
  return Buffer.concat([
    u32(0x04034b50),
    u16(spec.zip64 ? 45 : 20),
    u16(flagsOf(spec)),
    u16(methodOf(spec)),
    u32(0),
    u32(later ? 0 : crc),
    size(packed.length),
    size(bytes),
    u16(name.length),
    u16(extra.length),
    name,
    extra,
  ]);
}

function dataDescriptor({ spec, packed, bytes, crc }: Packed): Buffer {
  if (!spec.dataDescriptor) return Buffer.of();
  return Buffer.concat([u32(0x08074b50), u32(crc), u32(packed.length), u32(bytes)]);
}

function centralHeader({ spec, packed, bytes, crc, offset }: Packed): Buffer {
  const name = Buffer.from(spec.name);
  const extra = spec.zip64
    ? Buffer.concat([u16(1), u16(24), u64(bytes), u64(packed.length), u64(offset)])
    : Buffer.of();
  const small = (value: number) => u32(spec.zip64 ? 0xffffffff : value);
  return Buffer.concat([
    u32(0x02014b50),
    u16((3 << 8) | 20),
    u16(20),
    u16(flagsOf(spec)),
    u16(methodOf(spec)),
    u32(0),
    u32(crc),
    small(packed.length),
    small(bytes),
    u16(name.length),
    u16(extra.length),
    u16(0),
    u16(0),
    u16(0),
    u32(((spec.unixMode ?? 0o100644) << 16) >>> 0),
    small(offset),
    name,
    extra,
  ]);
}

function tableEnd(count: number, tableBytes: number, tableStart: number, options: ZipOptions): Buffer {
  const declared = options.declaredEntries ?? count;
  const comment = Buffer.from(options.comment ?? '');
  const end = Buffer.concat([
    u32(0x06054b50),
    u16(0),
    u16(0),
    u16(options.zip64 ? 0xffff : declared),
    u16(options.zip64 ? 0xffff : declared),
    u32(tableBytes),
    u32(options.zip64 ? 0xffffffff : tableStart),
    u16(comment.length),
    comment,
  ]);
  if (!options.zip64) return end;
  const record = [u32(0x06064b50), u64(44), u16(45), u16(45), u32(0), u32(0), u64(declared), u64(declared)];
  const place = [u64(tableBytes), u64(tableStart)];
  const locator = [u32(0x07064b50), u32(0), u64(tableStart + tableBytes), u32(1)];
  return Buffer.concat([...record, ...place, ...locator, end]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
