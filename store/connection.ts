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
  socket.setTimeout(silenceMs, () =>
    socket.destroy(new Error(`The database has not answered for ${silenceMs / 1000} s`)),
  );
  return socket;
}
