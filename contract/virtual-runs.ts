/** A finished contest once more, by oneself: with its length from the press of a button, and its participants beside one. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { historyRow } from './contest-history.ts';
import { contestParams } from './ids.ts';
import { submission } from './submissions.ts';

const virtualRun = z.object({
  started_at: z.iso.datetime(),
  /** From this moment on nothing more is taken. */
  ends_at: z.iso.datetime(),
  /** Its submissions count as any others from here on, and all of them is told. */
  is_over: z.boolean(),
  /** What has come of it, as a row of the contest's history. Of results that are not told yet, only that there are tries. */
  row: historyRow,
  /** What the problems of the board's columns are called by now. Null: one is deleted, or held by another contest. */
  problems: z.array(z.object({ problem_id: z.string(), id: z.string().nullable() })),
  /** The newest first. */
  submissions: z.array(submission),
});
export type VirtualRun = z.infer<typeof virtualRun>;

const ownRun = z.object({
  /** Null: there is none. */
  run: virtualRun.nullable(),
  /** The title of another contest in which the caller has a run that is not over: there is one at a time. */
  busy_with: z.object({ id: z.int(), title: z.string() }).nullable(),
});
export type OwnVirtualRun = z.infer<typeof ownRun>;

export const getVirtualRun = defineCall({
  method: 'GET',
  path: '/contests/:id/virtual',
  summary: 'The caller’s virtual run of a finished contest',
  params: contestParams,
  response: ownRun,
});

export const startVirtualRun = defineCall({
  method: 'POST',
  path: '/contests/:id/virtual',
  creates: true,
  summary: 'Start a virtual run of a finished contest: once, and one at a time',
  params: contestParams,
  response: ownRun,
});

export const endVirtualRun = defineCall({
  method: 'POST',
  path: '/contests/:id/virtual/end',
  summary: 'End a virtual run before its time; ending twice is ending once',
  params: contestParams,
  response: ownRun,
});

export const removeVirtualRun = defineCall({
  method: 'DELETE',
  path: '/contests/:id/virtual',
  summary: 'Remove a virtual run that is over, so that another can be started; its submissions stay',
  params: contestParams,
});
