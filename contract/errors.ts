import { z } from 'zod';
import { en } from './messages/en.ts';

/** Every error the API answers with: its code and true status. The words are in the message catalogue. */
export const errorStatuses = {
  invalid_request: 400,
  login_required: 401,
  wrong_credentials: 401,
  wrong_password: 403,
  forbidden: 403,
  foreign_origin: 403,
  registration_disabled: 403,
  protected_account: 403,
  own_account: 403,
  not_found: 404,
  user_not_found: 404,
  username_taken: 409,
  prefix_used_up: 409,
  request_too_large: 413,
  unsupported_media_type: 415,
  problem_hidden: 403,
  problem_not_found: 404,
  problem_id_taken: 409,
  unknown_author: 400,
  upload_empty: 400,
  not_a_pdf: 400,
  not_a_zip: 400,
  pdf_too_large: 413,
  archive_too_large: 413,
  import_running: 409,
  import_not_found: 404,
  import_ended: 409,
  no_pdf: 404,
  submission_not_found: 404,
  contest_not_found: 404,
  contest_not_joined: 403,
  contest_scoreboard_closed: 403,
  contest_not_started: 403,
  contest_ended: 403,
  contest_start_past: 400,
  contest_end_past: 400,
  contest_start_fixed: 409,
  contest_times_fixed: 409,
  contest_running: 409,
  contest_problems_fixed: 409,
  problem_in_contest: 409,
  submission_not_yours: 403,
  too_many_pending: 429,
  submitting_too_fast: 429,
  too_many_attempts: 429,
  too_many_registrations: 429,
  internal: 500,
  not_ready: 503,
} as const satisfies { [code in keyof typeof en.errors]: number };

export type ErrorCode = keyof typeof errorStatuses;

/** A few errors tell more beside: the hidden page shows which problem it is. */
export const errorBody = z.looseObject({ code: z.string(), message: z.string() });

/** A refusal that the caller is told about in words. Anything else that is thrown is a fault: 500. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, message: string = en.errors[code], details: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.status = errorStatuses[code];
    this.details = details;
  }
}
