import { generatePath, Link, useMatch, useParams } from 'react-router';
import { readId } from '#contract/id-texts.ts';
import { pagePaths } from '#contract/pages.ts';
import { Icon } from '../../components/icons.tsx';
import { ContestEndNotice } from '../../features/contests/contest-end-notice.tsx';
import { type ContestEntry, useContestEntry } from '../../features/contests/contest-list.ts';
import { useContestNews, useMayReadNews } from '../../features/contests/contest-news.ts';
import { ContestNote, ContestNotFound } from '../../features/contests/contest-note.tsx';
import { countUnread } from '../../features/contests/news.ts';
import { NewsToasts, questionsAddress } from '../../features/contests/news-toasts.tsx';
import { useMessages } from '../../lib/messages.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { BarLinks } from './bar-links.tsx';
import { ContestClock } from './contest-clock.tsx';
import styles from './layout.module.css';
import { Layout } from './layout.tsx';
import { SessionTools } from './session-tools.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/** Title, links and whether there is such a contest at all come from the public list: it is open to everyone. */
export function ContestLayout() {
  const { contestId = '' } = useParams();
  const id = readId(contestId);
  const entry = useContestEntry(id);
  return (
    <Layout bar={<ContestBar contestId={contestId} {...entry} />}>{findTrouble(id, entry.contest)}</Layout>
  );
}

/** Undefined: the page itself is shown. */
function findTrouble(id: number | null, contest: ContestEntry['contest']) {
  if (id === null) return <NoContestId />;
  if (contest === null) return <ContestNotFound />;
  return undefined;
}

function NoContestId() {
  const { contests: texts } = useMessages();
  const isProblems = useMatch(`${pagePaths.contestProblems}/*`) !== null;
  return (
    <ContestNote
      title={isProblems ? texts.noContestId : texts.noContestIdGiven}
      line={texts.noContestIdNext}
    />
  );
}

/** `contestId` is as the address has it. */
function ContestBar({ contestId, contest, isSettled }: ContestEntry & { contestId: string }) {
  const { contests: texts, navigation } = useMessages();
  const links = [
    { path: pagePaths.contestProblems, text: navigation.problems, isForContestants: true },
    { path: pagePaths.contestSubmissions, text: navigation.submissions, isForContestants: true },
    { path: pagePaths.contestScoreboard, text: navigation.scoreboard, isForContestants: false },
  ]
    .filter(({ isForContestants }) => contest?.status !== 'finished' || !isForContestants)
    .map(({ path, text }) => ({ to: generatePath(path, { contestId }), text }));
  const questions = useQuestionsLink(contest);
  // Links that vanish under the finger help nobody: none until the status is known.
  const areLinksKnown = isSettled && contest !== null;
  return (
    <>
      <Link
        to={pagePaths.contests}
        className={styles.exit}
        aria-label={navigation.exitContest}
        title={navigation.exitContest}
      >
        <Icon name="exit" />
        <span className={styles.exitText}>{navigation.exit}</span>
      </Link>
      <Link
        to={generatePath(pagePaths.contest, { contestId })}
        className={`${styles.brand} ${styles.sectionBrand} ${styles.contestBrand}`}
      >
        <span>{contest?.title ?? texts.contest}</span>
      </Link>
      <nav aria-label={navigation.contest} className={styles.sectionNav}>
        <BarLinks links={areLinksKnown ? [...links, ...questions] : []} />
      </nav>
      <div className={styles.tools}>
        {contest && <ContestClock contest={contest} />}
        <PaletteButton />
        <ThemeToggle />
        <SessionTools isCompact />
      </div>
      {contest && <ContestEndNotice key={contest.id} contest={contest} />}
      {contest && questions.length > 0 && <NewsToasts key={`news ${contest.id}`} contest={contest} />}
    </>
  );
}

/** For those who may read them; in all phases, also afterwards. */
function useQuestionsLink(contest: ContestEntry['contest']) {
  const { navigation, questions: texts } = useMessages();
  const mayRead = useMayReadNews(contest);
  const { data } = useContestNews(contest);
  if (!contest || !mayRead) return [];
  const count = data ? countUnread(data) : 0;
  return [
    {
      to: questionsAddress(contest.id),
      text: navigation.questions,
      badge: { count, text: texts.unread(count) },
    },
  ];
}
