import { until } from '#harness/processes.ts';
import { Refused } from './people.ts';
import { contestProblem, type World } from './world.ts';

interface Contest {
  readonly id: number;
  readonly start_time: string;
  readonly status: string;
}

const hourMs = 60 * 60_000;

/** One that runs, with everybody in it. */
export async function openContest({ admin, people }: World): Promise<Contest> {
  const write = (startMs: number) => ({
    title: 'A contest that ends in a fault',
    description: '',
    startTime: new Date(startMs).toISOString(),
    endTime: new Date(Date.now() + 2 * hourMs).toISOString(),
  });
  const { id } = await admin.send<Contest>('POST', '/admin/contests', write(Date.now() + hourMs));
  await admin.send('POST', `/admin/contests/${id}/problems`, {
    problemIds: [contestProblem],
    action: 'move_to_contest',
  });
  for (const person of people) await person.send('POST', `/contests/${id}/join`);
  return admin.send<Contest>('PUT', `/admin/contests/${id}`, write(Date.now()));
}

/** Its end comes while the fault lasts. What the fault holds up until that end is over is told anew. */
export async function endContestSoon({ admin }: World, { id, start_time }: Contest): Promise<void> {
  const endSoon = () =>
    admin.send('PUT', `/admin/contests/${id}`, {
      title: 'A contest that ends in a fault',
      description: '',
      startTime: start_time,
      endTime: new Date(Date.now() + 2_000).toISOString(),
    });
  await until(async () => {
    try {
      await endSoon();
      return true;
    } catch (error) {
      if (error instanceof Refused && error.message.includes('contest_end_past')) return false;
      throw error;
    }
  });
}

export async function waitUntilFinished({ admin }: World, { id }: Contest): Promise<void> {
  await until(async () => (await admin.get<Contest>(`/contests/${id}`)).status === 'finished');
}
