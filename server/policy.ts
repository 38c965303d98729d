/**
 * Who may see and do what: the only place that knows. Everything that answers somebody asks here: each route before it
 * looks at the request, its handler when it knows what the request is about, lists (which get the same rule as a
 * condition in SQL), the stream of events, the cache of scoreboards, and whatever tells more in an error.
 *
 * A rule is asked in two steps. Whether this person may ask for such a thing at all is told by the role alone, before
 * anything else, so that a stranger learns nothing from a call's complaints. The rest depends on what is asked for. The
 * policy knows that as a few facts, true or false, and not as rows: where a fact comes from is the business of the
 * feature that it belongs to.
 *
 * What may not happen *now*, whoever asks (deleting a contest that runs, two imports at once), is no matter of the
 * policy: it is refused with 409 where it would be done.
 */
import { and, not, or, type SQL, sql } from 'drizzle-orm';
import { type Role, roles, type SessionUser } from '#contract/accounts.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import { ApiError } from '#contract/errors.ts';
import type { BoardReaders } from '#store/changes.ts';

/** Somebody who has signed in, or nobody in particular. */
export type Asker = Pick<SessionUser, 'role'> | null;

type Askers = 'everyone' | 'users' | 'staff' | 'admins';

const members: Record<Askers, readonly Role[]> = {
  everyone: roles,
  users: roles,
  staff: ['staff', 'admin'],
  admins: ['admin'],
};

/** A problem, and where it is looked at: in a contest, or in the main list. */
export interface ProblemFacts {
  readonly isVisible: boolean;
  /** An unfinished contest has taken it out of the main list. */
  readonly isHeld: boolean;
  /** It is looked at in an unfinished contest that it belongs to. */
  readonly isOpenHere: boolean;
}

/** A submission is looked at where it was made: in its contest, or in the main list. */
export interface SubmissionFacts extends ProblemFacts {
  readonly isOwn: boolean;
  /** It was made after the freeze of its contest's scoreboard, which has not thawed. */
  readonly isFrozen: boolean;
  /** Staff have tried a contest with it before its start. */
  readonly isRehearsal: boolean;
}

/** One that is asked for by its id, also by whoever does not see the list that it stands in. */
export interface FoundSubmissionFacts extends SubmissionFacts {
  /** It stands in a contest whose list is closed to this person, or in somebody's virtual run. */
  readonly isListClosed: boolean;
}

export interface ContestFacts {
  readonly hasStarted: boolean;
  /** Nothing more is taken from this person; others may have extra time. */
  readonly hasEnded: boolean;
  /** Nothing more is taken from anybody; it may still have to be judged. */
  readonly isOver: boolean;
  /** All clocks stand. */
  readonly isPaused: boolean;
  /** Participants start their own time when they like. */
  readonly hasWindow: boolean;
  /** This participant has not done so: the problems are not for them yet. */
  readonly awaitsOwnStart: boolean;
  readonly isFinished: boolean;
  readonly isParticipant: boolean;
  /** Its scoreboard is frozen, will be, or was. */
  readonly everHadFreeze: boolean;
}

/** What a contest asks of somebody who wants to join it. */
export interface JoiningFacts {
  readonly isByList: boolean;
  readonly lacksPassword: boolean;
  /** They take part in another that holds one of the same problems at the same time. */
  readonly isInOtherRoom: boolean;
}

/** Of the problems that an editorial is about. */
export interface EditorialFacts {
  /** Another contest that has not finished holds one of them, or shares it and has started. */
  readonly isSecretElsewhere: boolean;
  /** Or one that is deleted: of that nobody knows any more who might read it. */
  readonly hasHiddenProblem: boolean;
}

/** What must be known of the thing that an action is done to. Actions that are not here need nothing to be known. */
interface Objects {
  'account.register': { readonly isRegistrationEnabled: boolean };
  'account.change': { readonly isProtected: boolean; readonly isOwn: boolean };
  'problem.read': ProblemFacts;
  'problem.read-title': ProblemFacts;
  'submission.create': ProblemFacts;
  'submission.create-in-contest': Pick<ProblemFacts, 'isOpenHere'>;
  'submission.create-beside-contest': { readonly isForOwnContest: boolean };
  'submission.list': SubmissionFacts;
  'submission.read': FoundSubmissionFacts;
  'submission.read-result': Pick<SubmissionFacts, 'isOwn' | 'isFrozen'>;
  'submission.read-run-facts': { readonly isWithheld: boolean };
  'submission.read-tests': { readonly areTestsWithheld: boolean };
  'submission.read-verdict': { readonly isVerdictWithheld: boolean };
  'submission.read-state': { readonly isStateWithheld: boolean };
  'submission.follow': Pick<SubmissionFacts, 'isOwn'>;
  'contest.read': ContestFacts;
  'contest.join': Pick<ContestFacts, 'hasEnded' | 'isParticipant'> & JoiningFacts;
  'contest.submit': ContestFacts;
  'contest.begin': ContestFacts;
  'contest.rehearse': Pick<ContestFacts, 'hasStarted'>;
  'contest.enter': ContestFacts;
  'contest.read-scoreboard': ContestFacts;
  'contest.read-columns': ContestFacts;
  'contest.take-standings': Pick<ContestFacts, 'isFinished'>;
  'contest.read-history': Pick<ContestFacts, 'isFinished'>;
  'contest.read-statistics': Pick<ContestFacts, 'isFinished'>;
  'contest.run-virtually': Pick<ContestFacts, 'isFinished'>;
  'contest.read-editorial': Pick<ContestFacts, 'isParticipant' | 'isFinished'> & EditorialFacts;
  'question.read': Pick<ContestFacts, 'isParticipant'>;
  'question.ask': Pick<ContestFacts, 'isParticipant' | 'hasEnded'>;
  'metrics.read': { readonly hasToken: boolean };
}

interface Rule<Facts> {
  /** Who may ask at all. */
  readonly by: Askers;
  /** Whom the refusals do not concern. */
  readonly always?: Askers;
  /** The first line that is true of the object, in all its facts, refuses it, with this code. None: allowed. */
  readonly refusals?: readonly (readonly [when: Partial<Facts>, code: ErrorCode])[];
}

/** Held by a contest, a problem is spoken of inside of that contest only. */
const heldElsewhere = { isHeld: true, isOpenHere: false };

/** In an unfinished contest it is open whether it is visible or not; everywhere else the main list's rule holds. */
const readingProblem = {
  always: 'staff',
  refusals: [
    [heldElsewhere, 'problem_not_found'],
    [{ isOpenHere: false, isVisible: false }, 'problem_hidden'],
  ],
} as const;

/** Of a hidden problem only one's own are told of. For others there is no such submission, as if it never was. */
const unknownSubmission = [
  [{ isRehearsal: true }, 'submission_not_found'],
  [heldElsewhere, 'submission_not_found'],
  [{ isOpenHere: false, isVisible: false, isOwn: false }, 'submission_not_found'],
] as const;

export const rules = {
  'session.use': { by: 'everyone' },

  'account.register': {
    by: 'everyone',
    refusals: [[{ isRegistrationEnabled: false }, 'registration_disabled']],
  },
  'account.change-own-password': { by: 'users' },
  'account.list': { by: 'admins' },
  /** By their names alone, to enter them in a contest. */
  'account.find': { by: 'staff' },
  'account.create': { by: 'admins' },
  'account.change': {
    by: 'admins',
    refusals: [
      [{ isProtected: true }, 'protected_account'],
      [{ isOwn: true }, 'own_account'],
    ],
  },
  'author.list': { by: 'staff' },

  'settings.read-public': { by: 'everyone' },
  'settings.manage': { by: 'admins' },
  /** Which languages there are is a setting; what a class begins with is its teacher's business. */
  'language.set-starting-text': { by: 'staff' },
  'worker.list': { by: 'staff' },
  /** What waits, what was judged, what is missing and what failed. */
  'overview.read': { by: 'staff' },
  'proxy.read': { by: 'admins' },
  /** Whose requests show that a proxy stands before us, when they carry its headers. */
  'proxy.vouch': { by: 'staff' },

  'problem.list': { by: 'users' },
  'problem.read': { by: 'everyone', ...readingProblem },
  /** Also told by the refusal to show a hidden one. */
  'problem.read-title': {
    by: 'everyone',
    always: 'staff',
    refusals: [[heldElsewhere, 'problem_not_found']],
  },
  'problem.manage': { by: 'staff' },
  'problem.author': { by: 'staff' },

  'submission.create': { by: 'users', ...readingProblem },
  'submission.create-in-contest': {
    by: 'users',
    refusals: [[{ isOpenHere: false }, 'problem_not_found']],
  },
  /**
   * Not while they take part in another contest that has the problem too, and keeps back what the same program would be
   * told here, or counts tries that would cost nothing here.
   */
  'submission.create-beside-contest': {
    by: 'users',
    always: 'staff',
    refusals: [[{ isForOwnContest: true }, 'problem_in_own_contest']],
  },
  /** As many and as fast as they like. */
  'submission.create-without-limits': { by: 'staff' },
  'submission.list': { by: 'users', always: 'staff', refusals: unknownSubmission },
  /** A person's, one by one. */
  'submission.list-by-person': { by: 'staff' },
  'submission.read': {
    by: 'users',
    always: 'staff',
    refusals: [
      ...unknownSubmission,
      // Or ids would tell how much is submitted there.
      [{ isListClosed: true, isOwn: false }, 'submission_not_found'],
      [{ isOwn: false }, 'submission_not_yours'],
    ],
  },
  /** Whether it is judged, how far, and with what result. */
  'submission.read-result': {
    by: 'users',
    always: 'staff',
    refusals: [[{ isFrozen: true, isOwn: false }, 'forbidden']],
  },
  /** A program chooses how long it runs and how it ends, and can tell of its secret input by that. */
  'submission.read-run-facts': {
    by: 'users',
    always: 'staff',
    refusals: [[{ isWithheld: true }, 'forbidden']],
  },
  /** What problems keep from contestants; see problems/feedback.ts. The results of tests that are no samples. */
  'submission.read-tests': {
    by: 'everyone',
    always: 'staff',
    refusals: [[{ areTestsWithheld: true }, 'forbidden']],
  },
  /** And whatever follows from them: status, score and groups. */
  'submission.read-verdict': {
    by: 'everyone',
    always: 'staff',
    refusals: [[{ isVerdictWithheld: true }, 'forbidden']],
  },
  /** What is left when a contest tells nothing: whether it waits, is judged or did not compile. */
  'submission.read-state': {
    by: 'everyone',
    always: 'staff',
    refusals: [[{ isStateWithheld: true }, 'forbidden']],
  },
  /** A checker's words may quote the answer; a fault of the judge, and every other judgement, tells of its machine. */
  'submission.read-judge-notes': { by: 'staff' },
  /** Staff, too, hear of their own only. */
  'submission.follow': { by: 'users', refusals: [[{ isOwn: false }, 'forbidden']] },
  'submission.rejudge': { by: 'staff' },
  'scoreboard.read': { by: 'users' },
  /** Whom a setting takes off the global scoreboard. */
  'scoreboard.be-left-out': { by: 'staff' },

  'contest.list': { by: 'everyone' },
  'contest.read': {
    by: 'everyone',
    always: 'staff',
    refusals: [[{ isParticipant: false }, 'contest_not_joined']],
  },
  'contest.join': {
    by: 'users',
    refusals: [
      [{ hasEnded: true }, 'contest_ended'],
      [{ isParticipant: false, isByList: true }, 'contest_by_list'],
      [{ isParticipant: false, lacksPassword: true }, 'contest_password_wrong'],
      // Last, and without a reason: that two contests have a problem in common is a secret of both.
      [{ isParticipant: false, isInOtherRoom: true }, 'contest_join_refused'],
    ],
  },
  /** Whatever the contest asks of others. */
  'contest.join-freely': { by: 'staff' },
  /** Staff, too, have to join first. */
  'contest.submit': {
    by: 'users',
    refusals: [
      [{ isParticipant: false }, 'contest_not_joined'],
      [{ hasStarted: false }, 'contest_not_started'],
      [{ hasEnded: true }, 'contest_ended'],
      [{ awaitsOwnStart: true }, 'contest_own_start_awaited'],
      [{ isPaused: true }, 'contest_paused'],
    ],
  },
  /** One's own time, where the contest has a personal window. */
  'contest.begin': {
    by: 'users',
    refusals: [
      [{ isParticipant: false }, 'contest_not_joined'],
      [{ hasWindow: false }, 'contest_without_window'],
      [{ hasStarted: false }, 'contest_not_started'],
      [{ hasEnded: true }, 'contest_ended'],
      [{ isPaused: true }, 'contest_paused'],
    ],
  },
  /** To submit to its problems before anybody else can, without a trace. */
  'contest.rehearse': { by: 'staff', refusals: [[{ hasStarted: true }, 'forbidden']] },
  /** Its problems and submissions. */
  'contest.enter': {
    by: 'users',
    always: 'staff',
    refusals: [
      [{ isParticipant: false }, 'contest_not_joined'],
      [{ hasStarted: false }, 'contest_not_started'],
      [{ awaitsOwnStart: true }, 'contest_own_start_awaited'],
    ],
  },
  'contest.read-scoreboard': {
    by: 'everyone',
    always: 'staff',
    refusals: [
      [{ isParticipant: false, isOver: false }, 'contest_scoreboard_closed'],
      // While the ceremony is awaited, everybody may see what there was at the freeze; nor does the thaw close it again.
      [{ isParticipant: false, isFinished: false, everHadFreeze: false }, 'contest_scoreboard_closed'],
    ],
  },
  /** The scoreboard's columns are the problems' ids. */
  'contest.read-columns': {
    by: 'everyone',
    always: 'staff',
    refusals: [
      [{ hasStarted: false }, 'contest_not_started'],
      [{ awaitsOwnStart: true }, 'contest_own_start_awaited'],
    ],
  },
  /** As a file, of what the scoreboard shows this person. */
  'contest.take-standings': {
    by: 'everyone',
    always: 'staff',
    refusals: [[{ isFinished: false }, 'contest_standings_closed']],
  },
  /** How the board came to be: until the standings are stored, there is none for anybody. */
  'contest.read-history': {
    by: 'everyone',
    refusals: [[{ isFinished: false }, 'contest_not_finished']],
  },
  /** In figures. Of single problems no more than their lists of submissions tell. */
  'contest.read-statistics': {
    by: 'everyone',
    always: 'staff',
    refusals: [[{ isFinished: false }, 'contest_not_finished']],
  },
  /** Once more, by oneself: whoever may see the final board. */
  'contest.run-virtually': {
    by: 'users',
    refusals: [[{ isFinished: false }, 'contest_not_finished']],
  },
  /**
   * Not while another contest has one of its problems: there it would be told too early. Who did not take part knows them from
   * the main list, and reads it as long as all of them are there.
   */
  'contest.read-editorial': {
    by: 'everyone',
    always: 'staff',
    refusals: [
      [{ isParticipant: false, isFinished: false }, 'contest_not_joined'],
      [{ isFinished: false }, 'editorial_closed'],
      [{ isSecretElsewhere: true }, 'editorial_closed'],
      [{ isParticipant: false, hasHiddenProblem: true }, 'editorial_closed'],
    ],
  },
  'contest.manage': { by: 'staff' },

  /**
   * Announcements, one’s own questions, and those that were answered to all: at any time, also afterwards. What is about
   * a problem is told to whoever may see the contest’s problems (`contest.enter`).
   */
  'question.read': {
    by: 'users',
    always: 'staff',
    refusals: [[{ isParticipant: false }, 'contest_not_joined']],
  },
  /** Also before the start, when there is no problem to ask about yet. */
  'question.ask': {
    by: 'users',
    refusals: [
      [{ isParticipant: false }, 'contest_not_joined'],
      [{ hasEnded: true }, 'contest_ended'],
    ],
  },
  /** Everybody’s, with who asked; and to answer and announce. */
  'question.manage': { by: 'staff' },

  'metrics.read': { by: 'everyone', refusals: [[{ hasToken: false }, 'login_required']] },
  'health.read': { by: 'everyone' },
  /** The files of the web app, and the description of the API. */
  'page.read': { by: 'everyone' },
} as const satisfies { [A in keyof Objects]: Rule<Objects[A]> } & Record<string, AnyRule>;

export type Action = keyof typeof rules;

/** Who is left when a route has asked: nobody in particular only where everyone may ask. */
export type AskerOf<A extends Action> = (typeof rules)[A]['by'] extends 'everyone'
  ? SessionUser | null
  : SessionUser;

type PlainAction = Exclude<Action, keyof Objects>;
type Question<A extends Action> = A extends keyof Objects ? [object: Objects[A]] : [];
type AnyRule = Rule<Record<string, boolean>>;

const ruleOf = (action: Action): AnyRule => rules[action];

function isAmong(user: Asker, askers: Askers | undefined): boolean {
  if (askers === 'everyone') return true;
  return user !== null && askers !== undefined && members[askers].includes(user.role);
}

/** The first step: why this person may not ask for such a thing at all. */
export function refusalToAsk(user: Asker, action: Action): ErrorCode | null {
  if (isAmong(user, ruleOf(action).by)) return null;
  return user ? 'forbidden' : 'login_required';
}

/** Both steps: why this person may not do this, or null. */
export function refusalOf<A extends Action>(
  user: Asker,
  action: A,
  ...[object]: Question<A>
): ErrorCode | null {
  const { always, refusals = [] } = ruleOf(action);
  const refused = refusalToAsk(user, action);
  if (refused || isAmong(user, always)) return refused;
  const facts = object as Record<string, boolean> | undefined;
  // A fact that nobody has told speaks against it.
  const found = refusals.find(([when]) =>
    Object.entries(when).every(([name, value]) => (facts?.[name] ?? value) === value),
  );
  return found?.[1] ?? null;
}

export function can<A extends Action>(user: Asker, action: A, ...question: Question<A>): boolean {
  return refusalOf(user, action, ...question) === null;
}

export function requireCan<A extends Action>(user: Asker, action: A, ...question: Question<A>): void {
  const code = refusalOf(user, action, ...question);
  if (code) throw new ApiError(code);
}

/** Each fact of an object as a condition on rows: true or false, never null. Selected, they are the object. */
export type Conditions<Facts> = { readonly [Fact in keyof Facts]: SQL<boolean> };

/** The same rule for a list: the rows of which `can` says yes. Undefined: all of them. */
export function whereCan<A extends keyof Objects>(
  user: Asker,
  action: A,
  conditions: Conditions<Objects[A]>,
): SQL | undefined {
  const { always, refusals = [] } = ruleOf(action);
  if (refusalToAsk(user, action)) return sql`false`;
  if (isAmong(user, always)) return undefined;
  const facts = conditions as Record<string, SQL>;
  return and(
    ...refusals.map(([when]) =>
      or(...Object.entries(when).map(([name, value]) => denied(facts[name] as SQL, value as boolean))),
    ),
  );
}

const denied = (condition: SQL, value: boolean) => (value ? not(sql`(${condition})`) : condition);

/** For a list of accounts: those that may do this. */
export function rolesThatCan(action: PlainAction): readonly Role[] {
  return members[ruleOf(action).by];
}

/**
 * As which audience somebody who may see a contest's scoreboard looks at it: what that is shown is the format's to say,
 * and a cached one is kept for each. Null: an empty one, in front of which all but staff wait until the start.
 */
export function scoreboardAudience(user: Asker, contest: ContestFacts): BoardReaders | null {
  return can(user, 'contest.read-columns', contest) ? readersFor(user) : null;
}

/** The same, whether or not there is anything to see yet. */
export function readersFor(user: Asker): BoardReaders {
  return can(user, 'contest.manage') ? 'staff' : 'others';
}
