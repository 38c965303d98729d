import type { Contest, ContestData } from '#contract/contests.ts';
import { ApiError } from '#contract/errors.ts';
import { pinContest } from '#store/contest-rows.ts';
import type { Database } from '#store/database.ts';
import {
  doTheyHold,
  insertArrangement,
  listMemberships,
  lockProblems,
  readArrangement,
} from '#store/memberships.ts';
import { raiseRevision, scoreboardRevision } from '#store/revisions.ts';
import { recountAround } from '#store/standings.ts';
import { copyAlarmMinutes } from './day-alarms.ts';
import { copyEditorial } from './editorials.ts';
import {
  type ContestToCreate,
  describeContest,
  findMade,
  insertContest,
  requireFutureStart,
} from './queries.ts';

/** All but what every form has, when it thaws, which is a time of the other, and its password, which is a secret. */
type Setting = Exclude<
  keyof ContestData,
  'title' | 'description' | 'startTime' | 'endTime' | 'seen_end_time' | 'thaw_time' | 'entry_password'
>;

const settings: { readonly [Name in Setting]: (source: Contest) => ContestData[Name] } = {
  allowed_languages: (source) => source.allowed_languages,
  feedback: (source) => source.feedback,
  entry: (source) => source.entry,
  format: (source) => source.format,
  penalty_minutes: (source) => source.penalty_minutes,
  freeze_minutes: (source) => source.freeze_minutes,
  window_minutes: (source) => source.window_minutes,
  gold_medals: (source) => source.gold_medals,
  silver_medals: (source) => source.silver_medals,
  bronze_medals: (source) => source.bronze_medals,
};

/**
 * A new contest with the settings of another, unless others are sent, and its problems, called and worth what they are
 * there. Where unfinished contests have a problem, the copy has it as they do: held together, as for a second room, or
 * shared. What nobody has any more is held or shared as the other had it. The editorial comes along; who takes part does
 * not, and a copy that is entered by password needs one of its own: whoever knows the other's is not let in by it.
 */
export async function copyContest(
  db: Database,
  sourceId: number,
  data: ContestToCreate,
  now: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    const made = await findMade(tx, data.requestKey);
    if (made !== null) return made;
    requireFutureStart(data, now);
    // So that it neither finishes nor goes before its problems are read.
    if (!(await pinContest(tx, sourceId))) throw new ApiError('contest_not_found');
    const source = await describeContest(tx, sourceId, null, now);
    const copied = Object.entries(settings).map(([name, of]) => [name, of(source)]);
    const sent = Object.entries(data).filter(([, value]) => value !== undefined);
    // Before the contest is there: whoever holds problems raises the contests' revision last.
    const arranged = await readArrangement(tx, sourceId);
    const keys = arranged.map(({ problemId }) => problemId);
    return recountAround(tx, keys, async () => {
      await lockProblems(tx, keys);
      // What it holds counts no more on the scoreboard, whose number goes before the contests'.
      await raiseRevision(tx, scoreboardRevision);
      const copyId = await insertContest(
        tx,
        Object.fromEntries([...copied, ...sent]) as ContestToCreate,
        now,
      );
      const memberships = await listMemberships(tx, keys);
      await insertArrangement(
        tx,
        copyId,
        arranged.map((each) => ({ ...each, holds: doTheyHold(memberships, each.problemId) ?? each.holds })),
      );
      await copyAlarmMinutes(tx, sourceId, copyId);
      await copyEditorial(tx, sourceId, copyId);
      return copyId;
    });
  });
}
