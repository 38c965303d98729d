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
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .optional(),
  ADMIN_USERNAME: usernameSchema.default('admin'),
  ADMIN_PASSWORD: passwordSchema.optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .transform((url) => new URL(url).origin)
    .optional(),
  TRUST_PROXY: z.string().default('').transform(parseTrustProxy),
  JUDGE_CORES: wholeNumber(1, 1024).optional(),
  CACHE_MB: wholeNumber(64, 1_048_576).default(4096),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Environment = z.infer<typeof environmentSchema>;

/** A start that cannot succeed until a person changes something. Its message is meant for that person. */
export class StartError extends Error {}

/** The exit code of a StartError (EX_CONFIG of sysexits.h): the supervisor does not try such a child again. */
export const startErrorExitCode = 78;

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
    process.exit(startErrorExitCode);
  }
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
function parseTrustProxy(value: string): false | string[] {
  if (value === '') return false;
  return value.split(',').map((entry) => entry.trim());
}
