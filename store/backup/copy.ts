/**
 * COPY with PostgreSQL as streams, in constant memory. `pg` passes the messages of a COPY on to whatever query is
 * at work; these two are such queries. Reading stops the connection while its reader is behind, writing waits
 * while the connection is.
 */
import { once } from 'node:events';
import { type Duplex, Readable } from 'node:stream';
import type pg from 'pg';

/** What `pg` offers for COPY but its types leave out. */
interface Connection {
  readonly stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

interface CommandComplete {
  /** `COPY 42` */
  readonly text: string;
}

export interface CopyOut {
  readonly stream: Readable;
  /** Known when the stream has ended. */
  rows(): number;
}

export function copyOut(client: pg.ClientBase, statement: string): CopyOut {
  let connection: Connection | undefined;
  let rows = 0;
  const stream = new Readable({ read: () => void connection?.stream.resume() });
  const query = {
    submit(given: Connection) {
      connection = given;
      given.query(statement);
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // Copied: pg reads the next message into the same memory.
      if (!stream.push(Buffer.from(chunk))) connection?.stream.pause();
    },
    handleCommandComplete: ({ text }: CommandComplete) => {
      rows = countRows(text);
    },
    handleReadyForQuery: () => void stream.push(null),
    handleError: (error: Error) => void stream.destroy(error),
  };
  client.query(query as unknown as pg.Submittable);
  return { stream, rows: () => rows };
}

/** Returns how many rows were stored. */
export function copyIn(
  client: pg.ClientBase,
  statement: string,
  source: AsyncIterable<Buffer>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    let refused = false;

    async function send(connection: Connection): Promise<void> {
      for await (const chunk of source) {
        if (refused) return;
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
      }
      connection.endCopyFrom();
    }

    const query = {
      submit: (connection: Connection) => connection.query(statement),
      handleCopyInResponse: (connection: Connection) => {
        send(connection).catch((error) => {
          connection.sendCopyFail('the source failed');
          reject(error);
        });
      },
      handleCommandComplete: ({ text }: CommandComplete) => {
        rows = countRows(text);
      },
      handleReadyForQuery: () => resolve(rows),
      handleError: (error: Error) => {
        refused = true;
        reject(error);
      },
    };
    client.query(query as unknown as pg.Submittable);
  });
}

function countRows(tag: string): number {
  return Number(tag.split(' ')[1]);
}
