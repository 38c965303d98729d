/**
 * From a change in the database to the streams of those who may hear of it. What a contest tells to all is read once,
 * with who of the people at its open pages may see it at this moment, and sent to two thousand pages as it is; nothing
 * is asked for by them. Everybody else is only told that there is something to ask for.
 */
import { and, eq, sql } from 'drizzle-orm';
import { eventNames } from '#contract/event-names.ts';
import { type NewsEvent, newsEventSchema, type SubmissionEvent } from '#contract/events.ts';
import type { Change } from '#store/changes.ts';
import { isThere } from '#store/contest-standings.ts';
import type { Queryable } from '#store/database.ts';
import { contestParticipants, contests, users } from '#store/schema.ts';
import { contestFacts, ownTimeColumns } from '../contests/access.ts';
import { describeClock } from '../contests/clock.ts';
import type { Context } from '../context.ts';
import { can } from '../policy.ts';
import { findToldAnnouncement, findToldQuestion, listToldStatements } from '../questions/told.ts';
import { type EventStreams, writeEvent } from './streams.ts';

export function createTeller(
  { db, now }: Pick<Context, 'db' | 'now'>,
  streams: EventStreams,
): (change: Change) => Promise<void> {
  const hintWatchers = notOftenerThan(judgingHintMs, hintOfJudging);

  return async (change) => {
    switch (change.kind) {
      case 'submission':
        hintWatchers();
        return tellSubmission(change.userId, change.submissionId);
      case 'claim':
        return hintStaff();
      case 'question':
        hintStaff();
        return tellQuestion(change.id);
      case 'announcement': {
        hintStaff();
        const told = await findToldAnnouncement(db, change.id);
        if (told) await tellAll({ contest_id: told.contestId, announcement: told.toAll }, told.toAll.problem);
        return;
      }
      case 'statement':
        for (const { contestId, toAll } of await listToldStatements(db, change.problemId))
          await tellAll({ contest_id: contestId, statement: toAll }, toAll);
        return;
      case 'clock':
        return tellClock(change.contestId, change.userId);
    }
  };

  function tellSubmission(userId: number, id: number): void {
    const event: SubmissionEvent = { id };
    streams.hint(userId, writeEvent(eventNames.submission, event), ({ user }) =>
      can(user, 'submission.follow', { isOwn: user.id === userId }),
    );
  }

  function hintOfJudging(): void {
    streams.hintAll(
      writeEvent(eventNames.judging, {}),
      ({ user, contestId }) => contestId !== null && can(user, 'contest.manage'),
    );
  }

  function hintStaff(): void {
    streams.hintAll(writeEvent(eventNames.inbox, {}), ({ user }) => can(user, 'question.manage'));
  }

  /** The asker asks for it: to others, the question is nobody's. */
  async function tellQuestion(id: string): Promise<void> {
    const told = await findToldQuestion(db, id);
    if (!told?.isAnswered) return;
    const { contestId, askerId, toAll } = told;
    if (askerId !== null) {
      const event: NewsEvent = { contest_id: contestId };
      streams.hint(
        askerId,
        writeEvent(eventNames.news, event),
        (listener) => listener.contestId === contestId,
      );
    }
    if (toAll) await tellAll({ contest_id: contestId, question: toAll }, toAll.problem, askerId);
  }

  /** To each their own: with extra minutes, or a personal window, it is not the same for all. */
  async function tellClock(contestId: number, userId: number | null): Promise<void> {
    const concerned = streams.listIn(contestId).filter(({ user }) => userId === null || user.id === userId);
    if (concerned.length === 0) return;
    const listening = [...new Set(concerned.map(({ user }) => user.id))];
    const readers = await listReaders(db, contestId, listening, 'question.read', now());
    streams.tellEachIn(contestId, ({ user }) => {
      const reader = readers.get(user.id);
      if (!reader) return null;
      const clock = describeClock(reader.contest, reader.own, now());
      return writeEvent(eventNames.news, newsEventSchema.parse({ contest_id: contestId, clock }));
    });
  }

  /** `about`: the problem that it tells of, which nobody but staff may hear of before the start. */
  async function tellAll(
    news: NewsEvent,
    about: object | null,
    exceptId: number | null = null,
  ): Promise<void> {
    const contestId = news.contest_id;
    const listening = [...new Set(streams.listIn(contestId).map(({ user }) => user.id))];
    if (listening.length === 0) return;
    const action = about === null ? 'question.read' : 'contest.enter';
    const readers = await listReaders(db, contestId, listening, action, now());
    const event = writeEvent(eventNames.news, newsEventSchema.parse(news));
    streams.tellIn(contestId, event, ({ user }) => user.id !== exceptId && readers.has(user.id));
  }
}

/** Each step of each judgement is a change; whoever watches a contest hears of many at once. */
const judgingHintMs = 1_000;

/** At once, and once more after the pause for all that came in it. */
function notOftenerThan(pauseMs: number, work: () => void): () => void {
  let pausing: NodeJS.Timeout | null = null;
  let isAsked = false;
  function run(): void {
    isAsked = false;
    work();
    pausing = setTimeout(() => {
      pausing = null;
      if (isAsked) run();
    }, pauseMs).unref();
  }
  return () => {
    isAsked = true;
    if (!pausing) run();
  };
}

type Action = 'question.read' | 'contest.enter';

/**
 * Who of these may see it now, with the contest and their own time in it: since their streams were opened, an account may
 * have gone or lost its role.
 */
async function listReaders(
  db: Queryable,
  contestId: number,
  userIds: readonly number[],
  action: Action,
  now: Date,
) {
  const rows = await db
    .select({ user: { id: users.id, role: users.role }, own: ownTimeColumns, contest: contests })
    .from(users)
    .innerJoin(contests, and(eq(contests.id, contestId), isThere))
    .leftJoin(
      contestParticipants,
      and(eq(contestParticipants.contestId, contests.id), eq(contestParticipants.userId, users.id)),
    )
    .where(sql`${users.id} = any(${sql.param(userIds)}::int[])`);
  const readers = rows.filter(({ contest, user, own }) => can(user, action, contestFacts(contest, now, own)));
  return new Map(readers.map(({ user, contest, own }) => [user.id, { contest, own }]));
}
