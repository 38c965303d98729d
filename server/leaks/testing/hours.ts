/** What happens in the contests of a world from hour to hour, whoever is told of it. */
import { expect } from 'vitest';
import { isPausedIn } from './phases.ts';
import { sameInSum } from './verdicts.ts';
import { phaseOf, type World, type WorldContest } from './world.ts';

/** At its beginning. */
export async function passHour(world: World, hoursPassed: number): Promise<void> {
  const { contests, judge, tools, underWay } = world;
  for (const id of underWay.splice(0)) await judge(id, sameInSum[0]);
  for (const contest of contests) await passHourOf(world, contest, hoursPassed);
  // As every server does it all the time.
  await tools.finish();
}

async function passHourOf(world: World, contest: WorldContest, hoursPassed: number): Promise<void> {
  const { begin, change, judge, submitIn, submitInRun, tools, users } = world;
  const { id, begun, feedback, hasFreeze, held, submissions } = contest;
  const runner = users[contest.runner];
  switch (phaseOf(contest, hoursPassed)) {
    case 'running': {
      if (submissions.length > 0) break;
      if (begun) await begin(contest, 'owner');
      const first = await submitIn(contest, held, 'owner');
      if (feedback !== 'nothing') await judge(first, sameInSum[0]);
      for (const problem of [contest.shared, ...(contest.rooms ? [contest.rooms.kept] : [])])
        await judge(await submitIn(contest, problem, 'owner'), sameInSum[0]);
      if (!begun) await judge(await submitIn(contest, held, 'rival'), sameInSum[0]);
      break;
    }
    case 'frozen': {
      const late = await submitIn(contest, held, 'owner', true);
      // One waits in each contest and no more: with five that wait in all, the next would be refused.
      if (!hasFreeze || begun) await judge(late, sameInSum[0]);
      contest.unjudged = await tools.submit(begun ? users.owner : users.rival, held.id, id);
      break;
    }
    case 'finished':
      if (contest.unjudged) await judge(contest.unjudged, sameInSum[0]);
      Object.assign(contest, { unjudged: null, isFinished: true });
      if (hasFreeze) await change('post', `/api/admin/contests/${id}/thaw`);
      break;
    case 'virtual':
      expect((await runner.post(`/api/contests/${id}/virtual`)).statusCode).toBe(201);
      contest.run = { submissions: [], isOver: false };
      await judge(await submitInRun(contest, held), sameInSum[0]);
      break;
    case 'practice':
      if (!contest.run || contest.run.isOver) break;
      expect((await runner.post(`/api/contests/${id}/virtual/end`)).statusCode).toBe(200);
      contest.run.isOver = true;
      break;
    default:
  }
}

/** What makes the next hour another than this. */
export async function endHour({ contests, change, tools }: World, hoursPassed: number): Promise<void> {
  for (const contest of contests) {
    const [now, next] = [phaseOf(contest, hoursPassed), phaseOf(contest, hoursPassed + 1)];
    const address = `/api/admin/contests/${contest.id}`;
    if (isPausedIn(next)) await change('post', `${address}/pause`);
    if (isPausedIn(now)) await change('post', `${address}/resume`);
    if (now === 'running' && next === 'running') {
      const { end_time } = (await tools.staff.get(`/api/contests/${contest.id}`)).json();
      await change('post', `${address}/extend`, { minutes: 60, end_time });
    }
  }
}
