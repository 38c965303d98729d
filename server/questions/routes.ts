import type { FastifyInstance } from 'fastify';
import { limits } from '#contract/limits.ts';
import * as calls from '#contract/questions.ts';
import { requireContest, requireTimedContest } from '../contests/access.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { readAnswerTemplates, writeAnswerTemplates } from '../settings/queries.ts';
import { insertQuestion, markRead } from './ask.ts';
import * as inbox from './inbox.ts';
import { describeQuestion, readNews } from './told.ts';

export function questionsRoutes(app: FastifyInstance, context: Context): void {
  const { db, now, oneCallPerUser } = context;

  route(app, context, calls.listContestQuestions, 'question.read', async ({ params, user }) => {
    const seen = await requireTimedContest(db, user, 'question.read', params.id, now());
    return readNews(db, params.id, user, seen);
  });

  route(app, context, calls.askQuestion, 'question.ask', async ({ params, body, user, receivedAt }) => {
    const insert = () => insertQuestion(db, params.id, user, body, receivedAt);
    const bound = { most: limits.askRateMax, refusal: 'asking_too_fast' } as const;
    const id = await oneCallPerUser.run(user.id, insert, bound);
    return describeQuestion(db, id, user.id);
  });

  route(app, context, calls.markContestRead, 'question.read', async ({ params, body, user }) => {
    await requireContest(db, user, 'question.read', params.id, now());
    await markRead(db, params.id, user, body.items);
  });

  route(app, context, calls.listInbox, 'question.manage', ({ query }) => inbox.listInbox(db, query, now()));

  route(app, context, calls.countUnanswered, 'question.manage', async ({ query }) => ({
    unanswered: await inbox.countInbox(db, { ...query, state: 'open' }, now()),
  }));

  route(app, context, calls.claimQuestion, 'question.manage', ({ params, body, user }) =>
    inbox.claimQuestion(db, params.id, user, body, now()),
  );

  route(app, context, calls.releaseQuestion, 'question.manage', ({ params, user }) =>
    inbox.releaseQuestion(db, params.id, user),
  );

  route(app, context, calls.answerQuestion, 'question.manage', ({ params, body, user }) =>
    inbox.answerQuestion(db, params.id, user, body, now()),
  );

  route(app, context, calls.listAnnouncements, 'question.manage', ({ query }) =>
    inbox.listAnnouncements(db, query.contestId, now()),
  );

  route(app, context, calls.postAnnouncement, 'question.manage', ({ params, body, user }) =>
    inbox.postAnnouncement(db, params.id, user, body, now()),
  );

  route(app, context, calls.editAnnouncement, 'question.manage', ({ params, body }) =>
    inbox.editAnnouncement(db, params.id, body, now()),
  );

  route(app, context, calls.getAnswerTemplates, 'question.manage', async () => ({
    templates: await readAnswerTemplates(db),
  }));

  route(app, context, calls.putAnswerTemplates, 'question.manage', async ({ body }) => {
    await writeAnswerTemplates(db, body);
    return body;
  });
}
