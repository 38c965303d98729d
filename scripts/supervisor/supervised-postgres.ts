import { setTimeout as delay } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#store/embedded-postgres.ts';
import type { LogFile } from './log-file.ts';

const pauseMs = 500;

export type SupervisedPostgres = Omit<EmbeddedPostgres, 'exited'>;

/** The embedded database, started again whenever it dies, until `stop`. The first start must succeed. */
export async function keepPostgresRunning(dataDir: string, log: LogFile): Promise<SupervisedPostgres> {
  const start = () => startEmbeddedPostgres({ dataDir, onLog: (line) => log.line(`postgres: ${line}`) });
  let postgres = await start();
  let stopping = false;

  async function run(): Promise<void> {
    while (true) {
      await postgres.exited;
      if (stopping) return;
      log.say('PostgreSQL ended unexpectedly; it is started again.');
      await restart();
    }
  }

  /** Processes of a killed server may hold its memory for a moment, so the first tries may fail. */
  async function restart(): Promise<void> {
    while (!stopping) {
      try {
        postgres = await start();
        // Asked to stop meanwhile: this new one was not there to be stopped.
        if (stopping) await postgres.stop();
        return;
      } catch (error) {
        log.say(`PostgreSQL does not start: ${error instanceof Error ? error.message : error}`);
        await delay(pauseMs);
      }
    }
  }

  const ended = run();
  const { connectionString, connectionStringOf } = postgres;
  return {
    connectionString,
    connectionStringOf,
    stop: async () => {
      stopping = true;
      await postgres.stop();
      await ended;
    },
  };
}
