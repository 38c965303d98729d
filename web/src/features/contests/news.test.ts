import { expect, it } from 'vitest';
import type { ContestClock } from '#contract/contests.ts';
import type { Announcement, ContestNews, ContestQuestion } from '#contract/questions.ts';
import { applyNews, countUnread, findArrived, listItems, namedProblems, toKnown, withRead } from './news.ts';

const clock: ContestClock = {
  start_time: '2026-01-15T09:00:00.000Z',
  end_time: '2026-01-15T10:00:00.000Z',
  status: 'running',
  freeze_at: null,
  thaw_time: null,
  is_frozen: false,
  window_minutes: null,
  paused_at: null,
  length_ms: 3_600_000,
  own_start: null,
  own_end: null,
  own_extra_minutes: 0,
};
const empty: ContestNews = { questions: [], announcements: [], statements: [], clock };

function announcement(id: string, minute: number, change: Partial<Announcement> = {}): Announcement {
  const posted_at = `2026-01-15T09:${String(minute).padStart(2, '0')}:00.000Z`;
  return {
    id,
    text: id,
    words: null,
    problem: null,
    posted_at,
    edited_at: null,
    version: 1,
    is_read: false,
    ...change,
  };
}

function question(id: string, version: number): ContestQuestion {
  return {
    id,
    is_own: false,
    text: id,
    problem: null,
    asked_at: null,
    answer: {
      text: `answer ${version}`,
      is_public: true,
      answered_at: '2026-01-15T09:30:00.000Z',
      edited_at: null,
      version,
      is_read: false,
    },
  };
}

it('the stream’s words are put in their place, the latest first', () => {
  const news = [announcement('a', 1), announcement('c', 3), announcement('b', 2)].reduce<ContestNews>(
    (present, told) => applyNews(present, { contest_id: 1, announcement: told }),
    empty,
  );
  expect(news.announcements.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
});

it('what comes late changes nothing that is newer', () => {
  const present = { ...empty, questions: [question('q', 2)] };
  expect(applyNews(present, { contest_id: 1, question: question('q', 1) })).toEqual(present);
  const changed = applyNews(present, { contest_id: 1, question: question('q', 3) });
  expect(changed.questions).toMatchObject([{ id: 'q', answer: { version: 3 } }]);
});

it('a statement has one version', () => {
  const told = (version: string) => ({ contest_id: 1, statement: { problem_id: 'sum', version } });
  expect(applyNews(applyNews(empty, told('1')), told('2')).statements).toEqual([
    { problem_id: 'sum', version: '2' },
  ]);
});

it('what has arrived is called once, again when it was changed, and not when it was read elsewhere', () => {
  const first = { ...empty, announcements: [announcement('a', 1)] };
  const known = toKnown(listItems(first));
  expect(findArrived(known, listItems(first))).toEqual([]);
  const next = applyNews(first, { contest_id: 1, announcement: announcement('b', 2) });
  expect(findArrived(known, listItems(next)).map(({ id }) => id)).toEqual(['b']);
  const both = applyNews(next, { contest_id: 1, announcement: announcement('c', 3) });
  expect(findArrived(known, listItems(both)).map(({ id }) => id)).toEqual(['b', 'c']);
  const answered = { ...both, questions: [question('q', 1)] };
  const late = applyNews(answered, { contest_id: 1, announcement: announcement('d', 45) });
  expect(findArrived(known, listItems(late)).map(({ id }) => id)).toEqual(['b', 'c', 'q', 'd']);
  const edited = { ...empty, announcements: [announcement('a', 1, { version: 2 })] };
  expect(findArrived(known, listItems(edited)).map(({ id }) => id)).toEqual(['a']);
  const read = withRead(edited, [{ id: 'a', version: 2 }]);
  expect(findArrived(known, listItems(read))).toEqual([]);
});

it('is unread until the version that is there was seen', () => {
  const present = { ...empty, announcements: [announcement('a', 1)], questions: [question('q', 2)] };
  expect(countUnread(present)).toBe(2);
  expect(countUnread(withRead(present, [{ id: 'q', version: 1 }]))).toBe(2);
  expect(
    countUnread(
      withRead(present, [
        { id: 'q', version: 2 },
        { id: 'a', version: 1 },
      ]),
    ),
  ).toBe(0);
});

it('names the problems that it speaks of, each once: another text when one goes by another id', () => {
  const statements = [
    { problem_id: 'sum', version: '1' },
    { problem_id: 'trees', version: '1' },
  ];
  const about = (id: string) => announcement('a', 1, { problem: { id, label: 'A', title: null } });
  const news: ContestNews = { ...empty, statements, announcements: [about('sum'), announcement('b', 2)] };
  const names = namedProblems(news);
  const replaced = applyNews(news, { contest_id: 1, statement: { problem_id: 'sum', version: '2' } });
  expect(namedProblems(replaced)).toBe(names);
  const renamed = applyNews(news, { contest_id: 1, statement: { problem_id: 'sum-of-two', version: '2' } });
  expect(namedProblems(renamed)).not.toBe(names);
  const without = { ...news, statements: [] };
  expect(namedProblems({ ...without, announcements: [about('sum-of-two')] })).not.toBe(
    namedProblems(without),
  );
});
