/** Reading and writing the helper's frames; sandbox.ts documents the format, sandbox/wire.h is the other end. */

/** Cuts a stream of chunks into frames without their length. */
export class FrameSplitter {
  readonly #take: (frame: Buffer) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(take: (frame: Buffer) => void) {
    this.#take = take;
  }

  push(chunk: Buffer): void {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (bytes.length >= 4) {
      const size = bytes.readUInt32LE(0);
      if (bytes.length < 4 + size) break;
      this.#take(bytes.subarray(4, 4 + size));
      bytes = bytes.subarray(4 + size);
    }
    this.#rest = bytes;
  }
}

export class FrameReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#at++);
  }

  u32(): number {
    const value = this.#bytes.readUInt32LE(this.#at);
    this.#at += 4;
    return value;
  }

  number(): number {
    const value = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }

  /** A view of the frame: copied by nobody, kept alive as long as it is used. */
  bytes(): Uint8Array {
    const size = this.u32();
    const from = this.#at;
    this.#at += size;
    return this.#bytes.subarray(from, this.#at);
  }

  text(): string {
    return Buffer.from(this.bytes()).toString('utf8');
  }

  list<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.u32() }, read);
  }
}

export class FrameWriter {
  #bytes = Buffer.allocUnsafe(512);
  #size = 4;

  constructor(id: number, kind: number) {
    this.u32(id);
    this.u8(kind);
  }

  u8(value: number): void {
    this.#room(1);
    this.#size = this.#bytes.writeUInt8(value, this.#size);
  }

  u32(value: number): void {
    this.#room(4);
    this.#size = this.#bytes.writeUInt32LE(value, this.#size);
  }

  number(value: number): void {
    this.#room(8);
    this.#size = this.#bytes.writeDoubleLE(value, this.#size);
  }

  bytes(value: Uint8Array): void {
    this.u32(value.length);
    this.#room(value.length);
    this.#bytes.set(value, this.#size);
    this.#size += value.length;
  }

  text(value: string): void {
    this.bytes(Buffer.from(value, 'utf8'));
  }

  /** A path is text with a 0 before it, bytes have a 1. */
  content(value: string | Uint8Array): void {
    this.u8(typeof value === 'string' ? 0 : 1);
    if (typeof value === 'string') this.text(value);
    else this.bytes(value);
  }

  list<Item>(items: readonly Item[], write: (item: Item) => void): void {
    this.u32(items.length);
    for (const item of items) write(item);
  }

  finish(): Uint8Array {
    this.#bytes.writeUInt32LE(this.#size - 4, 0);
    return this.#bytes.subarray(0, this.#size);
  }

  #room(size: number): void {
    if (this.#size + size <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#size + size));
    grown.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = grown;
  }
}
