import { type Contest, joinContest } from '#contract/contests.ts';
import { Refused } from '#harness/client.ts';
import { createContest, fromNow, moveContest, waitForStatus } from '#harness/sample-contest.ts';
import { until } from '#harness/until.ts';
import { contestProblem, type World } from './world.ts';

const hourMs = 60 * 60_000;

/** One that runs, with everybody in it. */
export async function openContest({ admin, people }: World): Promise<Contest> {
  const contest = await createContest(admin, {
    title: 'A contest that ends in a fault',
    startsInMs: 0,
    endsInMs: 2 * hourMs,
    problemIds: [contestProblem],
  });
  for (const { client } of people) await client.call(joinContest, { params: { id: contest.id } });
  return contest;
}

/** Its end comes while the fault lasts. What the fault holds up until that end is over is told anew. */
export async function endContestSoon({ admin }: World, contest: Contest): Promise<void> {
  await until(async () => {
    try {
      await moveContest(admin, contest, { endTime: fromNow(2_000) });
      return true;
    } catch (error) {
      if (error instanceof Refused && error.code === 'contest_end_past') return false;
      throw error;
    }
  });
}

export async function waitUntilFinished({ admin }: World, { id }: Contest): Promise<void> {
  await waitForStatus(admin, id, 'finished');
}
