/** Submissions and what came of them, in a contest and in virtual runs of it. */
import { narrowFeedback } from '#contract/feedback.ts';
import type { StoredVerdict } from '#store/judgements.ts';
import type { Circle, Keeper, Secret } from './keeper.ts';
import { isFinishedIn, isFrozenIn } from './phases.ts';
import { accepted, alikeTo, different, type Pair, sameInStatuses, sameInSum } from './verdicts.ts';
import type { WorldSubmission } from './world.ts';

export function newSubmission({ world, contest, phase, makeSecret }: Keeper): Secret {
  const { begun, held, id } = contest;
  // The other's time is over then, or has not begun.
  const owner = begun || phase === 'extra' ? 'owner' : 'rival';
  const seenAt = () => `/api/submissions?contestId=${id}`;
  return makeSecret('shut out', 'a submission', seenAt, async (form) => {
    if (form === 0) return;
    await world.judge(await world.submitIn(contest, held, owner, isFrozenIn(phase)), accepted);
  });
}

export function listVerdicts(keeper: Keeper): Secret[] {
  return keeper.contest.submissions.flatMap((submission) => chooseOne(keeper, listOf(keeper, submission)));
}

/** Of a submission everything that somebody is not to know of it. */
function listOf(keeper: Keeper, submission: WorldSubmission): Secret[] {
  const { problem, owner, isLate } = submission;
  const { feedback, hasFreeze, rooms, thawsByItself } = keeper.contest;
  const isFinished = isFinishedIn(keeper.phase);
  const told = isFinished ? problem.feedback : narrowFeedback(problem.feedback, feedback);
  const hasThawed = isFinished || (keeper.phase === 'finishing' && thawsByItself);
  const isFrozen = isLate && hasFreeze && !hasThawed;
  const isBoardOpen = isFinished || (keeper.phase === 'finishing' && hasFreeze);
  if (owner !== 'owner') return isBoardOpen ? [] : [judged(keeper, 'shut out', submission, different)];
  // Held by a contest that is to come: nothing more is told of it, and neither is that there was something.
  if (isFinished && problem === rooms?.kept) return [judged(keeper, 'all', submission, different)];
  // From its owner too it is kept what it came to, but not that it was judged.
  if (isFrozen && isFrozenIn(keeper.phase) && told !== 'nothing')
    return [judged(keeper, { allBut: owner }, submission, [null, accepted])];
  const alike = alikeTo(told);
  return [
    ...(alike ? [judged(keeper, 'all', submission, alike)] : []),
    ...(told === 'full' && problem.withholdsRunFacts && !isFinished
      ? [judged(keeper, 'all', submission, sameInStatuses)]
      : []),
    ...(told === 'full' ? [judged(keeper, { allBut: owner }, submission, sameInSum)] : []),
    ...(isFrozen ? [judged(keeper, { allBut: owner }, submission, different)] : []),
    // Those may not have been judged before.
    ...(isLate || feedback === 'nothing' ? [] : [judgedAgain(keeper, submission)]),
  ];
}

export function listSecretsOfRuns(keeper: Keeper): Secret[] {
  const { contest, phase } = keeper;
  const submissions = contest.run?.submissions ?? [];
  const verdicts = submissions.flatMap((submission) => chooseOne(keeper, listInRun(keeper, submission)));
  return phase === 'virtual'
    ? [...verdicts, newSubmissionInRun(keeper), ...listTestersRun(keeper)]
    : verdicts;
}

/** Until the run is over nobody else knows of it, and its owner no more than the contest told. */
function listInRun(keeper: Keeper, submission: WorldSubmission): Secret[] {
  const { problem, owner } = submission;
  const { feedback, run } = keeper.contest;
  const isOver = run?.isOver === true;
  const told = isOver ? problem.feedback : narrowFeedback(problem.feedback, feedback);
  const alike = alikeTo(told);
  return [
    ...(alike ? [judged(keeper, 'all', submission, alike)] : []),
    ...(told === 'full' && problem.withholdsRunFacts && !isOver
      ? [judged(keeper, 'all', submission, sameInStatuses)]
      : []),
    judged(keeper, { allBut: owner }, submission, isOver ? sameInSum : different),
  ];
}

function newSubmissionInRun({ world, contest, makeSecret }: Keeper): Secret {
  return makeSecret({ allBut: contest.runner }, 'a submission of the run', null, async (form) => {
    if (form === 1) await world.judge(await world.submitInRun(contest, contest.shared), accepted);
  });
}

/** That somebody takes it virtually; one at a time. */
function listTestersRun({ world, contest, makeSecret }: Keeper): Secret[] {
  const { judge, tester, testersRun, tools } = world;
  if (testersRun.of) return [];
  testersRun.of = contest;
  const put = async (form: 0 | 1) => {
    if (form === 0) return;
    await tester.post(`/api/contests/${contest.id}/virtual`);
    await judge(await tools.submit(tester, contest.shared.id, contest.id), accepted);
  };
  return [makeSecret('all', 'a run of staff', null, put)];
}

function chooseOne({ world }: Keeper, candidates: readonly Secret[]): Secret[] {
  const chosen = world.random.pickIfAny(candidates);
  return chosen ? [chosen] : [];
}

/** Until a rejudge has ended, its verdict stays, and nobody hears of it. */
function judgedAgain({ world, makeSecret }: Keeper, { id, problem }: WorldSubmission): Secret {
  const seenAt = () => `/api/submissions/${id}`;
  return makeSecret('all', `rejudge of ${id} to ${problem.id}`, seenAt, async (form) => {
    if (form === 1) await world.judgeWithoutEnd(id);
  });
}

/** `forms`: null is as it is. */
function judged(
  { world, makeSecret }: Keeper,
  circle: Circle,
  { id, problem }: WorldSubmission,
  forms: Pair | readonly [null, StoredVerdict],
): Secret {
  const name = `verdict ${forms[0]?.status ?? 'none'} or ${forms[1].status} of ${id} to ${problem.id}`;
  const seenAt = () => `/api/submissions/${id}`;
  const secret = makeSecret(circle, name, seenAt, async (form) => {
    const verdict = forms[form];
    if (verdict) await world.judge(id, verdict);
  });
  const [first] = forms;
  const prepare = async () => {
    const present = world.verdicts.get(id);
    if (first && (present?.status !== first.status || present.score !== first.score))
      await world.judge(id, first);
  };
  return { ...secret, prepare };
}
