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
import { columnSlug, columnTitle, isContestUnfinished, listColumns } from '#store/memberships.ts';
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

/** What contests call their problems, by their slugs. */
export type Labels = ReadonlyMap<number, ReadonlyMap<string, string>>;

interface AboutIn {
  readonly contestId: number;
  readonly about: About | null;
}

/** For these: those that nobody has written are the letters of the problems' places. */
export async function readLabels(db: Queryable, told: readonly AboutIn[]): Promise<Labels> {
  const lettered = told.flatMap(({ contestId, about }) =>
    isAboutProblem(about) && about.label === null ? [contestId] : [],
  );
  const labels = new Map<number, ReadonlyMap<string, string>>();
  for (const contestId of new Set(lettered)) {
    const columns = await listColumns(db, contestId);
    labels.set(contestId, new Map(columns.map(({ slug, label }) => [slug, label])));
  }
  return labels;
}

function isAboutProblem(about: About | null): about is About {
  return about !== null && about.contestProblemId !== null;
}

export function tellProblem({ contestId, about }: AboutIn, labels: Labels): AboutProblem {
  if (!isAboutProblem(about)) return null;
  const { slug, label, title } = about;
  return { id: slug, label: label ?? labels.get(contestId)?.get(slug) ?? '', title };
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

function tellQuestion(
  { question, about, isRead }: SelectedQuestion,
  userId: number,
  labels: Labels,
): ContestQuestion {
  const isOwn = question.userId === userId;
  const answer = tellAnswer(question);
  return {
    id: question.id,
    is_own: isOwn,
    text: question.text,
    problem: tellProblem({ contestId: question.contestId, about }, labels),
    asked_at: isOwn ? question.askedAt.toISOString() : null,
    answer: answer && { ...answer, is_read: isRead },
  };
}

/** As all are told of it who may read it; null while there is none. */
export function tellAnswer(question: typeof questions.$inferSelect) {
  const { answer, answeredAt } = question;
  if (answer === null || answeredAt === null) return null;
  return {
    text: answer,
    is_public: question.isPublic,
    answered_at: answeredAt.toISOString(),
    edited_at: question.editedAt?.toISOString() ?? null,
    version: question.answerVersion,
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

function tellAnnouncement(
  { announcement, about, isRead }: SelectedAnnouncement,
  labels: Labels,
): Announcement {
  return {
    id: announcement.id,
    text: announcement.text,
    words: wordsOf(announcement),
    problem: tellProblem({ contestId: announcement.contestId, about }, labels),
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
  const labels = await readLabels(
    db,
    [...asked, ...announced].map(({ about }) => ({ contestId, about })),
  );
  return {
    questions: asked.map((row) => tellQuestion(row, user.id, labels)),
    announcements: announced.map((row) => tellAnnouncement(row, labels)),
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
  const labels = await readLabels(db, [{ contestId: row.question.contestId, about: row.about }]);
  return tellQuestion(row, userId, labels);
}

/** For the stream: whom it concerns, and what everybody else is told, if anything. */
export async function findToldQuestion(db: Queryable, id: string) {
  const [row] = await selectQuestions(db, nobody).where(eq(questions.id, id));
  if (!row) return null;
  const { contestId, userId, isPublic, answer } = row.question;
  const labels = await readLabels(db, [{ contestId, about: row.about }]);
  return {
    contestId,
    askerId: userId,
    isAnswered: answer !== null,
    toAll: isPublic ? tellQuestion(row, nobody, labels) : null,
  };
}

export async function findToldAnnouncement(db: Queryable, id: string) {
  const [row] = await selectAnnouncements(db, nobody).where(eq(announcements.id, id));
  if (!row) return null;
  const { contestId } = row.announcement;
  const labels = await readLabels(db, [{ contestId, about: row.about }]);
  return { contestId, toAll: tellAnnouncement(row, labels) };
}

/** In every contest that has the problem and has not finished. */
export async function listToldStatements(db: Queryable, problemId: number) {
  const rows = await selectStatements(db)
    .innerJoin(contests, eq(contests.id, contestProblems.contestId))
    .where(and(eq(contestProblems.problemId, problemId), isContestUnfinished, isNotNull(problems.pdfBlobId)));
  return rows.map((row) => ({ contestId: row.contestId, toAll: tellStatement(row) }));
}
