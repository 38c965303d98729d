import { type FileHandle, open } from 'node:fs/promises';
import { RandomAccessReader } from 'yauzl';

const chunkBytes = 64 * 1024;

/**
 * The archive on disk, as yauzl reads it. Its own file reader hands offsets from the archive to the system as they
 * are, and one past 2^53 ends the process; here every range is checked first. It also keeps apart what only we can
 * tell apart: `fault` is set when the disk failed, so any other error is the archive's.
 */
export class ArchiveFile extends RandomAccessReader {
  readonly size: number;
  fault: Error | null = null;
  readonly #handle: FileHandle;
  #window = { start: 0, bytes: Buffer.alloc(0) };

  private constructor(handle: FileHandle, size: number) {
    super();
    this.#handle = handle;
    this.size = size;
  }

  static async open(path: string): Promise<ArchiveFile> {
    const handle = await open(path, 'r');
    try {
      return new ArchiveFile(handle, (await handle.stat()).size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#fillFromWindow(buffer.subarray(offset, offset + length), position).then(
      () => callback(null, length),
      (error: Error) => callback(error),
    );
  }

  /** The bytes from `start` up to but not including `end`, in pieces. */
  async *readRange(start: number, end: number): AsyncGenerator<Buffer, void> {
    for (let at = start; at < end; ) {
      const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, end - at));
      await this.#fill(chunk, at);
      yield chunk;
      at += chunk.length;
    }
  }

  async readUInt32(position: number): Promise<number> {
    const word = Buffer.alloc(4);
    await this.#fill(word, position);
    return word.readUInt32LE();
  }

  /** Headers are many, small and mostly neighbours: one read of the disk serves hundreds of them. */
  async #fillFromWindow(buffer: Buffer, position: number): Promise<void> {
    const isInWindow =
      position >= this.#window.start &&
      position + buffer.length <= this.#window.start + this.#window.bytes.length;
    if (!isInWindow) {
      const bytes = Buffer.alloc(Math.max(buffer.length, Math.min(chunkBytes, this.size - position)));
      await this.#fill(bytes, position);
      this.#window = { start: position, bytes };
    }
    this.#window.bytes.copy(buffer, 0, position - this.#window.start);
  }

  async #fill(buffer: Buffer, position: number): Promise<void> {
    const isInside = Number.isSafeInteger(position) && position >= 0 && position + buffer.length <= this.size;
    if (!isInside) throw new Error('a range of the archive lies outside its file');
    for (let done = 0; done < buffer.length; ) {
      const { bytesRead } = await this.#readOnce(buffer.subarray(done), position + done);
      done += bytesRead;
    }
  }

  async #readOnce(buffer: Buffer, position: number): Promise<{ bytesRead: number }> {
    try {
      const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) throw new Error('the archive’s file became shorter while it was read');
      return { bytesRead };
    } catch (error) {
      this.fault = error as Error;
      throw error;
    }
  }

  override close(callback: (error: Error | null) => void): void {
    this.closeFile().then(() => callback(null), callback);
  }

  async closeFile(): Promise<void> {
    await this.#handle.close();
  }
}
