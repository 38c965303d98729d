/**
 * What participants are told: announcements, their own questions, and those that were answered to all. The one place
 * that turns rows into what leaves the server, for the call as for the stream of events. Who asked is not among it, nor
 * who answered.
 */
import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import type { ContestClock } from '#contract/contests.ts';
import { limits } from '#contract/limits.ts';
import type { AboutProblem, Announcement, ContestNews, ContestQuestion } from '#contract/questions.ts';
import { besideText, readStoredWords, type Words } from '#contract/words.ts';
import type { Queryable } from '#store/database.ts';
import { columnSlug, columnTitle, isContestUnfinished } from '#store/memberships.ts';
import {
  announcements,
  blobs,
  contestProblems,
  contestReads,
  contests,
  problems,
  questions,
} from '#store/schema.ts';
import { type ContestFacts, can } from '../policy.ts';

/** Of a query with the contest's problem and the problem joined from the left. */
export const aboutColumns = {
  contestProblemId: contestProblems.id,
  slug: columnSlug,
  label: contestProblems.label,
  title: columnTitle,
};

interface About {
  readonly contestProblemId: number | null;
  readonly slug: string;
  readonly label: string | null;
  readonly title: string | null;
}

export function tellProblem(about: About | null): AboutProblem {
  if (about === null || about.contestProblemId === null) return null;
  const { slug, label, title } = about;
  return { id: slug, label, title };
}

/** Nobody reads as user 0. */
const nobody = 0;

function readBy(userId: number, itemId: typeof questions.id | typeof announcements.id, version: SQL) {
  return and(
    eq(contestReads.itemId, itemId),
    eq(contestReads.userId, userId),
    sql`${contestReads.version} = ${version}`,
  );
}

function selectQuestions(db: Queryable, userId: number) {
  return db
    .select({
      question: questions,
      about: aboutColumns,
      isRead: sql<boolean>`${contestReads.userId} is not null`,
    })
    .from(questions)
    .leftJoin(contestProblems, eq(contestProblems.id, questions.contestProblemId))
    .leftJoin(problems, eq(problems.id, contestProblems.problemId))
    .leftJoin(contestReads, readBy(userId, questions.id, sql`${questions.answerVersion}`))
    .$dynamic();
}

type SelectedQuestion = Awaited<ReturnType<typeof selectQuestions>>[number];

function tellQuestion({ question, about, isRead }: SelectedQuestion, userId: number): ContestQuestion {
  const isOwn = question.userId === userId;
  const { answer, answeredAt } = question;
  return {
    id: question.id,
    is_own: isOwn,
    text: question.text,
    problem: tellProblem(about),
    asked_at: isOwn ? question.askedAt.toISOString() : null,
    answer:
      answer === null || answeredAt === null
        ? null
        : {
            text: answer,
            is_public: question.isPublic,
            answered_at: answeredAt.toISOString(),
            edited_at: question.editedAt?.toISOString() ?? null,
            version: question.answerVersion,
            is_read: isRead,
          },
  };
}

function selectAnnouncements(db: Queryable, userId: number) {
  return db
    .select({
      announcement: announcements,
      about: aboutColumns,
      isRead: sql<boolean>`${contestReads.userId} is not null`,
    })
    .from(announcements)
    .leftJoin(contestProblems, eq(contestProblems.id, announcements.contestProblemId))
    .leftJoin(problems, eq(problems.id, contestProblems.problemId))
    .leftJoin(contestReads, readBy(userId, announcements.id, sql`${announcements.version}`))
    .$dynamic();
}

type SelectedAnnouncement = Awaited<ReturnType<typeof selectAnnouncements>>[number];

/** In which Minos itself has announced something. */
export function wordsOf({ said }: Pick<typeof announcements.$inferSelect, 'said'>): Words | null {
  return said === null ? null : besideText(readStoredWords(said));
}

function tellAnnouncement({ announcement, about, isRead }: SelectedAnnouncement): Announcement {
  return {
    id: announcement.id,
    text: announcement.text,
    words: wordsOf(announcement),
    problem: tellProblem(about),
    posted_at: announcement.postedAt.toISOString(),
    edited_at: announcement.editedAt?.toISOString() ?? null,
    version: announcement.version,
    is_read: isRead,
  };
}

/** The caller may read them (`question.read`). What is about a problem is left out until they may see that. */
export async function readNews(
  db: Queryable,
  contestId: number,
  user: SessionUser,
  { facts, clock }: { readonly facts: ContestFacts; readonly clock: ContestClock },
): Promise<ContestNews> {
  const seesProblems = can(user, 'contest.enter', facts);
  const asked = await selectQuestions(db, user.id)
    .where(
      and(
        eq(questions.contestId, contestId),
        or(eq(questions.userId, user.id), questions.isPublic),
        seesProblems ? undefined : isNull(questions.contestProblemId),
      ),
    )
    .orderBy(desc(sql`coalesce(${questions.answeredAt}, ${questions.askedAt})`), questions.id)
    .limit(limits.toldItemsMax);
  const announced = await selectAnnouncements(db, user.id)
    .where(
      and(
        eq(announcements.contestId, contestId),
        seesProblems ? undefined : isNull(announcements.contestProblemId),
      ),
    )
    .orderBy(desc(announcements.postedAt), announcements.id)
    .limit(limits.toldItemsMax);
  return {
    questions: asked.map((row) => tellQuestion(row, user.id)),
    announcements: announced.map(tellAnnouncement),
    statements:
      seesProblems && !facts.isFinished
        ? (await selectStatements(db).where(eq(contestProblems.contestId, contestId))).map(tellStatement)
        : [],
    clock,
  };
}

/** The version is the file's hash, as its ETag is: it tells nothing of when and how often it was replaced. */
function selectStatements(db: Queryable) {
  return db
    .select({ contestId: contestProblems.contestId, slug: problems.slug, sha256: blobs.sha256 })
    .from(contestProblems)
    .innerJoin(problems, eq(problems.id, contestProblems.problemId))
    .innerJoin(blobs, eq(blobs.id, problems.pdfBlobId))
    .orderBy(contestProblems.position, problems.slug)
    .$dynamic();
}

function tellStatement({ slug, sha256 }: { slug: string; sha256: Buffer | null }) {
  return { problem_id: slug, version: sha256?.toString('hex').slice(0, 16) ?? '' };
}

/** A new question, as its asker sees it. */
export async function describeQuestion(db: Queryable, id: string, userId: number): Promise<ContestQuestion> {
  const [row] = await selectQuestions(db, userId).where(eq(questions.id, id));
  if (!row) throw new Error(`Question ${id} is not there`);
  return tellQuestion(row, userId);
}

/** For the stream: whom it concerns, and what everybody else is told, if anything. */
export async function findToldQuestion(db: Queryable, id: string) {
  const [row] = await selectQuestions(db, nobody).where(eq(questions.id, id));
  if (!row) return null;
  const { contestId, userId, isPublic, answer } = row.question;
  return {
    contestId,
    askerId: userId,
    isAnswered: answer !== null,
    toAll: isPublic ? tellQuestion(row, nobody) : null,
  };
}

export async function findToldAnnouncement(db: Queryable, id: string) {
  const [row] = await selectAnnouncements(db, nobody).where(eq(announcements.id, id));
  return row ? { contestId: row.announcement.contestId, toAll: tellAnnouncement(row) } : null;
}

/** In every contest that has the problem and has not finished. */
export async function listToldStatements(db: Queryable, problemId: number) {
  const rows = await selectStatements(db)
    .innerJoin(contests, eq(contests.id, contestProblems.contestId))
    .where(and(eq(contestProblems.problemId, problemId), isContestUnfinished, isNotNull(problems.pdfBlobId)));
  return rows.map((row) => ({ contestId: row.contestId, toAll: tellStatement(row) }));
}
