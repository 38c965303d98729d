/**
 * Every combination of who asks, what is visible, where a contest stands, who has joined it and whose a submission is,
 * made through the API: each list holds exactly what the policy allows one by one, and each call for a single thing
 * answers as the policy says.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#contract/accounts.ts';
import { type ErrorCode, errorStatuses } from '#contract/error-codes.ts';
import { hour, makeContestTools, minute } from './contests/testing.ts';
import { type ContestFacts, can, refusalOf, scoreboardAudience } from './policy.ts';
import { type Client, makeTestApp } from './testing/test-app.ts';

const testApp = await makeTestApp();
const { advance, makeClient, signUp } = testApp;
const { staff, finish, join, judge, makeContest, makeProblem, submit } = await makeContestTools(testApp);

const phases = ['scheduled', 'running', 'finishing', 'finished'] as const;
type Phase = (typeof phases)[number];
const isHeldIn = (place: Phase | 'main') => place !== 'main' && place !== 'finished';

interface Problem {
  readonly id: string;
  readonly place: Phase | 'main';
  readonly isVisible: boolean;
}

interface Submission {
  readonly id: number;
  readonly problem: Problem;
  readonly ownerId: number;
  readonly phase: Phase | null;
}

const [owner, rival] = [await signUp('user', 'owner'), await signUp('user', 'rival')];
const people: { client: Client; role: Role | null; id: number; hasJoined: boolean }[] = [
  { client: makeClient(), role: null, id: 0, hasJoined: false },
  { client: await signUp('user'), role: 'user', id: 0, hasJoined: false },
  { client: owner, role: 'user', id: owner.id, hasJoined: true },
  { client: rival, role: 'user', id: rival.id, hasJoined: true },
  { client: staff, role: 'staff', id: 0, hasJoined: false },
  { client: await signUp('admin'), role: 'admin', id: 0, hasJoined: false },
];
const askers = people.map((person) => ({ ...person, user: person.role && { role: person.role } }));
type Asking = (typeof askers)[number];

const problems: Problem[] = (['main', ...phases] as const).flatMap((place) =>
  [true, false].map((isVisible) => ({ id: `${place}-${isVisible ? 'shown' : 'hidden'}`, place, isVisible })),
);
const inPhase = (phase: Phase) => problems.filter(({ place }) => place === phase);
const contestIds = {} as Record<Phase, number>;
const submissions: Submission[] = [];

async function submitBoth(problem: Problem, phase: Phase | null): Promise<void> {
  for (const client of [owner, rival]) {
    const id = await submit(client, problem.id, phase ? contestIds[phase] : undefined);
    await judge(id, 10);
    submissions.push({ id, problem, ownerId: client.id, phase });
    advance(4_000);
  }
}

async function openContest(phase: Phase, startsInMs: number, lastsMs: number): Promise<void> {
  const ids = inPhase(phase).map(({ id }) => id);
  contestIds[phase] = await makeContest({ startsInMs, lastsMs, problems: ids });
  for (const client of [owner, rival]) await join(client, contestIds[phase]);
}

beforeAll(async () => {
  for (const problem of problems) await makeProblem(problem.id);
  // All of them were ordinary problems once.
  for (const problem of problems) await submitBoth(problem, null);
  await openContest('finished', minute, 10 * minute);
  advance(minute);
  for (const problem of inPhase('finished')) await submitBoth(problem, 'finished');
  advance(10 * minute);
  await finish();
  await openContest('finishing', minute, 10 * minute);
  await openContest('running', minute, 10 * hour);
  await openContest('scheduled', 20 * hour, hour);
  advance(minute);
  for (const phase of ['finishing', 'running'] as const)
    for (const problem of inPhase(phase)) await submitBoth(problem, phase);
  advance(10 * minute);
  for (const { id, isVisible } of problems)
    await staff.put(`/api/admin/problems/${id}/visibility`, { isVisible });
});

const problemAt = ({ place, isVisible }: Problem, here: Phase | null) => ({
  isVisible,
  isHeld: isHeldIn(place),
  isOpenHere: isHeldIn(place) && place === here,
});
const submissionFor = ({ problem, phase, ownerId }: Submission, { id }: Asking) => ({
  ...problemAt(problem, phase),
  isOwn: ownerId === id,
  isFrozen: false,
  isRehearsal: false,
});
const foundFor = (one: Submission, asking: Asking) => ({
  ...submissionFor(one, asking),
  isListClosed:
    one.phase !== null &&
    one.phase !== 'finished' &&
    !can(asking.user, 'contest.enter', contestFor(one.phase, asking)),
});
const contestFor = (phase: Phase, { hasJoined }: Asking): ContestFacts => ({
  hasStarted: phase !== 'scheduled',
  hasEnded: phase === 'finishing' || phase === 'finished',
  isOver: phase === 'finishing' || phase === 'finished',
  isPaused: false,
  hasWindow: false,
  awaitsOwnStart: false,
  isFinished: phase === 'finished',
  isParticipant: hasJoined,
  everHadFreeze: false,
});

const statusOf = (refusal: ErrorCode | null) => (refusal ? errorStatuses[refusal] : 200);
const status = async ({ client }: Asking, address: string) => (await client.get(address)).statusCode;
async function ids({ client }: Asking, address: string): Promise<unknown[] | number> {
  const answer = await client.get(address);
  return answer.statusCode === 200 ? answer.json().map(({ id }: { id: unknown }) => id) : answer.statusCode;
}
/** What a list must hold, or the status with which it is refused. */
const listed = <T extends { id: unknown }>(
  refusal: ErrorCode | null,
  all: readonly T[],
  told: (one: T) => boolean,
) => (refusal ? statusOf(refusal) : all.filter(told).map(({ id }) => id));
const sorted = (list: unknown[] | number) => (Array.isArray(list) ? list.toSorted() : list);

describe.each(askers.map((asking, index) => ({ name: `${asking.role ?? 'visitor'} ${index}`, asking })))(
  'to $name',
  ({ asking }) => {
    const { user } = asking;

    it('the lists of submissions tell what the policy allows', async () => {
      const told = (one: Submission) => can(user, 'submission.list', submissionFor(one, asking));
      const inMain = submissions.filter(({ phase }) => phase === null || phase === 'finished');
      const refusal = refusalOf(user, 'problem.list');
      expect(sorted(await ids(asking, '/api/submissions'))).toEqual(sorted(listed(refusal, inMain, told)));
      expect(sorted(await ids(asking, '/api/submissions?filter=mine'))).toEqual(
        sorted(listed(refusal, inMain, (one) => one.ownerId === asking.id && told(one))),
      );
      for (const phase of phases) {
        const inContest = submissions.filter((one) => one.phase === phase);
        const closed = refusalOf(user, 'contest.enter', contestFor(phase, asking));
        const answer = await ids(asking, `/api/submissions?contestId=${contestIds[phase]}`);
        expect([phase, sorted(answer)]).toEqual([phase, sorted(listed(closed, inContest, told))]);
      }
    });

    it('a submission is shown, and offered in the list, when the policy allows it', async () => {
      for (const one of submissions) {
        const refusal = refusalOf(user, 'submission.read', foundFor(one, asking));
        expect([one, await status(asking, `/api/submissions/${one.id}`)]).toEqual([one, statusOf(refusal)]);
      }
      if (!user) return;
      const list: { id: number; can_view: boolean }[] = (await asking.client.get('/api/submissions')).json();
      for (const { id, can_view } of list) {
        const one = submissions.find((submission) => submission.id === id) as Submission;
        expect([one, can_view]).toEqual([one, can(user, 'submission.read', foundFor(one, asking))]);
      }
    });

    it('the lists of problems tell what the policy allows', async () => {
      const inMain = problems.filter(({ place }) => !isHeldIn(place));
      const told = (here: Phase | null) => (one: Problem) => can(user, 'problem.read', problemAt(one, here));
      const main = listed(refusalOf(user, 'problem.list'), inMain, told(null));
      expect(sorted(await ids(asking, '/api/problems-with-stats'))).toEqual(sorted(main));
      for (const phase of phases) {
        const closed = refusalOf(user, 'contest.enter', contestFor(phase, asking));
        const answer = await ids(asking, `/api/contests/${contestIds[phase]}/problems`);
        expect([phase, sorted(answer)]).toEqual([phase, sorted(listed(closed, inPhase(phase), told(phase)))]);
      }
    });

    it('a problem is shown when the policy allows it', async () => {
      for (const one of problems) {
        const refusal = refusalOf(user, 'problem.read', problemAt(one, null));
        const answer = await asking.client.get(`/api/problems/${one.id}`);
        expect([one, answer.statusCode]).toEqual([one, statusOf(refusal)]);
        const isNamed = answer.body.includes(`Title of ${one.id}`);
        expect([one, isNamed]).toEqual([one, can(user, 'problem.read-title', problemAt(one, null))]);
        if (one.place === 'main') continue;
        const inside =
          refusalOf(user, 'contest.enter', contestFor(one.place, asking)) ??
          refusalOf(user, 'problem.read', problemAt(one, one.place));
        const address = `/api/contests/${contestIds[one.place]}/problems/${one.id}`;
        expect([one, await status(asking, address)]).toEqual([one, statusOf(inside)]);
      }
    });

    it('a contest and its scoreboard are shown when the policy allows it', async () => {
      for (const phase of phases) {
        const facts = contestFor(phase, asking);
        const address = `/api/contests/${contestIds[phase]}`;
        const refusal = refusalOf(user, 'contest.read', facts);
        expect([phase, await status(asking, address)]).toEqual([phase, statusOf(refusal)]);
        const board = await asking.client.get(`${address}/scoreboard`);
        const closed = refusalOf(user, 'contest.read-scoreboard', facts);
        expect([phase, board.statusCode]).toEqual([phase, statusOf(closed)]);
        if (closed) continue;
        const columns = scoreboardAudience(user, facts) ? inPhase(phase).length : 0;
        expect([phase, board.json().problems.length]).toEqual([phase, columns]);
      }
    });
  },
);
