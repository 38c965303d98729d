/**
 * A backup's file: gzip around `magic` and records, each one letter, four bytes of length and its content. The first
 * record says what made it, then each table comes with its rows as PostgreSQL's binary COPY, then the jobs of the
 * queue; the last record carries the SHA-256 of all before it. A file without that last record, or with another
 * hash, is refused in words.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { StartError } from '#config/environment.ts';

export interface BackupHeader {
  readonly format: 1;
  /** The version of Minos that wrote it. */
  readonly minos: string;
  readonly madeAt: string;
  /** The last migration of its database. */
  readonly migration: string;
}

export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface BackupJob {
  readonly id: string;
  readonly queue: string;
  readonly data: object;
  readonly priority: number;
  readonly startAfter: string;
  readonly createdOn: string;
  /** Of one that the queue gave up on: the job that it was. Earlier versions left it out. */
  readonly sourceId?: string | null;
}

export interface BackupEnd {
  /** The last number that each sequence gave out. */
  readonly sequences: Readonly<Record<string, string>>;
  /** Of all that comes before; set when the file is written. */
  readonly sha256?: string;
}

export type BackupRecord =
  | { readonly kind: 'header'; readonly value: BackupHeader }
  | { readonly kind: 'table'; readonly value: BackupTable }
  | { readonly kind: 'data'; readonly value: Buffer }
  | { readonly kind: 'rows'; readonly value: number }
  | { readonly kind: 'jobs'; readonly value: readonly BackupJob[] }
  | { readonly kind: 'end'; readonly value: BackupEnd };

const magic = Buffer.from('MINOS BACKUP\n');
const format = 1;
const letters = { header: 'H', table: 'T', data: 'D', rows: 'R', jobs: 'J', end: 'E' } as const;
/** A longer one is damage, not something to make room for. */
const longestRecord = 64 * 1024 * 1024;
const headBytes = 5;

export async function* encodeBackup(records: AsyncIterable<BackupRecord>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  yield magic;
  for await (const record of records) {
    const pieces =
      record.kind === 'end'
        ? encodeRecord({ ...record, value: { ...record.value, sha256: hash.digest('hex') } })
        : encodeRecord(record);
    for (const piece of pieces) {
      if (record.kind !== 'end') hash.update(piece);
      yield piece;
    }
  }
}

function encodeRecord({ kind, value }: BackupRecord): [Buffer, Buffer] {
  const content = kind === 'data' ? value : Buffer.from(JSON.stringify(value));
  const head = Buffer.alloc(headBytes);
  head.write(letters[kind], 'latin1');
  head.writeUInt32BE(content.length, 1);
  return [head, content];
}

/** The records of a file, in order. Throws, in words, when it is not a whole and sound backup of Minos. */
export async function* decodeBackup(file: string): AsyncGenerator<BackupRecord> {
  const take = openUnpacked(file);
  const start = await take(magic.length).catch((error) => {
    throw explainStart(file, error);
  });
  if (!start?.equals(magic)) throw foreign(file);
  const hash = createHash('sha256');
  try {
    for (;;) {
      const head = await take(headBytes);
      if (!head) throw incomplete(file);
      const length = head.readUInt32BE(1);
      if (length > longestRecord) throw damaged(file);
      const content = length === 0 ? Buffer.alloc(0) : await take(length);
      if (!content) throw incomplete(file);
      const record = decodeRecord(file, head.toString('latin1', 0, 1), content);
      if (record.kind === 'end') {
        if (record.value.sha256 !== hash.digest('hex')) throw damaged(file);
        // To the very end: gzip's own check comes last.
        if (await take(1)) throw damaged(file);
        yield record;
        return;
      }
      hash.update(head).update(content);
      if (record.kind === 'header' && record.value.format !== format) {
        throw new StartError(
          `${file} is a backup of a newer kind (written by Minos ${record.value.minos}). Restore it with that version.`,
        );
      }
      yield record;
    }
  } catch (error) {
    throw explain(file, error);
  }
}

function decodeRecord(file: string, letter: string, content: Buffer): BackupRecord {
  const kind = (Object.keys(letters) as (keyof typeof letters)[]).find((name) => letters[name] === letter);
  if (!kind) throw damaged(file);
  if (kind === 'data') return { kind, value: content };
  return { kind, value: JSON.parse(content.toString('utf8')) } as BackupRecord;
}

/** Gives so many bytes of the unpacked file; null at its end. */
function openUnpacked(file: string): (count: number) => Promise<Buffer | null> {
  const unpacked = createGunzip({ chunkSize: 256 * 1024 });
  // An error of either stream reaches whoever reads the last one.
  pipeline(createReadStream(file), unpacked, () => {});
  const chunks = unpacked[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  return async (count) => {
    const pieces: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      if (rest.length === 0) {
        const next = await chunks.next();
        if (next.done) return null;
        rest = next.value;
      }
      const piece = rest.subarray(0, missing);
      pieces.push(piece);
      missing -= piece.length;
      rest = rest.subarray(piece.length);
    }
    return Buffer.concat(pieces);
  };
}

function explainStart(file: string, error: NodeJS.ErrnoException): StartError {
  if (error.code === 'Z_DATA_ERROR') return foreign(file);
  if (error.code === 'Z_BUF_ERROR') return incomplete(file);
  return new StartError(`${file} cannot be read (${error.code}).`);
}

function explain(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return incomplete(file);
  if (code === 'Z_DATA_ERROR' || error instanceof SyntaxError) return damaged(file);
  return error;
}

const foreign = (file: string) => new StartError(`${file} is not a backup of Minos.`);
const incomplete = (file: string) =>
  new StartError(`${file} is incomplete: it ends in the middle. Take another backup.`);
const damaged = (file: string) => new StartError(`${file} is damaged. Take another backup.`);
