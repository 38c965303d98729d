/**
 * The staff's side: one inbox for all contests, who is answering what, answers and announcements with how many have read
 * them.
 *
 * An answer is given once. Whoever writes one names the version that they have seen, and finds the row locked or changed
 * when somebody else was faster: they are told what that one said, and nothing is written over. A claim only keeps two
 * people from writing at the same time; it ends by itself, and nobody needs one to answer.
 */
import {
  aliasedTable,
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import type { AnnouncedWords } from '#contract/announced-words.ts';
import { ApiError } from '#contract/errors.ts';
import { intervals, limits } from '#contract/limits.ts';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import type { InboxQuestion, StaffAnnouncement } from '#contract/questions.ts';
import { type Words, words } from '#contract/words.ts';
import { isThere, pinContest } from '#store/contest-standings.ts';
import type { Database, Queryable } from '#store/database.ts';
import {
  announcements,
  contestParticipants,
  contestProblems,
  contestReads,
  contests,
  problems,
  questions,
  users,
} from '#store/schema.ts';
import { getColumn } from './ask.ts';
import { aboutColumns, tellProblem, wordsOf } from './told.ts';

const askers = aliasedTable(users, 'askers');
const claimers = aliasedTable(users, 'claimers');
const answerers = aliasedTable(users, 'answerers');

/** Of those who take part, with the version that is in force. */
const countReaders = (itemId: SQL, version: SQL) => sql<number>`(
  select count(*)::int from ${contestReads}
  join ${contestParticipants} on ${contestParticipants.contestId} = ${contestReads.contestId}
    and ${contestParticipants.userId} = ${contestReads.userId}
  where ${contestReads.itemId} = ${itemId} and ${contestReads.version} = ${version})`;

const participantCount = sql<number>`(
  select count(*)::int from ${contestParticipants} where ${contestParticipants.contestId} = ${contests.id})`;

const contestColumns = { id: contests.id, title: contests.title };

function selectInbox(db: Queryable) {
  return db
    .select({
      question: questions,
      contest: contestColumns,
      about: aboutColumns,
      asker: { id: askers.id, username: askers.username },
      claimer: { id: claimers.id, username: claimers.username },
      answerer: { id: answerers.id, username: answerers.username },
      isRead: sql<boolean>`exists (select from ${contestReads} where ${contestReads.itemId} = ${questions.id}
        and ${contestReads.userId} = ${questions.userId} and ${contestReads.version} = ${questions.answerVersion})`,
      readCount: sql<number>`case when ${questions.isPublic}
        then ${countReaders(sql`${questions.id}`, sql`${questions.answerVersion}`)} else 0 end`,
      participantCount,
    })
    .from(questions)
    .innerJoin(contests, and(eq(contests.id, questions.contestId), isThere))
    .leftJoin(contestProblems, eq(contestProblems.id, questions.contestProblemId))
    .leftJoin(problems, eq(problems.id, contestProblems.problemId))
    .leftJoin(askers, eq(askers.id, questions.userId))
    .leftJoin(claimers, eq(claimers.id, questions.claimedBy))
    .leftJoin(answerers, eq(answerers.id, questions.answeredBy))
    .$dynamic();
}

type SelectedQuestion = Awaited<ReturnType<typeof selectInbox>>[number];

function toInbox({ question, ...row }: SelectedQuestion, now: Date): InboxQuestion {
  const { answer, answeredAt, claimedUntil } = question;
  const isClaimed = answer === null && claimedUntil !== null && claimedUntil > now;
  return {
    id: question.id,
    contest: row.contest,
    problem: tellProblem(row.about),
    text: question.text,
    asked_at: question.askedAt.toISOString(),
    asker: row.asker,
    claim: isClaimed && row.claimer ? { ...row.claimer, until: claimedUntil.toISOString() } : null,
    answer:
      answer === null || answeredAt === null
        ? null
        : {
            text: answer,
            is_public: question.isPublic,
            answered_at: answeredAt.toISOString(),
            edited_at: question.editedAt?.toISOString() ?? null,
            version: question.answerVersion,
            by: row.answerer,
            is_read: row.isRead,
            read_count: row.readCount,
            participant_count: row.participantCount,
          },
  };
}

/** One contest, or all but those that finished long ago: what was asked in time is still answered. */
function isWanted(contestId: number | undefined, now: Date): SQL | undefined {
  return contestId === undefined
    ? or(isNull(contests.finishedAt), gt(contests.finishedAt, new Date(now.getTime() - dayMs)))
    : eq(contests.id, contestId);
}

const dayMs = 86_400_000;

interface Filter {
  readonly contestId?: number | undefined;
  readonly state: 'open' | 'answered';
}

export async function listInbox(db: Queryable, { contestId, state }: Filter, now: Date) {
  const isOpen = state === 'open';
  const rows = await selectInbox(db)
    .where(and(isWanted(contestId, now), isOpen ? isNull(questions.answer) : isNotNull(questions.answer)))
    .orderBy(isOpen ? asc(questions.askedAt) : desc(questions.answeredAt), questions.id)
    .limit(limits.inboxMax);
  return { questions: rows.map((row) => toInbox(row, now)), unanswered: await countUnanswered(db, now) };
}

async function countUnanswered(db: Queryable, now: Date): Promise<number> {
  const [counted] = await db
    .select({ count: count() })
    .from(questions)
    .innerJoin(contests, and(eq(contests.id, questions.contestId), isThere))
    .where(and(isNull(questions.answer), isWanted(undefined, now)));
  return counted?.count ?? 0;
}

async function getInboxQuestion(db: Queryable, id: string, now: Date): Promise<InboxQuestion> {
  const [row] = await selectInbox(db).where(eq(questions.id, id));
  if (!row) throw new ApiError('question_not_found');
  return toInbox(row, now);
}

/** Has the question alone until the transaction ends. */
async function lockQuestion(db: Queryable, id: string, now: Date): Promise<InboxQuestion> {
  await db.select({ id: questions.id }).from(questions).where(eq(questions.id, id)).for('update');
  return getInboxQuestion(db, id, now);
}

export async function claimQuestion(
  db: Database,
  id: string,
  user: SessionUser,
  { takeOver }: { readonly takeOver: boolean },
  now: Date,
): Promise<InboxQuestion> {
  return db.transaction(async (tx) => {
    const { claim, answer } = await lockQuestion(tx, id, now);
    if (answer) throw new ApiError('question_answered', undefined, { answer });
    if (claim && claim.id !== user.id && !takeOver)
      throw new ApiError('question_claimed', words('question_claimed_by', { username: claim.username }));
    const claimedUntil = new Date(now.getTime() + intervals.claimMs);
    await tx.update(questions).set({ claimedBy: user.id, claimedUntil }).where(eq(questions.id, id));
    return getInboxQuestion(tx, id, now);
  });
}

/** One's own claim; somebody else's stays. */
export async function releaseQuestion(db: Queryable, id: string, user: SessionUser): Promise<void> {
  if ((await db.$count(questions, eq(questions.id, id))) === 0) throw new ApiError('question_not_found');
  await db
    .update(questions)
    .set({ claimedBy: null, claimedUntil: null })
    .where(and(eq(questions.id, id), eq(questions.claimedBy, user.id)));
}

interface NewAnswer {
  readonly text: string;
  readonly is_public: boolean;
  readonly version: number;
}

/** The first answer, or another one in place of the version that the caller has seen. */
export async function answerQuestion(
  db: Database,
  id: string,
  user: SessionUser,
  { text, is_public: isPublic, version }: NewAnswer,
  now: Date,
): Promise<InboxQuestion> {
  return db.transaction(async (tx) => {
    const { answer } = await lockQuestion(tx, id, now);
    if ((answer?.version ?? 0) !== version) throw new ApiError('question_answered', undefined, { answer });
    await tx
      .update(questions)
      .set({
        answer: text,
        // What everybody has been told cannot be taken back.
        isPublic: isPublic || (answer?.is_public ?? false),
        answerVersion: version + 1,
        claimedBy: null,
        claimedUntil: null,
        ...(answer ? { editedAt: now } : { answeredBy: user.id, answeredAt: now }),
      })
      .where(eq(questions.id, id));
    return getInboxQuestion(tx, id, now);
  });
}

const posters = aliasedTable(users, 'posters');

function selectAnnouncements(db: Queryable) {
  return db
    .select({
      announcement: announcements,
      contest: contestColumns,
      about: aboutColumns,
      by: { id: posters.id, username: posters.username },
      readCount: countReaders(sql`${announcements.id}`, sql`${announcements.version}`),
      participantCount,
    })
    .from(announcements)
    .innerJoin(contests, and(eq(contests.id, announcements.contestId), isThere))
    .leftJoin(contestProblems, eq(contestProblems.id, announcements.contestProblemId))
    .leftJoin(problems, eq(problems.id, contestProblems.problemId))
    .leftJoin(posters, eq(posters.id, announcements.postedBy))
    .$dynamic();
}

type SelectedAnnouncement = Awaited<ReturnType<typeof selectAnnouncements>>[number];

function toStaffAnnouncement({ announcement, contest, about, by, ...row }: SelectedAnnouncement) {
  return {
    id: announcement.id,
    contest,
    text: announcement.text,
    words: wordsOf(announcement),
    problem: tellProblem(about),
    posted_at: announcement.postedAt.toISOString(),
    edited_at: announcement.editedAt?.toISOString() ?? null,
    version: announcement.version,
    by,
    read_count: row.readCount,
    participant_count: row.participantCount,
  } satisfies StaffAnnouncement;
}

export async function listAnnouncements(
  db: Queryable,
  contestId: number | undefined,
  now: Date,
): Promise<StaffAnnouncement[]> {
  const rows = await selectAnnouncements(db)
    .where(isWanted(contestId, now))
    .orderBy(desc(announcements.postedAt), announcements.id)
    .limit(limits.inboxMax);
  return rows.map(toStaffAnnouncement);
}

async function getAnnouncement(db: Queryable, id: string): Promise<StaffAnnouncement> {
  const [row] = await selectAnnouncements(db).where(eq(announcements.id, id));
  if (!row) throw new ApiError('announcement_not_found');
  return toStaffAnnouncement(row);
}

interface NewAnnouncement {
  readonly text: string;
  readonly problemId?: string | undefined;
}

export async function postAnnouncement(
  db: Database,
  contestId: number,
  user: SessionUser,
  { text, problemId }: NewAnnouncement,
  now: Date,
): Promise<StaffAnnouncement> {
  return db.transaction(async (tx) => {
    if (!(await pinContest(tx, contestId))) throw new ApiError('contest_not_found');
    const contestProblemId = problemId === undefined ? null : await getColumn(tx, contestId, problemId);
    const values = { contestId, contestProblemId, text, postedBy: user.id, postedAt: now };
    const [inserted] = await tx.insert(announcements).values(values).returning({ id: announcements.id });
    if (!inserted) throw new Error('A new announcement has no id');
    return getAnnouncement(tx, inserted.id);
  });
}

interface Announced {
  readonly contestId: number;
  readonly said: Words<keyof AnnouncedWords>;
  /** Whose doing it tells of. */
  readonly postedBy: number;
  readonly postedAt: Date;
}

/** In Minos' own words, each reader in their language; in a transaction of the caller's, who holds the contest. */
export async function announceWords(db: Queryable, { said, ...posted }: Announced): Promise<void> {
  await db.insert(announcements).values({ ...posted, said, text: sayInEnglish(said) });
}

export async function editAnnouncement(
  db: Database,
  id: string,
  { text, version }: { readonly text: string; readonly version: number },
  now: Date,
): Promise<StaffAnnouncement> {
  return db.transaction(async (tx) => {
    await tx
      .select({ id: announcements.id })
      .from(announcements)
      .where(eq(announcements.id, id))
      .for('update');
    const announcement = await getAnnouncement(tx, id);
    if (announcement.version !== version)
      throw new ApiError('announcement_changed', undefined, { announcement });
    await tx
      .update(announcements)
      .set({ text, said: null, editedAt: now, version: version + 1 })
      .where(eq(announcements.id, id));
    return getAnnouncement(tx, id);
  });
}
