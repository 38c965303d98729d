/** What changes the time of contests: pauses, more minutes for one and for all, and the start of one's own window. */
import type { Contest } from '#contract/contests.ts';
import { contestStatus, listContests, type ModelContest } from './model.ts';
import { expectStatus, type Walk, type WeightedStep } from './walk.ts';

export const timeSteps: readonly WeightedStep[] = [
  [2, pause],
  [6, resume],
  [1, extend],
  [3, giveExtra],
  [5, begin],
];

const addressOf = ({ id }: ModelContest) => `/api/admin/contests/${id}`;

async function pause({ model, random, staff }: Walk) {
  const running = listContests(model, 'running').filter(({ stopwatch }) => !stopwatch.isPaused());
  const contest = random.pickIfAny(running);
  if (!contest) return null;
  expectStatus(await staff.post(`${addressOf(contest)}/pause`), 200);
  contest.stopwatch.pause();
  return `pause contest ${contest.id}`;
}

async function resume({ model, random, staff }: Walk) {
  const contest = random.pickIfAny(
    listContests(model, 'running').filter(({ stopwatch }) => stopwatch.isPaused()),
  );
  if (!contest) return null;
  expectStatus(await staff.post(`${addressOf(contest)}/resume`), 200);
  contest.stopwatch.resume();
  return `let contest ${contest.id} go on`;
}

/** Once it is over, and its results have been told, nobody can go on. */
const areResultsTold = (contest: ModelContest) => contestStatus(contest) === 'finishing' && contest.isThawed;

async function extend({ model, random, staff }: Walk) {
  const contest = random.pickIfAny(listContests(model, 'running', 'finishing'));
  const minutes = random.pick([1, 2]);
  if (!contest) return null;
  const { end_time } = (await staff.get(`/api/contests/${contest.id}`)).json<Contest>();
  const status = areResultsTold(contest) ? 409 : contest.stopwatch.canExtend(minutes) ? 200 : 400;
  expectStatus(await staff.post(`${addressOf(contest)}/extend`, { minutes, end_time }), status);
  if (status !== 200) return `do not give everybody ${minutes} min more in contest ${contest.id}`;
  contest.stopwatch.extend(minutes);
  return `give everybody ${minutes} min more in contest ${contest.id}`;
}

async function giveExtra({ model, random, staff }: Walk) {
  const contest = random.pickIfAny(listContests(model, 'scheduled', 'running', 'finishing'));
  const person = random.pickIfAny([...(contest?.participants ?? [])]);
  const minutes = random.pick([0, 1, 2]);
  if (!contest || !person) return null;
  const { stopwatch } = contest;
  const changes = stopwatch.extraOf(person.username) !== minutes;
  const isRefused = areResultsTold(contest) || (changes && !stopwatch.canHaveExtra(person.username, minutes));
  const body = { userIds: [person.id], minutes };
  const answer = await staff.put(`${addressOf(contest)}/participants/extra-minutes`, body);
  expectStatus(answer, isRefused ? 409 : 204);
  if (!isRefused) stopwatch.giveExtra(person.username, minutes);
  const gives = isRefused ? 'do not give' : 'give';
  return `${gives} ${person.username} ${minutes} min more than others in contest ${contest.id}`;
}

async function begin({ model, random }: Walk) {
  const contest = random.pickIfAny(
    listContests(model, 'running').filter(({ stopwatch }) => stopwatch.hasWindow),
  );
  const person = random.pickIfAny(
    [...(contest?.participants ?? [])].filter(({ username }) => contest?.stopwatch.awaitsStart(username)),
  );
  if (!contest || !person) return null;
  const isRefused = contest.stopwatch.isPaused() || contest.stopwatch.hasEnded();
  expectStatus(await person.post(`/api/contests/${contest.id}/begin`), isRefused ? 403 : 200);
  if (isRefused) return `${person.username} may not begin in contest ${contest.id}`;
  contest.stopwatch.begin(person.username);
  return `${person.username} begins in contest ${contest.id}`;
}
