import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface DatabaseProxy {
  readonly port: number;
  /**
   * `silent`: nothing passes any more and nobody is told, as when a cable is pulled. `reset`: connections break, and
   * new ones too, as when a router refuses.
   */
  cut(how: 'silent' | 'reset'): void;
  /** What waited passes; a connection that one side gave up meanwhile ends for the other. */
  restore(): void;
  close(): void;
}

/** Between a worker and the database: TCP on this side, PostgreSQL's Unix socket on the other. */
export async function startDatabaseProxy(socketPath: string): Promise<DatabaseProxy> {
  let state: 'open' | 'silent' | 'reset' = 'open';
  const open = new Set<Socket>();
  let waiting: (() => void)[] = [];
  const whenOpen = (action: () => void) => {
    if (state === 'open') action();
    else waiting.push(action);
  };

  const server = createServer((client) => {
    if (state === 'reset') return void client.resetAndDestroy();
    hold(client);
    whenOpen(() => {
      if (client.destroyed) return;
      const database = connect(socketPath);
      hold(database);
      pass(client, database);
      pass(database, client);
    });
  });

  function hold(socket: Socket): void {
    open.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
  }

  function pass(from: Socket, to: Socket): void {
    from.on('data', (data) => whenOpen(() => void to.write(data)));
    from.once('close', () => whenOpen(() => void to.destroy()));
    if (state !== 'open') from.pause();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    cut(how) {
      state = how;
      for (const socket of open) {
        if (how === 'silent') socket.pause();
        else socket.destroy();
      }
    },
    restore() {
      state = 'open';
      const passed = waiting;
      waiting = [];
      for (const action of passed) action();
      for (const socket of open) socket.resume();
    },
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
