import type { Words } from '#contract/words.ts';
import { RequestFailed } from './api.ts';
import { sayOr } from './messages.ts';

interface Complaint {
  readonly code: string | null;
  readonly params: unknown;
  readonly text: string;
}

/** Each rule that the server says was broken by what was sent. */
export function listComplaints(error: unknown): Complaint[] {
  if (!(error instanceof RequestFailed) || error.serverMessage === null) return [];
  const { code, serverWords: said, serverMessage, details } = error;
  return [
    { code: said?.code ?? code, params: said?.params, text: sayOr(said, serverMessage) },
    ...((details.also ?? []) as Words[]).map((words) => ({ ...words, text: sayOr(words, '') })),
  ];
}
