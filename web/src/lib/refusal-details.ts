import type { ErrorCode } from '#contract/error-codes.ts';
import { RequestFailed } from './api.ts';

/** What a refusal with this code tells beside it, by its name there: mostly what somebody else has made meanwhile. */
export function readDetail<Detail>(error: Error | null, code: ErrorCode, name: string): Detail | null {
  if (!(error instanceof RequestFailed) || error.code !== code) return null;
  return (error.details[name] as Detail | undefined) ?? null;
}
