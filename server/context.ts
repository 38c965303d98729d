import type { Environment } from '#config/environment.ts';
import type { Database } from '#store/database.ts';

/** What every feature is given: nothing in server/ reaches for a global. */
export interface Context {
  readonly db: Database;
  readonly environment: Pick<Environment, 'PUBLIC_URL' | 'TRUST_PROXY'>;
  /** The server's clock decides; tests hold it still and move it. */
  readonly now: () => Date;
}
