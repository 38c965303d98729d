/**
 * Statements that the database parses and plans once for each connection instead of every time, which takes it longer than
 * doing them: those that change rows or hold them. They find their rows by keys, whatever the values are, so that the plan
 * for one is the plan for all; what reads a list is planned for its values (prepared.ts), unless its author names it.
 */
import type { Socket } from 'node:net';
import pg from 'pg';

/** What is asked less often is not worth a place in the database's memory. */
const worthPreparingAfter = 10;
/** Texts that differ by how much is stored at once would be without number. */
const textsMax = 500;
const textMax = 10_000;

const changesOrHolds =
  /^\s*(insert|update|delete)\b|^\s*with\b.*\b(insert into|update|delete from)\b|\bfor (no key update|update|key share|share)\b/is;

/** For all connections of this process: how often each was asked, and what it is called from some number on. */
const known = new Map<string, { times: number; readonly name: string }>();

/** Undefined: it is not prepared. */
function nameOf(text: string): string | undefined {
  const statement = known.get(text) ?? { times: 0, name: `prepared ${known.size}` };
  if (statement.times === 0) {
    if (known.size >= textsMax || text.length > textMax || !changesOrHolds.test(text)) return undefined;
    known.set(text, statement);
  }
  statement.times += 1;
  return statement.times > worthPreparingAfter ? statement.name : undefined;
}

export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the method has ten signatures, and hands on whatever it is given.
  override query(statement: any, ...rest: any[]): any {
    const name = isUnnamed(statement) ? nameOf(statement.text) : undefined;
    this.sendTogether();
    const answer = super.query(name ? { ...statement, name } : statement, ...(rest as []));
    return isUnnamed(statement) && begins.test(statement.text) ? withoutWaiting(answer) : answer;
  }

  /** What is asked in the same moment goes out in one write: each wakes the database up, which takes longer than writing. */
  private sendTogether(): void {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
}

/** It goes out with the first statement of its transaction. Where it fails, the connection is lost, and that one fails too. */
const begins = /^begin\b/;

function withoutWaiting(answer: Promise<unknown>): Promise<void> {
  answer.catch(() => {});
  return Promise.resolve();
}

function isUnnamed(statement: unknown): statement is { readonly text: string } {
  const { text, name, submit } = Object(statement) as { text?: unknown; name?: unknown; submit?: unknown };
  return typeof text === 'string' && !name && !submit;
}
