/** What a contest tells whoever is in it: announcements and answers, as the page knows them. */
import type { NewsEvent } from '#contract/events.ts';
import type { AboutProblem, Announcement, ContestNews, ContestQuestion } from '#contract/questions.ts';
import { sayOr } from '../../lib/messages.ts';

/** An announcement or an answer: what can be new, read and changed. */
export interface NewsItem {
  id: string;
  version: number;
  kind: 'announcement' | 'answer' | 'public';
  text: string;
  problem: AboutProblem;
  isEdited: boolean;
  isRead: boolean;
  /** When this version was said. */
  saidAt: string;
}

/** The latest first, of both kinds. */
export function listItems({ announcements, questions }: ContestNews): NewsItem[] {
  const items: NewsItem[] = [
    ...announcements.map(({ id, version, text, words, problem, posted_at, edited_at, is_read }) => ({
      id,
      version,
      kind: 'announcement' as const,
      text: sayOr(words, text),
      problem,
      isEdited: edited_at !== null,
      isRead: is_read,
      saidAt: edited_at ?? posted_at,
    })),
    ...questions.flatMap(({ id, is_own, problem, answer }) =>
      answer === null
        ? []
        : [
            {
              id,
              version: answer.version,
              kind: is_own ? ('answer' as const) : ('public' as const),
              text: answer.text,
              problem,
              isEdited: answer.edited_at !== null,
              isRead: answer.is_read,
              saidAt: answer.edited_at ?? answer.answered_at,
            },
          ],
    ),
  ];
  return items.toSorted((a, b) => b.saidAt.localeCompare(a.saidAt));
}

/** The problems that the news speak of, by the ids that these have now: another text when one has another id. */
export function namedProblems({ announcements, statements }: ContestNews): string {
  const ids = [
    ...statements.map(({ problem_id }) => problem_id),
    ...announcements.flatMap(({ problem }) => problem?.id ?? []),
  ];
  return [...new Set(ids)].toSorted().join();
}

export function countUnread(news: ContestNews): number {
  return listItems(news).filter(({ isRead }) => !isRead).length;
}

/** What the stream has told, in its place. What the page has already, or something newer, stays. */
export function applyNews(
  present: ContestNews,
  { question, announcement, statement, clock }: NewsEvent,
): ContestNews {
  return {
    questions: question ? place(present.questions, question, questionVersion, lastWord) : present.questions,
    announcements: announcement
      ? place(
          present.announcements,
          announcement,
          ({ version }) => version,
          ({ posted_at }) => posted_at,
        )
      : present.announcements,
    statements: statement
      ? [...present.statements.filter(({ problem_id }) => problem_id !== statement.problem_id), statement]
      : present.statements,
    clock: clock ?? present.clock,
  };
}

const questionVersion = ({ answer }: ContestQuestion) => answer?.version ?? 0;
const lastWord = ({ answer, asked_at }: ContestQuestion) => answer?.answered_at ?? asked_at ?? '';

function place<Item extends Announcement | ContestQuestion>(
  items: readonly Item[],
  told: Item,
  versionOf: (item: Item) => number,
  timeOf: (item: Item) => string,
): Item[] {
  const known = items.find(({ id }) => id === told.id);
  if (known && versionOf(known) >= versionOf(told)) return [...items];
  return [told, ...items.filter((item) => item !== known)].toSorted((a, b) =>
    timeOf(b).localeCompare(timeOf(a)),
  );
}

/** These versions have been before somebody's eyes. */
export function withRead(
  present: ContestNews,
  seen: readonly Pick<NewsItem, 'id' | 'version'>[],
): ContestNews {
  const isSeen = (id: string, version: number) =>
    seen.some((item) => item.id === id && item.version === version);
  return {
    ...present,
    announcements: present.announcements.map((item) =>
      isSeen(item.id, item.version) ? { ...item, is_read: true } : item,
    ),
    questions: present.questions.map((item) =>
      item.answer && isSeen(item.id, item.answer.version)
        ? { ...item, answer: { ...item.answer, is_read: true } }
        : item,
    ),
  };
}

/** By id, which version was known. */
export type Known = ReadonlyMap<string, number>;

export function toKnown(items: readonly NewsItem[]): Known {
  return new Map(items.map(({ id, version }) => [id, version]));
}

/** What has come since, the newest last, and has not been read elsewhere meanwhile. */
export function findArrived(known: Known, items: readonly NewsItem[]): NewsItem[] {
  const isNew = ({ id, version, isRead }: NewsItem) => !isRead && (known.get(id) ?? 0) < version;
  return items.filter(isNew).toReversed();
}
