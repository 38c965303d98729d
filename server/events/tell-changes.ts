/**
 * From a change in the database to the streams of those who may hear of it. What a contest tells to all is read once,
 * with who of the people at its open pages may see it at this moment, and sent to two thousand pages as it is; nothing
 * is asked for by them. Everybody else is only told that there is something to ask for.
 */
import { eventNames } from '#contract/event-names.ts';
import { type NewsEvent, newsEventSchema, type SubmissionEvent } from '#contract/events.ts';
import type { Change } from '#store/changes.ts';
import { describeClock } from '../contests/clock.ts';
import type { Context } from '../context.ts';
import { can } from '../policy.ts';
import { findToldAnnouncement, findToldQuestion, listToldStatements } from '../questions/told.ts';
import { findPeople } from './people.ts';
import { type EventStreams, writeEvent } from './streams.ts';

export function createTeller(
  { db, now }: Pick<Context, 'db' | 'now'>,
  streams: EventStreams,
): (change: Exclude<Change, { kind: 'board' }>) => Promise<void> {
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
    const people = await findPeople(db, contestId, listening, now());
    await streams.tellEachIn(contestId, ({ user }) => {
      const person = people.get(user.id);
      if (!person || !can(person.user, 'question.read', person.contest)) return null;
      const clock = describeClock(person.row, person.own, now());
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
    const people = await findPeople(db, contestId, listening, now());
    const event = writeEvent(eventNames.news, newsEventSchema.parse(news));
    await streams.tellIn(contestId, event, ({ user: { id } }) => {
      const person = people.get(id);
      return id !== exceptId && person !== undefined && can(person.user, action, person.contest);
    });
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
