/**
 * Who may make which call: everything that the server answers in one table. The statuses were written by hand; the
 * policy must say the same and the running server do the same. 2xx and other answers that come after the check of
 * permission stand as they are; a route that is missing here fails the last test.
 */
import { describe, expect, it } from 'vitest';
import { usualAlarmMinutes } from '#contract/contest-day.ts';
import { errorStatuses } from '#contract/error-codes.ts';
import { finishContests } from './contests/finisher.ts';
import { makeContestTools, minute } from './contests/testing.ts';
import {
  type Action,
  type Asker,
  type ContestFacts,
  type EditorialFacts,
  type JoiningFacts,
  refusalOf,
  refusalToAsk,
  rules,
} from './policy.ts';
import { makeForm } from './testing/form.ts';
import { makeTestApp } from './testing/test-app.ts';

const METRICS_TOKEN = 'a-token-of-thirty-two-characters';
const testApp = await makeTestApp({ METRICS_TOKEN });
const { advance, app, context, makeClient, signUp } = testApp;
const { staff, join, judge, makeContest, makeProblem, submit } = await makeContestTools(testApp);
const admin = await signUp('admin');
const outsider = await signUp('user');
const participant = await signUp('user');
const roles = { visitor: makeClient(), user: outsider, participant, staff, admin };
type Statuses = [visitor: number, user: number, participant: number, staff: number, admin: number];

await makeProblem('open');
await makeProblem('hidden');
await staff.put('/api/admin/problems/hidden/visibility', { isVisible: false });
const pdf = makeForm({ problemPdf: { name: 'x.pdf', content: '%PDF-1.7' } });
for (const id of [
  'open',
  'hidden',
  await makeProblem('held'),
  await makeProblem('coming'),
  await makeProblem('past'),
]) {
  await staff.post(`/api/admin/problems/${id}/upload`, pdf.payload, { headers: pdf.headers });
}
const finished = await makeContest({ startsInMs: minute, lastsMs: minute, problems: ['past'] });
await join(participant, finished);
advance(minute);
await judge(await submit(participant, 'past', finished), 10);
advance(2 * minute);
await finishContests(context.db, context.now());
/** Over, but for its thaw. */
const frozen = await makeContest({ startsInMs: minute, lastsMs: minute, settings: { freeze_minutes: 1 } });
advance(2 * minute);
const running = await makeContest({ startsInMs: minute, lastsMs: 60 * minute, problems: ['held'] });
const scheduled = await makeContest({ startsInMs: 60 * minute, problems: ['coming'] });
/** Nobody has started their own time in it. */
const windowed = await makeContest({ startsInMs: minute, settings: { window_minutes: 30 } });
const byList = await makeContest({ startsInMs: 60 * minute, settings: { entry: 'list' } });
const byPassword = await makeContest({
  startsInMs: 60 * minute,
  settings: { entry: 'password', entry_password: 'open sesame' },
});
for (const id of [running, scheduled, windowed]) await join(participant, id);
for (const id of [byList, byPassword])
  await staff.post(`/api/admin/contests/${id}/participants`, { usernames: [participant.username] });
advance(minute);
const inMain = await submit(participant, 'open');
const inContest = await submit(participant, 'held', running);
const toHidden = await submit(staff, 'hidden');
const rehearsal = await submit(staff, 'coming', scheduled);
const someone = await signUp('user');
const asked = await participant.post(`/api/contests/${running}/questions`, { text: 'Is it so?' });
const question = `/api/admin/questions/${asked.json().id}`;
const posted = await staff.post(`/api/admin/contests/${running}/announcements`, { text: 'It is so.' });
const announcement = `/api/admin/announcements/${posted.json().id}`;
const times = { startTime: '2027-01-01T00:00:00Z', endTime: '2027-01-02T00:00:00Z' };
const problem = { title: 'x', author: staff.username, time_limit_ms: 1000, memory_limit_mb: 256 };

let made = 0;
const fresh = (prefix: string) => `${prefix}-${++made}`;
const freshProblem = () => makeProblem(fresh('new'));
const freshContest = () => makeContest();
const zip = makeForm({ testcasesZip: { name: 'x.zip', content: 'PK\x03\x04' } });
const editorialForm = makeForm({ editorialPdf: { name: 'e.pdf', content: '%PDF-1.7 solutions' } });
for (const id of [finished, running]) {
  await staff.post(`/api/admin/contests/${id}/editorial/pdf`, editorialForm.payload, {
    headers: editorialForm.headers,
  });
}
const packageForm = makeForm({ package: { name: 'x.zip', content: 'PK\x03\x04' } });
async function freshImport(): Promise<string> {
  const upload = `/api/admin/problems/${await freshProblem()}/upload`;
  const { jobId } = (await staff.post(upload, zip.payload, { headers: zip.headers })).json();
  return `/api/admin/upload-progress/${jobId}`;
}

type Who = keyof typeof roles;
const askers: Record<Who, Asker> = {
  visitor: null,
  user: { role: 'user' },
  participant: { role: 'user' },
  staff: { role: 'staff' },
  admin: { role: 'admin' },
};

/** A question that a handler asks, and what it knows; that may depend on who has sent the request. */
type Question = readonly [action: Action, facts: object | ((who: Who) => object)];

const open = { isVisible: true, isHeld: false, isOpenHere: false };
const hidden = { ...open, isVisible: false };
const held = { ...open, isHeld: true };
const heldHere = { ...held, isOpenHere: true };
const ownedBy = (owner: Who, problem: object) => (who: Who) => ({
  ...problem,
  isOwn: who === owner,
  isFrozen: false,
  isRehearsal: false,
  isListClosed: false,
});
/** In a contest whose list is closed to the others. */
const inContestOf = (owner: Who, problem: object) => (who: Who) => ({
  ...ownedBy(owner, problem)(who),
  isListClosed: who !== owner,
});

const contestWhile = (facts: Omit<ContestFacts, 'isParticipant'>) => (who: Who) => ({
  ...facts,
  isParticipant: who === 'participant',
});
const oneClock = { isPaused: false, hasWindow: false, awaitsOwnStart: false };
const asSet = { everHadFreeze: false, ...oneClock };
const untilThaw = { everHadFreeze: true, ...oneClock };
const whileScheduled = contestWhile({
  hasStarted: false,
  hasEnded: false,
  isOver: false,
  isFinished: false,
  ...asSet,
});
const whileRunning = contestWhile({
  hasStarted: true,
  hasEnded: false,
  isOver: false,
  isFinished: false,
  ...asSet,
});
const whileWindowed = contestWhile({
  ...whileRunning('visitor'),
  hasWindow: true,
  awaitsOwnStart: true,
});
const whileFrozen = contestWhile({
  hasStarted: true,
  hasEnded: true,
  isOver: true,
  isFinished: false,
  ...untilThaw,
});
const afterwards = contestWhile({
  hasStarted: true,
  hasEnded: true,
  isOver: true,
  isFinished: true,
  ...asSet,
});

const openProblems: EditorialFacts = { isSecretElsewhere: false, hasHiddenProblem: false };

/** What a contest asks of those who join does not concern staff. */
const joiningWhile = (contest: (who: Who) => object, asked: Partial<JoiningFacts>) => (who: Who) => ({
  isByList: false,
  lacksPassword: false,
  isInOtherRoom: false,
  ...contest(who),
  ...(who === 'staff' || who === 'admin' ? {} : asked),
});

interface Row {
  readonly call: string;
  /** When the address has parameters, or more than one case of a call is looked at. */
  readonly at?: string | (() => string | Promise<string>);
  readonly body?: unknown | (() => unknown);
  readonly headers?: Record<string, string>;
  readonly expected: Statuses;
  /** What the policy is asked about the thing itself, after the route's own question of who may ask at all. */
  readonly asks?: readonly Question[];
  /** How it goes on for whom the policy allows it; 200 unless it is told. */
  readonly allowed?: number;
}

const everyone: Statuses = [200, 200, 200, 200, 200];
const table: Row[] = [
  { call: 'GET /api/me', expected: everyone },
  {
    call: 'POST /api/login',
    body: { username: 'x', password: 'wrong' },
    allowed: 401,
    expected: [401, 401, 401, 401, 401],
  },
  {
    call: 'POST /api/register',
    body: { username: 'abc', password: 'abcdef' },
    asks: [['account.register', { isRegistrationEnabled: false }]],
    expected: [403, 403, 403, 403, 403],
  },
  { call: 'GET /api/settings/registration', expected: everyone },
  { call: 'GET /api/languages', expected: everyone },
  {
    call: 'PUT /api/me/password',
    body: { currentPassword: 'wrong', newPassword: 'abcdef' },
    allowed: 403,
    expected: [401, 403, 403, 403, 403],
  },

  { call: 'GET /api/problems-with-stats', expected: [401, 200, 200, 200, 200] },
  {
    call: 'GET /api/problems/{problemId}',
    at: '/api/problems/open',
    asks: [['problem.read', open]],
    expected: everyone,
  },
  {
    call: 'GET /api/problems/{problemId}',
    at: '/api/problems/hidden',
    asks: [['problem.read', hidden]],
    expected: [403, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/problems/{problemId}',
    at: '/api/problems/held',
    asks: [['problem.read', held]],
    expected: [404, 404, 404, 200, 200],
  },
  {
    call: 'GET /api/problems/{problemId}',
    at: '/api/problems/past',
    asks: [['problem.read', open]],
    expected: everyone,
  },
  {
    call: 'GET /api/problems/{problemId}/pdf',
    at: '/api/problems/open/pdf',
    asks: [['problem.read', open]],
    expected: everyone,
  },
  {
    call: 'GET /api/problems/{problemId}/pdf',
    at: '/api/problems/hidden/pdf',
    asks: [['problem.read', hidden]],
    expected: [403, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/problems/{problemId}/pdf',
    at: '/api/problems/held/pdf',
    asks: [['problem.read', held]],
    expected: [404, 404, 404, 200, 200],
  },

  {
    call: 'POST /api/submit',
    body: { problemId: 'open', language: 'cpp', code: 'x' },
    asks: [['submission.create', open]],
    allowed: 201,
    expected: [401, 201, 201, 201, 201],
  },
  {
    call: 'POST /api/submit',
    body: { problemId: 'hidden', language: 'cpp', code: 'x' },
    asks: [['submission.create', hidden]],
    allowed: 201,
    expected: [401, 403, 403, 201, 201],
  },
  {
    call: 'POST /api/submit',
    body: { problemId: 'held', language: 'cpp', code: 'x' },
    asks: [['submission.create', held]],
    allowed: 201,
    expected: [401, 404, 404, 201, 201],
  },
  {
    call: 'POST /api/submit',
    body: { problemId: 'held', language: 'cpp', code: 'x', contestId: running },
    asks: [
      ['contest.submit', whileRunning],
      ['submission.create-in-contest', heldHere],
    ],
    allowed: 201,
    expected: [401, 403, 201, 403, 403],
  },
  {
    call: 'POST /api/submit',
    body: { problemId: 'open', language: 'cpp', code: 'x', contestId: running },
    asks: [
      ['contest.submit', whileRunning],
      ['submission.create-in-contest', open],
    ],
    expected: [401, 403, 404, 403, 403],
  },
  {
    call: 'POST /api/submit',
    body: { problemId: 'coming', language: 'cpp', code: 'x', contestId: scheduled },
    asks: [['contest.rehearse', whileScheduled]],
    allowed: 201,
    expected: [401, 403, 403, 201, 201],
  },
  {
    call: 'POST /api/submit',
    body: { problemId: 'past', language: 'cpp', code: 'x', contestId: finished },
    asks: [['contest.submit', afterwards]],
    expected: [401, 403, 403, 403, 403],
  },
  { call: 'GET /api/submissions', expected: [401, 200, 200, 200, 200] },
  {
    call: 'GET /api/submissions',
    at: '/api/submissions?verdict=Accepted&language=cpp',
    expected: [401, 200, 200, 200, 200],
  },
  {
    call: 'GET /api/submissions',
    at: '/api/submissions?username=participant',
    asks: [['submission.list-by-person', {}]],
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/submissions',
    at: `/api/submissions?contestId=${running}`,
    asks: [['contest.enter', whileRunning]],
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/submissions',
    at: `/api/submissions?contestId=${scheduled}`,
    asks: [['contest.enter', whileScheduled]],
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/submissions/{id}',
    at: `/api/submissions/${inMain}`,
    asks: [['submission.read', ownedBy('participant', open)]],
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/submissions/{id}',
    at: `/api/submissions/${inContest}`,
    asks: [['submission.read', inContestOf('participant', heldHere)]],
    expected: [401, 404, 200, 200, 200],
  },
  {
    call: 'GET /api/submissions/{id}',
    at: `/api/submissions/${inContest}?contestId=${running}`,
    asks: [['submission.read', inContestOf('participant', heldHere)]],
    expected: [401, 404, 200, 200, 200],
  },
  {
    call: 'GET /api/submissions/{id}',
    at: `/api/submissions/${rehearsal}?contestId=${scheduled}`,
    asks: [['submission.read', (who) => ({ ...inContestOf('staff', held)(who), isRehearsal: true })]],
    expected: [401, 404, 404, 200, 200],
  },
  {
    call: 'GET /api/submissions/{id}',
    at: `/api/submissions/${toHidden}`,
    asks: [['submission.read', ownedBy('staff', hidden)]],
    expected: [401, 404, 404, 200, 200],
  },
  {
    call: 'GET /api/events',
    asks: [['submission.follow', { isOwn: true }]],
    expected: [401, 200, 200, 200, 200],
  },
  {
    call: 'GET /api/events',
    at: `/api/events?contestId=${running}`,
    asks: [
      ['submission.follow', { isOwn: true }],
      ['question.read', whileRunning],
    ],
    expected: [401, 403, 200, 200, 200],
  },
  { call: 'GET /api/scoreboard', expected: [401, 200, 200, 200, 200] },

  { call: 'GET /api/contests', expected: everyone },
  {
    call: 'GET /api/contests/{id}',
    at: `/api/contests/${running}`,
    asks: [['contest.read', whileRunning]],
    expected: [403, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}',
    at: `/api/contests/${finished}`,
    asks: [['contest.read', afterwards]],
    expected: [403, 403, 200, 200, 200],
  },
  {
    call: 'POST /api/contests/{id}/join',
    at: async () => `/api/contests/${await freshContest()}/join`,
    asks: [['contest.join', joiningWhile(whileScheduled, {})]],
    expected: [401, 200, 200, 200, 200],
  },
  {
    call: 'POST /api/contests/{id}/join',
    at: `/api/contests/${byList}/join`,
    asks: [['contest.join', joiningWhile(whileScheduled, { isByList: true })]],
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'POST /api/contests/{id}/join',
    at: `/api/contests/${byPassword}/join`,
    body: { password: 'not this one' },
    asks: [['contest.join', joiningWhile(whileScheduled, { lacksPassword: true })]],
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'POST /api/contests/{id}/join',
    at: `/api/contests/${byPassword}/join`,
    asks: [['contest.join', joiningWhile(whileScheduled, { lacksPassword: true })]],
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'POST /api/contests/{id}/join',
    at: `/api/contests/${finished}/join`,
    asks: [['contest.join', joiningWhile(afterwards, {})]],
    expected: [401, 403, 403, 403, 403],
  },
  {
    call: 'GET /api/contests/{id}/problems',
    at: `/api/contests/${running}/problems`,
    asks: [['contest.enter', whileRunning]],
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}/problems',
    at: `/api/contests/${scheduled}/problems`,
    asks: [['contest.enter', whileScheduled]],
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/contests/{contestId}/problems/{problemId}',
    at: `/api/contests/${running}/problems/held`,
    asks: [
      ['contest.enter', whileRunning],
      ['problem.read', heldHere],
    ],
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/contests/{contestId}/problems/{problemId}',
    at: `/api/contests/${running}/problems/open`,
    asks: [['contest.enter', whileRunning]],
    allowed: 404,
    expected: [401, 403, 404, 404, 404],
  },
  {
    call: 'GET /api/contests/{contestId}/problems/{problemId}',
    at: `/api/contests/${scheduled}/problems/coming`,
    asks: [
      ['contest.enter', whileScheduled],
      ['problem.read', heldHere],
    ],
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/contests/{contestId}/problems/{problemId}/pdf',
    at: `/api/contests/${running}/problems/held/pdf`,
    asks: [
      ['contest.enter', whileRunning],
      ['problem.read', heldHere],
    ],
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/contests/{contestId}/problems/{problemId}/pdf',
    at: `/api/contests/${scheduled}/problems/coming/pdf`,
    asks: [
      ['contest.enter', whileScheduled],
      ['problem.read', heldHere],
    ],
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}/scoreboard',
    at: `/api/contests/${running}/scoreboard`,
    asks: [['contest.read-scoreboard', whileRunning]],
    expected: [403, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}/scoreboard',
    at: `/api/contests/${scheduled}/scoreboard`,
    asks: [['contest.read-scoreboard', whileScheduled]],
    expected: [403, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}/scoreboard',
    at: `/api/contests/${finished}/scoreboard`,
    asks: [['contest.read-scoreboard', afterwards]],
    expected: everyone,
  },
  {
    call: 'GET /api/contests/{id}/scoreboard',
    at: `/api/contests/${frozen}/scoreboard`,
    asks: [['contest.read-scoreboard', whileFrozen]],
    expected: everyone,
  },
  {
    call: 'GET /api/contests/{id}/scoreboard/own',
    at: `/api/contests/${running}/scoreboard/own`,
    asks: [['contest.enter', whileRunning]],
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}/progress',
    at: `/api/contests/${running}/progress`,
    asks: [['contest.read-scoreboard', whileRunning]],
    expected: [403, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}/progress',
    at: `/api/contests/${finished}/progress`,
    asks: [['contest.read-scoreboard', afterwards]],
    expected: everyone,
  },

  {
    call: 'GET /api/contests/{id}/history',
    at: `/api/contests/${running}/history`,
    asks: [
      ['contest.read-scoreboard', whileRunning],
      ['contest.read-history', whileRunning],
    ],
    expected: [403, 403, 403, 403, 403],
  },
  {
    call: 'GET /api/contests/{id}/history',
    at: `/api/contests/${frozen}/history`,
    asks: [
      ['contest.read-scoreboard', whileFrozen],
      ['contest.read-history', whileFrozen],
    ],
    expected: [403, 403, 403, 403, 403],
  },
  {
    call: 'GET /api/contests/{id}/history',
    at: `/api/contests/${finished}/history`,
    asks: [
      ['contest.read-scoreboard', afterwards],
      ['contest.read-history', afterwards],
    ],
    expected: everyone,
  },
  {
    call: 'GET /api/contests/{id}/statistics',
    at: `/api/contests/${running}/statistics`,
    asks: [
      ['contest.read-scoreboard', whileRunning],
      ['contest.read-statistics', whileRunning],
    ],
    expected: [403, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}/statistics',
    at: `/api/contests/${frozen}/statistics`,
    asks: [
      ['contest.read-scoreboard', whileFrozen],
      ['contest.read-statistics', whileFrozen],
    ],
    expected: [403, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}/statistics',
    at: `/api/contests/${finished}/statistics`,
    asks: [
      ['contest.read-scoreboard', afterwards],
      ['contest.read-statistics', afterwards],
    ],
    expected: everyone,
  },

  {
    call: 'GET /api/contests/{id}/virtual',
    at: `/api/contests/${running}/virtual`,
    asks: [
      ['contest.read-scoreboard', whileRunning],
      ['contest.run-virtually', whileRunning],
    ],
    expected: [401, 403, 403, 403, 403],
  },
  {
    call: 'GET /api/contests/{id}/virtual',
    at: `/api/contests/${frozen}/virtual`,
    asks: [
      ['contest.read-scoreboard', whileFrozen],
      ['contest.run-virtually', whileFrozen],
    ],
    expected: [401, 403, 403, 403, 403],
  },
  {
    call: 'GET /api/contests/{id}/virtual',
    at: `/api/contests/${finished}/virtual`,
    asks: [
      ['contest.read-scoreboard', afterwards],
      ['contest.run-virtually', afterwards],
    ],
    expected: [401, 200, 200, 200, 200],
  },
  {
    call: 'POST /api/contests/{id}/virtual',
    at: `/api/contests/${running}/virtual`,
    asks: [
      ['contest.read-scoreboard', whileRunning],
      ['contest.run-virtually', whileRunning],
    ],
    expected: [401, 403, 403, 403, 403],
  },
  {
    call: 'POST /api/contests/{id}/virtual',
    at: `/api/contests/${finished}/virtual`,
    asks: [
      ['contest.read-scoreboard', afterwards],
      ['contest.run-virtually', afterwards],
    ],
    allowed: 201,
    expected: [401, 201, 201, 201, 201],
  },
  {
    call: 'DELETE /api/contests/{id}/virtual',
    at: `/api/contests/${finished}/virtual`,
    asks: [
      ['contest.read-scoreboard', afterwards],
      ['contest.run-virtually', afterwards],
    ],
    allowed: 409,
    expected: [401, 409, 409, 409, 409],
  },
  {
    call: 'POST /api/contests/{id}/virtual/end',
    at: `/api/contests/${running}/virtual/end`,
    asks: [
      ['contest.read-scoreboard', whileRunning],
      ['contest.run-virtually', whileRunning],
    ],
    expected: [401, 403, 403, 403, 403],
  },
  {
    call: 'POST /api/contests/{id}/virtual/end',
    at: `/api/contests/${finished}/virtual/end`,
    asks: [
      ['contest.read-scoreboard', afterwards],
      ['contest.run-virtually', afterwards],
    ],
    expected: [401, 200, 200, 200, 200],
  },

  {
    call: 'GET /api/contests/{id}/standings.csv',
    at: `/api/contests/${running}/standings.csv`,
    asks: [
      ['contest.read-scoreboard', whileRunning],
      ['contest.take-standings', whileRunning],
    ],
    expected: [403, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}/standings.csv',
    at: `/api/contests/${running}/standings.csv?view=frozen`,
    asks: [
      ['contest.read-scoreboard', whileRunning],
      ['contest.take-standings', whileRunning],
    ],
    expected: [403, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}/standings.csv',
    at: `/api/contests/${finished}/standings.csv`,
    asks: [
      ['contest.read-scoreboard', afterwards],
      ['contest.take-standings', afterwards],
    ],
    expected: everyone,
  },
  {
    call: 'GET /api/contests/{id}/editorial',
    at: `/api/contests/${running}/editorial`,
    asks: [['contest.read-editorial', (who) => ({ ...whileRunning(who), ...openProblems })]],
    expected: [403, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}/editorial',
    at: `/api/contests/${finished}/editorial`,
    asks: [['contest.read-editorial', (who) => ({ ...afterwards(who), ...openProblems })]],
    expected: everyone,
  },
  {
    call: 'GET /api/contests/{id}/editorial/pdf',
    at: `/api/contests/${running}/editorial/pdf`,
    asks: [['contest.read-editorial', (who) => ({ ...whileRunning(who), ...openProblems })]],
    expected: [403, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}/editorial/pdf',
    at: `/api/contests/${finished}/editorial/pdf`,
    asks: [['contest.read-editorial', (who) => ({ ...afterwards(who), ...openProblems })]],
    expected: everyone,
  },
  {
    call: 'PUT /api/admin/contests/{id}/editorial',
    at: `/api/admin/contests/${running}/editorial`,
    body: { text: 'Sort, then count.' },
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'POST /api/admin/contests/{id}/editorial/pdf',
    at: `/api/admin/contests/${running}/editorial/pdf`,
    body: editorialForm.payload,
    headers: editorialForm.headers,
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'DELETE /api/admin/contests/{id}/editorial/pdf',
    at: async () => `/api/admin/contests/${await freshContest()}/editorial/pdf`,
    allowed: 204,
    expected: [401, 403, 403, 204, 204],
  },
  {
    call: 'GET /api/contests/{id}/questions',
    at: `/api/contests/${scheduled}/questions`,
    asks: [['question.read', whileScheduled]],
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}/questions',
    at: `/api/contests/${finished}/questions`,
    asks: [['question.read', afterwards]],
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'POST /api/contests/{id}/questions',
    at: `/api/contests/${scheduled}/questions`,
    body: { text: 'When?' },
    asks: [['question.ask', whileScheduled]],
    allowed: 201,
    expected: [401, 403, 201, 403, 403],
  },
  {
    call: 'POST /api/contests/{id}/questions',
    at: `/api/contests/${running}/questions`,
    body: { text: 'How?', problemId: 'held' },
    asks: [['question.ask', whileRunning]],
    allowed: 201,
    expected: [401, 403, 201, 403, 403],
  },
  {
    call: 'POST /api/contests/{id}/questions',
    at: `/api/contests/${finished}/questions`,
    body: { text: 'Why?' },
    asks: [['question.ask', afterwards]],
    expected: [401, 403, 403, 403, 403],
  },
  {
    call: 'POST /api/contests/{id}/questions/read',
    at: `/api/contests/${running}/questions/read`,
    body: { items: [] },
    asks: [['question.read', whileRunning]],
    allowed: 204,
    expected: [401, 403, 204, 204, 204],
  },
  { call: 'GET /api/admin/questions', expected: [401, 403, 403, 200, 200] },
  { call: 'GET /api/admin/questions/unanswered', expected: [401, 403, 403, 200, 200] },
  {
    call: 'POST /api/admin/questions/{id}/claim',
    at: `${question}/claim`,
    body: { takeOver: true },
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'DELETE /api/admin/questions/{id}/claim',
    at: `${question}/claim`,
    allowed: 204,
    expected: [401, 403, 403, 204, 204],
  },
  {
    call: 'GET /api/admin/contests/{id}/participants',
    at: `/api/admin/contests/${running}/participants`,
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/admin/contests/{id}/accounts',
    at: `/api/admin/contests/${running}/accounts?search=a`,
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'POST /api/admin/contests/{id}/participants',
    at: `/api/admin/contests/${running}/participants`,
    body: { usernames: [participant.username] },
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'PUT /api/admin/contests/{id}/participants/unofficial',
    at: `/api/admin/contests/${running}/participants/unofficial`,
    body: { userIds: [participant.id], unofficial: false },
    allowed: 204,
    expected: [401, 403, 403, 204, 204],
  },
  {
    call: 'DELETE /api/admin/contests/{id}/participants/{userId}',
    at: `/api/admin/contests/${running}/participants/${participant.id}`,
    allowed: 409,
    expected: [401, 403, 403, 409, 409],
  },
  {
    call: 'GET /api/admin/contests/{id}/participants/{userId}/report',
    at: `/api/admin/contests/${running}/participants/${participant.id}/report`,
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'PUT /api/admin/questions/{id}/answer',
    at: `${question}/answer`,
    body: { text: 'Yes', is_public: true, version: 7 },
    allowed: 409,
    expected: [401, 403, 403, 409, 409],
  },
  { call: 'GET /api/admin/announcements', expected: [401, 403, 403, 200, 200] },
  {
    call: 'POST /api/admin/contests/{id}/announcements',
    at: `/api/admin/contests/${scheduled}/announcements`,
    body: { text: 'Soon.' },
    allowed: 201,
    expected: [401, 403, 403, 201, 201],
  },
  {
    call: 'PUT /api/admin/announcements/{id}',
    at: announcement,
    body: { text: 'It is not so.', version: 7 },
    allowed: 409,
    expected: [401, 403, 403, 409, 409],
  },
  { call: 'GET /api/admin/answer-templates', expected: [401, 403, 403, 200, 200] },
  {
    call: 'PUT /api/admin/answer-templates',
    body: { templates: ['Yes'] },
    expected: [401, 403, 403, 200, 200],
  },

  { call: 'GET /api/admin/contests', expected: [401, 403, 403, 200, 200] },
  {
    call: 'POST /api/admin/contests',
    body: { title: 'x', ...times },
    allowed: 201,
    expected: [401, 403, 403, 201, 201],
  },
  {
    call: 'PUT /api/admin/contests/{id}',
    at: async () => `/api/admin/contests/${await freshContest()}`,
    body: { title: 'x', ...times },
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/admin/contests/{id}/frozen-scoreboard',
    at: `/api/admin/contests/${frozen}/frozen-scoreboard`,
    asks: [['contest.read-scoreboard', whileFrozen]],
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'POST /api/admin/contests/{id}/thaw',
    at: `/api/admin/contests/${running}/thaw`,
    allowed: 409,
    expected: [401, 403, 403, 409, 409],
  },
  {
    call: 'POST /api/admin/contests/{id}/pause',
    at: `/api/admin/contests/${scheduled}/pause`,
    allowed: 409,
    expected: [401, 403, 403, 409, 409],
  },
  {
    call: 'POST /api/admin/contests/{id}/resume',
    at: `/api/admin/contests/${running}/resume`,
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'POST /api/admin/contests/{id}/extend',
    at: `/api/admin/contests/${running}/extend`,
    body: { minutes: 5, end_time: times.endTime },
    allowed: 409,
    expected: [401, 403, 403, 409, 409],
  },
  {
    call: 'PUT /api/admin/contests/{id}/participants/extra-minutes',
    at: `/api/admin/contests/${running}/participants/extra-minutes`,
    body: { userIds: [participant.id], minutes: 0 },
    allowed: 204,
    expected: [401, 403, 403, 204, 204],
  },
  {
    call: 'POST /api/contests/{id}/begin',
    at: `/api/contests/${windowed}/begin`,
    asks: [['contest.begin', whileWindowed]],
    expected: [401, 403, 200, 403, 403],
  },
  {
    call: 'POST /api/contests/{id}/begin',
    at: `/api/contests/${running}/begin`,
    asks: [['contest.begin', whileRunning]],
    expected: [401, 403, 409, 403, 403],
  },
  {
    call: 'DELETE /api/admin/contests/{id}',
    at: async () => `/api/admin/contests/${await freshContest()}`,
    allowed: 204,
    expected: [401, 403, 403, 204, 204],
  },
  {
    call: 'DELETE /api/admin/contests/{id}',
    at: `/api/admin/contests/${running}`,
    allowed: 409,
    expected: [401, 403, 403, 409, 409],
  },
  {
    call: 'GET /api/admin/contests/{id}/admin-problems',
    at: `/api/admin/contests/${scheduled}/admin-problems`,
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/admin/contests/{id}/problems-elsewhere',
    at: `/api/admin/contests/${scheduled}/problems-elsewhere`,
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'POST /api/admin/contests/{id}/copy',
    at: async () => `/api/admin/contests/${await freshContest()}/copy`,
    body: { title: 'x', ...times },
    allowed: 201,
    expected: [401, 403, 403, 201, 201],
  },
  {
    call: 'PUT /api/admin/contests/{id}/problems',
    at: `/api/admin/contests/${scheduled}/problems`,
    body: { problems: [{ id: 'coming', label: null, points: 100, colour: null, holds: true }] },
    allowed: 204,
    expected: [401, 403, 403, 204, 204],
  },
  {
    call: 'PUT /api/admin/contests/{id}/problems',
    at: `/api/admin/contests/${running}/problems`,
    body: { problems: [{ id: 'held', label: null, points: 100, colour: null, holds: true }] },
    allowed: 409,
    expected: [401, 403, 403, 409, 409],
  },
  { call: 'GET /api/contests/available-problems', expected: [401, 403, 403, 200, 200] },
  {
    call: 'POST /api/admin/contests/{id}/problems',
    at: `/api/admin/contests/${scheduled}/problems`,
    body: { problemIds: ['coming'], action: 'move_to_contest' },
    allowed: 204,
    expected: [401, 403, 403, 204, 204],
  },
  {
    call: 'POST /api/admin/contests/{id}/problems',
    at: `/api/admin/contests/${running}/problems`,
    body: { problemIds: ['held'], action: 'move_to_main' },
    allowed: 409,
    expected: [401, 403, 403, 409, 409],
  },

  { call: 'GET /api/admin/problems', expected: [401, 403, 403, 200, 200] },
  {
    call: 'POST /api/admin/problems',
    body: () => ({ id: fresh('made'), ...problem }),
    allowed: 201,
    expected: [401, 403, 403, 201, 201],
  },
  {
    call: 'PUT /api/admin/problems/{id}',
    at: '/api/admin/problems/open',
    body: { id: 'open', ...problem },
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'DELETE /api/admin/problems/{id}',
    at: async () => `/api/admin/problems/${await freshProblem()}`,
    allowed: 204,
    expected: [401, 403, 403, 204, 204],
  },
  {
    call: 'PUT /api/admin/problems/{id}/visibility',
    at: '/api/admin/problems/open/visibility',
    body: { isVisible: true },
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'PUT /api/admin/problem-visibility',
    body: { problemIds: ['open'], isVisible: true },
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/admin/problems/{id}/files',
    at: '/api/admin/problems/open/files',
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/admin/problems/{id}/rejudge',
    at: '/api/admin/problems/open/rejudge',
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'POST /api/admin/problems/{id}/rejudge',
    at: '/api/admin/problems/open/rejudge',
    allowed: 201,
    expected: [401, 403, 403, 201, 201],
  },
  {
    call: 'POST /api/admin/problems/{id}/upload',
    at: '/api/admin/problems/open/upload',
    body: pdf.payload,
    headers: pdf.headers,
    allowed: 201,
    expected: [401, 403, 403, 201, 201],
  },
  {
    call: 'GET /api/admin/upload-progress/{jobId}',
    at: '/api/admin/upload-progress/00000000-0000-4000-8000-000000000000',
    allowed: 404,
    expected: [401, 403, 403, 404, 404],
  },
  {
    call: 'DELETE /api/admin/upload-progress/{jobId}',
    at: freshImport,
    allowed: 204,
    expected: [401, 403, 403, 204, 204],
  },
  {
    call: 'POST /api/admin/packages',
    at: '/api/admin/packages',
    body: packageForm.payload,
    headers: packageForm.headers,
    allowed: 201,
    expected: [401, 403, 403, 201, 201],
  },
  {
    call: 'POST /api/admin/packages/{jobId}',
    at: '/api/admin/packages/00000000-0000-4000-8000-000000000000',
    body: { problems: [{ folder: '', id: 'x' }] },
    allowed: 404,
    expected: [401, 403, 403, 404, 404],
  },
  {
    call: 'POST /api/admin/upload-progress/{jobId}/force',
    at: '/api/admin/upload-progress/00000000-0000-4000-8000-000000000000/force',
    body: { folder: '' },
    allowed: 404,
    expected: [401, 403, 403, 404, 404],
  },
  {
    call: 'POST /api/admin/upload-progress/{jobId}/discard',
    at: '/api/admin/upload-progress/00000000-0000-4000-8000-000000000000/discard',
    body: { folder: '' },
    allowed: 404,
    expected: [401, 403, 403, 404, 404],
  },
  {
    call: 'GET /api/admin/waiting-imports',
    at: '/api/admin/waiting-imports',
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/admin/packages',
    at: '/api/admin/packages?ids=open',
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/admin/problems/{id}/package',
    at: '/api/admin/problems/open/package',
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/admin/problems/{id}/trial',
    at: '/api/admin/problems/open/trial',
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/admin/problems/{id}/import',
    at: '/api/admin/problems/open/import',
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/admin/problems/{id}/tests',
    at: '/api/admin/problems/open/tests',
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'POST /api/admin/submissions/{id}/rejudge',
    at: `/api/admin/submissions/${inMain}/rejudge`,
    allowed: 204,
    expected: [401, 403, 403, 204, 204],
  },

  { call: 'GET /api/admin/users', expected: [401, 403, 403, 403, 200] },
  {
    call: 'POST /api/admin/users',
    body: () => ({ username: fresh('someone'), password: 'abcdef', role: 'user' }),
    allowed: 201,
    expected: [401, 403, 403, 403, 201],
  },
  {
    call: 'POST /api/admin/users/batch',
    body: () => ({ prefix: fresh('class'), count: 1 }),
    allowed: 201,
    expected: [401, 403, 403, 403, 201],
  },
  {
    call: 'PUT /api/admin/users/{id}',
    at: `/api/admin/users/${someone.id}`,
    body: { username: someone.username, role: 'staff' },
    asks: [['account.change', { isProtected: false, isOwn: false }]],
    expected: [401, 403, 403, 403, 200],
  },
  {
    call: 'DELETE /api/admin/users/{id}',
    at: async () => `/api/admin/users/${(await signUp('user')).id}`,
    asks: [['account.change', { isProtected: false, isOwn: false }]],
    allowed: 204,
    expected: [401, 403, 403, 403, 204],
  },
  {
    call: 'DELETE /api/admin/users/{id}',
    at: `/api/admin/users/${admin.id}`,
    asks: [['account.change', { isProtected: false, isOwn: true }]],
    expected: [401, 403, 403, 403, 403],
  },
  {
    call: 'GET /api/admin/contests/{id}/day',
    at: `/api/admin/contests/${running}/day`,
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'PUT /api/admin/contests/{id}/alarms',
    at: `/api/admin/contests/${running}/alarms`,
    body: usualAlarmMinutes,
    expected: [401, 403, 403, 200, 200],
  },
  { call: 'GET /api/admin/workers', expected: [401, 403, 403, 200, 200] },
  { call: 'GET /api/admin/overview', expected: [401, 403, 403, 200, 200] },
  { call: 'GET /api/admin/untrusted-proxy', expected: [401, 403, 403, 403, 200] },
  { call: 'GET /api/admin/authors', expected: [401, 403, 403, 200, 200] },
  { call: 'GET /api/admin/settings/registration', expected: [401, 403, 403, 403, 200] },
  {
    call: 'PUT /api/admin/settings/registration',
    body: { enabled: false },
    expected: [401, 403, 403, 403, 200],
  },
  { call: 'GET /api/admin/settings/languages', expected: [401, 403, 403, 403, 200] },
  {
    call: 'PUT /api/admin/settings/languages/{id}',
    at: '/api/admin/settings/languages/cpp',
    body: { is_on: true },
    expected: [401, 403, 403, 403, 200],
  },
  {
    call: 'PUT /api/admin/languages/{id}/starting-text',
    at: '/api/admin/languages/cpp/starting-text',
    body: { text: null },
    expected: [401, 403, 403, 200, 200],
  },
  { call: 'GET /api/admin/settings/scoreboard', expected: [401, 403, 403, 403, 200] },
  {
    call: 'PUT /api/admin/settings/scoreboard',
    body: { leaves_out_staff: false },
    expected: [401, 403, 403, 403, 200],
  },

  { call: 'GET /healthz', expected: everyone },
  { call: 'GET /readyz', expected: everyone },
  {
    call: 'GET /metrics',
    asks: [['metrics.read', { hasToken: false }]],
    expected: [401, 401, 401, 401, 401],
  },
  {
    call: 'GET /metrics',
    at: '/metrics?',
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    asks: [['metrics.read', { hasToken: true }]],
    expected: everyone,
  },
  { call: 'GET /', expected: everyone },
  { call: 'GET /*', at: '/before-app.js', expected: everyone },
  // Last: it ends the sessions.
  { call: 'POST /api/logout', allowed: 204, expected: [204, 204, 204, 204, 204] },
];

/** What the running server's routes have said they ask, by call as in the table. The API's description is public. */
const registered = new Map(
  [...app.actions]
    .filter(([call]) => !call.startsWith('HEAD') && !call.includes(' /api/docs'))
    .map(([call, action]) => [call.replace(/:([A-Za-z]+)/g, '{$1}'), action]),
);

function statusByPolicy({ call, asks = [], allowed = 200 }: Row, who: Who): number {
  const asker = askers[who];
  const answers = asks.map(([action, facts]) =>
    refusalOf(asker, action as 'problem.read', (typeof facts === 'function' ? facts(who) : facts) as never),
  );
  const code =
    refusalToAsk(asker, registered.get(call) as Action) ?? answers.find((answer) => answer !== null);
  return code ? errorStatuses[code] : allowed;
}

describe('permissions of visitor, user, participant, staff, admin', () => {
  it.each(table.map((row) => ({ name: `${row.call} ${typeof row.at === 'string' ? row.at : ''}`, ...row })))(
    '$name',
    async (row) => {
      const { call, at, body, headers, expected } = row;
      const [method, path] = call.split(' ') as ['GET', string];
      const statuses: number[] = [];
      for (const client of Object.values(roles)) {
        const url = typeof at === 'function' ? await at() : (at ?? path);
        const payload = typeof body === 'function' ? body() : body;
        const response = await client.send(method, url, payload, headers ? { headers } : {});
        statuses.push(response.statusCode);
      }
      expect({ server: statuses }).toEqual({ server: expected });
      const byPolicy = (Object.keys(roles) as Who[]).map((who) => statusByPolicy(row, who));
      expect({ policy: byPolicy }).toEqual({ policy: expected });
    },
  );

  it('are asked about the thing itself wherever its facts matter', () => {
    const byRole = [...registered].filter(([call]) => !table.some((row) => row.call === call && row.asks));
    expect(byRole.filter(([, action]) => 'refusals' in rules[action])).toEqual([]);
  });

  it('leave no route out', () => {
    expect([...registered.keys()].toSorted()).toEqual([...new Set(table.map(({ call }) => call))].toSorted());
    const { paths } = app.swagger() as { paths: Record<string, object> };
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods))
        if (method !== 'head') expect(registered.has(`${method.toUpperCase()} ${path}`)).toBe(true);
  });
});
