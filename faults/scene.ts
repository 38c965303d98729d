/** One fault from beginning to end: the world at work, the blow, the recovery, and what must hold after it. */
import { Refused } from '#harness/client.ts';
import { administrator } from '#harness/instance.ts';
import { until } from '#harness/until.ts';
import { endContestSoon, openContest, waitUntilFinished } from './contest.ts';
import { isVerdict, readJournal } from './journal.ts';
import { expectFinishedOnce, expectRightScoreboard, expectRightVerdicts, expectSessions } from './outcome.ts';
import type { Kind } from './programs.ts';
import { keepSubmitting } from './traffic.ts';
import {
  beginProblem,
  expectAllOrNothing,
  expectImported,
  expectMadeWhole,
  sendTwoThirds,
  sendUpload,
} from './uploads.ts';
import type { World } from './world.ts';

export interface Recovery {
  readonly fault: string;
  /** From the blow until a submission was acknowledged again. */
  readonly answersMs: number;
  /** Until the first verdict of any submission. */
  readonly verdictMs: number;
  /** Until the submission that the blow met was claimed again, if it was. */
  readonly takenOverMs: number | null;
  /** Until it had its verdict. */
  readonly hitMs: number | null;
  /** Until everything that was acknowledged before the blow was judged. */
  readonly allMs: number;
  readonly upload: 'taken' | 'repeated';
}

export interface Scene {
  readonly importJob: string;
  /** Into the contest, whose end then waits for this verdict. */
  submit(kind: Kind): Promise<number>;
  /** From here on the contest's end falls into the fault. */
  endContest(): Promise<void>;
}

export interface Blow {
  readonly struckAtMs: number;
  /** The submission that was being judged, if the blow met one. */
  readonly hit: number | null;
}

export async function playScene(
  world: World,
  fault: string,
  strike: (scene: Scene) => Promise<Blow>,
): Promise<Recovery> {
  const { pool } = world;
  await world.ready();
  const contest = await openContest(world);
  const traffic = keepSubmitting(world, contest.id);
  let submitters = 0;
  try {
    await until(() => traffic.taken.length >= 3);
    const arriving = await sendTwoThirds(world.arriving);
    const newProblem = { ...world.arriving, problemId: `made-in-contest-${contest.id}` };
    const begun = await beginProblem(newProblem);
    const importing = await sendUpload(world.importing);
    const { struckAtMs, hit } = await strike({
      importJob: importing.jobId,
      submit: async (kind) => {
        const person = world.people[submitters++ % world.people.length];
        if (!person) throw new Error('Nobody submits');
        // On a slow machine the contest may be over by now: then it is one for the main list.
        return world.submit(person, kind, contest.id).catch((error) => {
          if (error instanceof Refused) return world.submit(person, kind);
          throw error;
        });
      },
      endContest: () => endContestSoon(world, contest),
    });
    const verdictOf = async (id: number) =>
      (await readJournal(pool, 'submission', id).catch(() => [])).find(isVerdict) ?? (false as const);
    const hitVerdict = hit === null ? null : await until(() => verdictOf(hit));
    const upload = await expectAllOrNothing(world.arriving, arriving);
    await expectMadeWhole(newProblem, begun);
    await expectImported(world.importing, importing);
    const again = await until(() => traffic.taken.find(({ sentAtMs }) => sentAtMs > struckAtMs) ?? false);
    await until(() => verdictOf(again.id));
    await traffic.stop();
    await until(async () => (await countUnjudged(world)) === 0);
    const verdicts = (await readJournal(pool, 'submission')).filter(isVerdict);
    const after = verdicts.map(({ atMs }) => atMs - struckAtMs).filter((ms) => ms > 0);
    const waiting = new Set(
      [...traffic.taken.filter(({ takenAtMs }) => takenAtMs <= struckAtMs).map(({ id }) => id), hit].map(
        String,
      ),
    );
    const claimed = hit === null ? [] : await readJournal(pool, 'submission', hit);
    const takenOver = claimed.find(({ status, atMs }) => status === 'Compiling' && atMs > struckAtMs);
    const ofWaiting = verdicts
      .filter(({ subject }) => waiting.has(subject))
      .map(({ atMs }) => atMs - struckAtMs);
    await waitUntilFinished(world, contest);

    await expectRightVerdicts(world);
    await expectRightScoreboard(pool, world.admin);
    await expectFinishedOnce(pool, world.admin, contest.id);
    await expectSessions([{ username: administrator.username, client: world.admin }, ...world.people]);
    return {
      fault,
      answersMs: again.takenAtMs - struckAtMs,
      verdictMs: Math.min(...after),
      takenOverMs: takenOver ? takenOver.atMs - struckAtMs : null,
      hitMs: hitVerdict && hitVerdict.atMs - struckAtMs,
      allMs: Math.max(0, ...ofWaiting),
      upload,
    };
  } finally {
    await traffic.stop();
  }
}

async function countUnjudged({ pool }: World): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::int as count from judgements where status in ('Pending', 'Compiling', 'Running')`,
  );
  return rows[0].count;
}
