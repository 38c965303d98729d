/** Whoever takes part in a contest does not get round what it keeps back, or counts, by sending the same program elsewhere. */
import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { type Feedback, narrowFeedback } from '#contract/feedback.ts';
import { hasPenalty } from '#store/contest-formats/formats.ts';
import { type PinnedContest, pinnedColumns } from '#store/contest-rows.ts';
import { clockTime, findLastEnd, isPaused, type OwnTime, personalTime } from '#store/contest-times.ts';
import type { Queryable } from '#store/database.ts';
import { isContestUnfinished } from '#store/memberships.ts';
import { asked, preparedFor } from '#store/prepared.ts';
import { contestParticipants, contestProblems, contests } from '#store/schema.ts';
import { keyOf } from '../problems/slugs.ts';

/** A contest that has the problem, has started, has not finished and has this person in it. */
type OwnContest = PinnedContest & OwnTime;

export function selectOwnContests(db: Queryable, slug: string, userId: number, now: Date) {
  return asked(prepareOwnContests(db), { slug, userId, now });
}

const prepareOwnContests = preparedFor((db) =>
  db
    .select({
      ...pinnedColumns,
      extraMinutes: contestParticipants.extraMinutes,
      windowStartedAt: contestParticipants.windowStartedAt,
    })
    .from(contestProblems)
    .innerJoin(contests, eq(contests.id, contestProblems.contestId))
    .innerJoin(
      contestParticipants,
      and(
        eq(contestParticipants.contestId, contests.id),
        eq(contestParticipants.userId, sql.placeholder('userId')),
      ),
    )
    .where(
      and(
        eq(contestProblems.problemId, keyOf(sql.placeholder('slug'))),
        lte(contests.startTime, sql.placeholder('now')),
        isContestUnfinished,
        // Whoever has not begun does not know the contest's problems, and is not told them by a refusal.
        or(isNull(contests.windowMinutes), isNotNull(contestParticipants.windowStartedAt)),
      ),
    )
    .prepare('own-contests-of-problem'),
);

interface Withholding {
  readonly feedback: Feedback;
  readonly withholdsRunFacts: boolean;
}

/**
 * One of these is to get the program instead. `here`: the contest that it is sent to; null is the main list, and a virtual
 * run, which tells there what it was told as soon as its owner likes.
 */
export function isForOwnContest(
  problem: Withholding,
  here: PinnedContest | null,
  ownContests: readonly OwnContest[],
  now: Date,
): boolean {
  const others = ownContests.filter(({ id }) => id !== here?.id);
  return others.some((there) => isToldHere(problem, here, there, now) || isTriedForNothing(here, there, now));
}

/** What that contest keeps back is told here, or before that one is over. */
function isToldHere(
  { feedback, withholdsRunFacts }: Withholding,
  here: PinnedContest | null,
  there: PinnedContest,
  now: Date,
): boolean {
  const feedbackHere = here?.feedback ?? 'full';
  const keepsResults = narrowFeedback(feedback, there.feedback) !== feedback;
  const isMoreToldHere = narrowFeedback(feedbackHere, there.feedback) !== feedbackHere;
  const isToldFirst = !here || isPaused(there, now) || findLastEnd(there) > findLastEnd(here);
  return (keepsResults && (isMoreToldHere || isToldFirst)) || (withholdsRunFacts && isToldFirst);
}

/** Their time there is not over, and a verdict would cost them no penalty, or come while nobody there gets one. */
function isTriedForNothing(here: PinnedContest | null, there: OwnContest, now: Date): boolean {
  if (clockTime(there, now) >= personalTime(there, there).end) return false;
  return isPaused(there, now) || (hasPenalty(there) && !(here && hasPenalty(here)));
}
