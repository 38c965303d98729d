/**
 * How every process connects, so that neither end waits for the other for ever. When a cable is pulled nobody is
 * told: the kernel tries for a quarter of an hour to get through what was sent, and a connection on which nothing was
 * sent looks well for two hours.
 *
 * - This end: PostgreSQL ends each statement after `statement_timeout`, so a connection that asked something and
 *   heard nothing for longer than that is dead, and is dropped. Between questions the kernel's keepalive finds out.
 * - The other end: PostgreSQL is asked to notice the same, and to end what stands open in the middle of a
 *   transaction: the locks of a machine that went away must not hold up the others.
 */
import { Socket } from 'node:net';

const connectMs = 10_000;
const statementMs = 20_000;
const silenceMs = statementMs + 5_000;
const probeAfterMs = 10_000;

/** None of our transactions waits between two statements for anything but itself. */
const idleInTransactionMs = 10_000;

/** PostgreSQL's settings for its end: a peer that is gone is given up after some 20 s. */
const serverSettings = {
  idle_in_transaction_session_timeout: `${idleInTransactionMs}`,
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '3',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '20000',
};

export function connectionOptions(connectionString: string) {
  return {
    connectionString,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: probeAfterMs,
    options: Object.entries(serverSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    stream: openWatchedSocket,
  };
}

/** The pool hangs its client on the error of a connection that was lost: pages of a log for every one. */
export function withoutClient(error: Error & { client?: unknown }): Error {
  delete error.client;
  return error;
}

/** The pool closes idle connections much earlier, so what is silent for this long waits for an answer. */
function openWatchedSocket(): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMs, () => socket.destroy(new DatabaseSilent(silenceMs)));
  return socket;
}

/** Asked something, and heard nothing. */
export class DatabaseSilent extends Error {
  constructor(waitedMs: number) {
    super(`The database has not answered for ${waitedMs / 1000} s`);
  }
}

/** PostgreSQL's classes 08 (connection) and 57 (operator intervention), and Node's own connection errors. */
const awayCodes =
  /^(08|57P|57014$|(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$)/;

/**
 * What pg says when a connection ends under a query, has ended, or could not be had in time. These errors have neither
 * a code nor a class; a test makes pg say each of them.
 */
const awayWords =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** The database, not the question, is why this failed: asked again later, or by another machine, it may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof DatabaseSilent || awayWords.test(at.message)) return true;
    if ('code' in at && typeof at.code === 'string' && awayCodes.test(at.code)) return true;
  }
  return false;
}
