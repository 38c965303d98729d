import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { passwordSchema, usernameSchema } from '#contract/accounts.ts';

/**
 * Every environment variable Minos reads (docs/configuration.md explains them; a test keeps the two alike).
 * An empty value counts as unset, so that `PORT= npm start` does what its writer means.
 */
export const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  DATABASE_URL: postgresAddress().optional(),
  DATABASE_OWNER_URL: postgresAddress().optional(),
  ADMIN_USERNAME: usernameSchema.default('admin'),
  ADMIN_PASSWORD: passwordSchema.optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .transform((url) => new URL(url).origin)
    .optional(),
  TRUST_PROXY: z.string().default('').transform(parseTrustProxy),
  WORKER_NAME: z
    .string()
    .regex(/^[\w.:@-]{1,64}$/, 'must be 1 to 64 letters, digits or . : @ _ -')
    .optional(),
  JUDGE_CORES: wholeNumber(1, 1024).optional(),
  CACHE_MB: wholeNumber(64, 1_048_576).default(4096),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 letters, digits or signs, without spaces')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Environment = z.infer<typeof environmentSchema>;

/** The supervisor does not try a child again that ends with this. */
export const refusedExitCode = 78;

/** A start that cannot succeed until a person changes something. Its message is meant for that person. */
export class StartError extends Error {
  /** EX_CONFIG of sysexits.h: trying again is no use. */
  readonly exitCode: number = refusedExitCode;
}

/** A start that failed for a reason which may pass by itself: a database that is away. */
export class PassingStartError extends StartError {
  /** EX_TEMPFAIL of sysexits.h. */
  override readonly exitCode: number = 75;
}

export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const complaints = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new StartError(`Minos cannot start with these settings:\n${complaints.join('\n')}`);
}

/** For a process's main: does the work, or says why it cannot start and ends with the exit code for that. */
export async function runOrExplain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(error.exitCode);
  }
}

function postgresAddress() {
  return z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address');
}

function wholeNumber(least: number, most: number) {
  const complaint = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d+$/, complaint)
    .transform(Number)
    .refine((value) => value >= least && value <= most, complaint);
}

/** The proxies whose word about the visitor's address is taken: `loopback`, addresses, networks; or none. */
function parseTrustProxy(value: string, context: z.RefinementCtx<string>): false | string[] {
  if (value === '') return false;
  const entries = value.split(',').map((entry) => entry.trim());
  const wrong = entries.filter((entry) => !isProxyEntry(entry));
  if (wrong.length > 0)
    context.addIssue(`must list addresses, networks or loopback; not ${wrong.join(', ')}`);
  return entries;
}

function isProxyEntry(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', prefix = '0', ...more] = entry.split('/');
  const version = isIP(address);
  return (
    version !== 0 && more.length === 0 && /^\d+$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)
  );
}
