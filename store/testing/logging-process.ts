/** A process of its own for logger.test.ts: logs so many lines, tells that it has, and ends as its parent says. */
import { pino } from 'pino';
import { openOutput } from '../logger.ts';

const [lineCount, timeoutMs] = process.argv.slice(2).map(Number);
const logger = pino({}, openOutput(process.stdout.fd, timeoutMs));
for (let line = 1; line <= (lineCount ?? 0); line += 1) logger.info({ line }, 'a line of the log');
process.once('message', (how) => {
  logger.info('the last words');
  if (how === 'crash') throw new Error('on purpose');
  if (how === 'exit') process.exit(7);
  process.disconnect();
});
process.send?.('logged');
