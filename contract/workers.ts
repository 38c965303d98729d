import { z } from 'zod';
import { defineCall } from './call.ts';
import { wordsBeside } from './words-beside.ts';

/** Not fit for work yet; taking work; found unfit by its own checks, or out of room; finishing before it leaves. */
export const workerStates = ['checking', 'ready', 'refused', 'draining'] as const;

export const workerSchema = z.object({
  name: z.string(),
  state: z.enum(workerStates),
  /** Why it takes no work, or none in some languages, or compiles more slowly than it could. */
  reason: z.string().nullable(),
  reason_words: wordsBeside,
  cores: z.number().int(),
  cores_busy: z.number().int(),
  compiler: z.string(),
  sandbox: z.string(),
  architecture: z.string(),
  version: z.string(),
  started_at: z.iso.datetime(),
  seen_at: z.iso.datetime(),
  /** Its last word is older than a few heartbeats. */
  is_lost: z.boolean(),
});

export type Worker = z.infer<typeof workerSchema>;

export const listWorkers = defineCall({
  method: 'GET',
  path: '/admin/workers',
  summary: 'The judge machines: what they are, whether they take work, how busy they are',
  response: z.array(workerSchema),
});
