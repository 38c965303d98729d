/** What the contest of a submission lets its owner know of it: for queries of submissions, with that contest joined. */
import { sql } from 'drizzle-orm';
import type { ContestFeedback } from '#contract/feedback.ts';
import { contests, submissions, virtualRuns } from './schema.ts';

/** Of a submission: the contest that it was made in, or in a virtual run of which. */
export const contestOfSubmission = sql<number | null>`case when ${submissions.virtualRunId} is null
  then coalesce(${submissions.contestId}, ${submissions.rehearsalOf})
  else (select ${virtualRuns.contestId} from ${virtualRuns} where ${virtualRuns.id} = ${submissions.virtualRunId}) end`;

/** What that has to say of it. */
export const contestFeedback = sql<ContestFeedback>`case when ${submissions.inMain} then 'full'
  else coalesce(${contests.feedback}, 'full') end`;

/** Not even whether it waits. */
export const isToldNothing = sql<boolean>`(${contestFeedback} = 'nothing')`;
