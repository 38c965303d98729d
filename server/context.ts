import type { Environment } from '#config/environment.ts';
import type { Changes } from '#store/changes.ts';
import type { Database } from '#store/database.ts';
import type { Queue } from '#store/queue.ts';
import type { OneCallPerUser } from './one-call-per-user.ts';

/** What every feature is given: nothing in server/ reaches for a global. */
export interface Context {
  readonly db: Database;
  readonly queue: Queue;
  readonly changes: Changes;
  readonly oneCallPerUser: OneCallPerUser;
  readonly environment: Pick<Environment, 'PUBLIC_URL' | 'TRUST_PROXY' | 'METRICS_TOKEN'>;
  /** The server's clock decides; tests hold it still and move it. */
  readonly now: () => Date;
}
