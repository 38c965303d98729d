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
import { ApiError } from '#contract/errors.ts';
import { intervals, limits } from '#contract/limits.ts';
import type { InboxQuestion, StaffAnnouncement } from '#contract/questions.ts';
import { words } from '#contract/words.ts';
import { isThere, pinContest } from '#store/contest-rows.ts';
import type { Database, Queryable } from '#store/database.ts';
import {
  announcements,
  contestProblems,
  contestReads,
  contests,
  problems,
  questions,
  users,
} from '#store/schema.ts';
import { getColumn } from './ask.ts';
import { type Receipts, readReceipts } from './receipts.ts';
import { aboutColumns, type Labels, readLabels, tellAnswer, tellProblem, wordsOf } from './told.ts';

const inboxAnnouncementsMax = 200;

const askers = aliasedTable(users, 'askers');
const claimers = aliasedTable(users, 'claimers');
const answerers = aliasedTable(users, 'answerers');

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

function toInbox(
  { question, ...row }: SelectedQuestion,
  labels: Labels,
  receipts: Receipts,
  now: Date,
): InboxQuestion {
  const { claimedUntil } = question;
  const answer = tellAnswer(question);
  const isClaimed = answer === null && claimedUntil !== null && claimedUntil > now;
  return {
    id: question.id,
    contest: row.contest,
    problem: tellProblem(whereAbout(row), labels),
    text: question.text,
    asked_at: question.askedAt.toISOString(),
    asker: row.asker,
    claim: isClaimed && row.claimer ? { ...row.claimer, until: claimedUntil.toISOString() } : null,
    answer: answer && {
      ...answer,
      by: row.answerer,
      is_read: row.isRead,
      ...receipts.of(row.contest.id, answer.is_public ? question.id : null, answer.version),
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

function isIn({ contestId, state }: Filter, now: Date): SQL | undefined {
  return and(
    isWanted(contestId, now),
    state === 'open' ? isNull(questions.answer) : isNotNull(questions.answer),
  );
}

/** A page of it, and how many there are in all: nothing is out of reach behind the others. */
export async function listInbox(
  db: Queryable,
  { offset, ...filter }: Filter & { readonly offset: number },
  now: Date,
) {
  const rows = await selectInbox(db)
    .where(isIn(filter, now))
    .orderBy(filter.state === 'open' ? asc(questions.askedAt) : desc(questions.answeredAt), questions.id)
    .limit(limits.inboxPage)
    .offset(offset);
  return { questions: await tellInbox(db, rows, now), total: await countInbox(db, filter, now) };
}

export async function countInbox(db: Queryable, filter: Filter, now: Date): Promise<number> {
  const [counted] = await db
    .select({ count: count() })
    .from(questions)
    .innerJoin(contests, and(eq(contests.id, questions.contestId), isThere))
    .where(isIn(filter, now));
  return counted?.count ?? 0;
}

async function tellInbox(db: Queryable, rows: readonly SelectedQuestion[], now: Date) {
  const read = rows.flatMap(({ question }) => (question.isPublic ? [question.id] : []));
  const receipts = await readReceipts(
    db,
    rows.map(({ contest }) => contest.id),
    read,
  );
  const labels = await readLabels(db, rows.map(whereAbout));
  return rows.map((row) => toInbox(row, labels, receipts, now));
}

function whereAbout({ contest, about }: Pick<SelectedQuestion | SelectedAnnouncement, 'contest' | 'about'>) {
  return { contestId: contest.id, about };
}

async function getInboxQuestion(db: Queryable, id: string, now: Date): Promise<InboxQuestion> {
  const [told] = await tellInbox(db, await selectInbox(db).where(eq(questions.id, id)), now);
  if (!told) throw new ApiError('question_not_found');
  return told;
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

/**
 * The first answer, or another one in place of the version that the caller has seen. Where the next version says what they
 * say, it is theirs, sent again because no word came back; or a colleague's who says the same. Where the one that they have
 * seen says so already, nothing changes, and nobody has to read it again.
 */
export async function answerQuestion(
  db: Database,
  id: string,
  user: SessionUser,
  { text, is_public: isPublic, version }: NewAnswer,
  now: Date,
): Promise<InboxQuestion> {
  return db.transaction(async (tx) => {
    const question = await lockQuestion(tx, id, now);
    const { answer } = question;
    const isSent = answer?.version === version + 1 && answer.text === text && answer.is_public === isPublic;
    const isUnchanged =
      answer?.version === version && answer.text === text && (answer.is_public || !isPublic);
    if (isSent || isUnchanged) return question;
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
    })
    .from(announcements)
    .innerJoin(contests, and(eq(contests.id, announcements.contestId), isThere))
    .leftJoin(contestProblems, eq(contestProblems.id, announcements.contestProblemId))
    .leftJoin(problems, eq(problems.id, contestProblems.problemId))
    .leftJoin(posters, eq(posters.id, announcements.postedBy))
    .$dynamic();
}

type SelectedAnnouncement = Awaited<ReturnType<typeof selectAnnouncements>>[number];

function toStaffAnnouncement(row: SelectedAnnouncement, labels: Labels, receipts: Receipts) {
  const { announcement, contest, by } = row;
  return {
    id: announcement.id,
    contest,
    text: announcement.text,
    words: wordsOf(announcement),
    problem: tellProblem(whereAbout(row), labels),
    posted_at: announcement.postedAt.toISOString(),
    edited_at: announcement.editedAt?.toISOString() ?? null,
    version: announcement.version,
    by,
    ...receipts.of(contest.id, announcement.id, announcement.version),
  } satisfies StaffAnnouncement;
}

async function tellAnnouncements(db: Queryable, rows: readonly SelectedAnnouncement[]) {
  const receipts = await readReceipts(
    db,
    rows.map(({ contest }) => contest.id),
    rows.map(({ announcement }) => announcement.id),
  );
  const labels = await readLabels(db, rows.map(whereAbout));
  return rows.map((row) => toStaffAnnouncement(row, labels, receipts));
}

export async function listAnnouncements(
  db: Queryable,
  contestId: number | undefined,
  now: Date,
): Promise<StaffAnnouncement[]> {
  const rows = await selectAnnouncements(db)
    .where(isWanted(contestId, now))
    .orderBy(desc(announcements.postedAt), announcements.id)
    .limit(inboxAnnouncementsMax);
  return tellAnnouncements(db, rows);
}

async function getAnnouncement(db: Queryable, id: string): Promise<StaffAnnouncement> {
  const [told] = await tellAnnouncements(db, await selectAnnouncements(db).where(eq(announcements.id, id)));
  if (!told) throw new ApiError('announcement_not_found');
  return told;
}

interface NewAnnouncement {
  readonly text: string;
  readonly problemId?: string | undefined;
  readonly requestKey?: string | undefined;
}

/** Once, however often it is sent with the same key. */
export async function postAnnouncement(
  db: Database,
  contestId: number,
  user: SessionUser,
  { text, problemId, requestKey }: NewAnnouncement,
  now: Date,
): Promise<StaffAnnouncement> {
  return db.transaction(async (tx) => {
    if (!(await pinContest(tx, contestId))) throw new ApiError('contest_not_found');
    const contestProblemId = problemId === undefined ? null : await getColumn(tx, contestId, problemId);
    const [inserted] = await tx
      .insert(announcements)
      .values({ contestId, contestProblemId, text, postedBy: user.id, postedAt: now, requestKey })
      .onConflictDoNothing({
        target: [announcements.contestId, announcements.postedBy, announcements.requestKey],
      })
      .returning({ id: announcements.id });
    const [posted] = inserted
      ? [inserted]
      : await tx
          .select({ id: announcements.id })
          .from(announcements)
          .where(
            and(
              eq(announcements.contestId, contestId),
              eq(announcements.postedBy, user.id),
              eq(announcements.requestKey, requestKey ?? ''),
            ),
          );
    if (!posted) throw new Error('A new announcement has no id');
    return getAnnouncement(tx, posted.id);
  });
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
    // Sent again, because no word came back, or without a change: not even to the language of Minos' own words.
    const isSaid = announcement.words === null && announcement.text === text;
    if (isSaid && [version, version + 1].includes(announcement.version)) return announcement;
    if (announcement.version !== version)
      throw new ApiError('announcement_changed', undefined, { announcement });
    await tx
      .update(announcements)
      .set({ text, said: null, editedAt: now, version: version + 1 })
      .where(eq(announcements.id, id));
    return getAnnouncement(tx, id);
  });
}
