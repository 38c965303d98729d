import { pino } from 'pino';
import { readEnvironment, runOrExplain, StartError } from '#config/environment.ts';
import { stopRequested } from '#config/stop-request.ts';
import { prepareDatabase } from '#store/database.ts';

/** The judging process. It holds its place in the house; there is no queue to take work from yet. */
await runOrExplain(async () => {
  const stop = stopRequested();
  const environment = readEnvironment(process.env);
  if (!environment.DATABASE_URL)
    throw new StartError('DATABASE_URL: a worker needs the database of its servers.');
  const logger = pino({ level: environment.LOG_LEVEL, base: { process: 'worker' } });
  const database = await prepareDatabase(environment.DATABASE_URL, (error) =>
    logger.warn({ err: error }, 'a database connection was lost'),
  );
  logger.info({ reason: await stop }, 'stopping');
  await database.close();
  process.exit(0);
});
