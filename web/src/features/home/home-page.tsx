import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { Icon } from '../../components/icons.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { PageTitle } from '../../components/page-heading.tsx';
import { loadScript } from '../../lib/load-page.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import styles from './home-page.module.css';
import { Labyrinth } from './labyrinth.tsx';
import { WelcomeText } from './welcome-text.tsx';

const Overview = lazy(async () => {
  const module = await loadScript(() => import('./overview.tsx'));
  return { default: module.Overview };
});

/** The welcome is everyone's; below it somebody signed in finds their work, and a visitor the way in. */
export function HomePage() {
  const { home } = useMessages();
  const { user, isPending, mayRead } = useSession();
  return (
    <>
      <PageTitle>{home.title}</PageTitle>
      <div className={styles.hero} data-visitor={(!user && !isPending) || undefined}>
        <WelcomeText />
        {!user && !isPending && <Labyrinth className={styles.labyrinth ?? ''} />}
      </div>
      {mayRead && (
        <Suspense fallback={<ListSkeleton text={home.loading} rows={2} rowHeight={160} />}>
          <Overview />
        </Suspense>
      )}
      {!user && !isPending && <Ways />}
    </>
  );
}

function Ways() {
  const { home, navigation } = useMessages();
  const ways = [
    { to: pagePaths.problems, title: navigation.problems, line: home.problemsLine },
    { to: pagePaths.contests, title: navigation.contests, line: home.contestsLine },
    { to: pagePaths.scoreboard, title: navigation.scoreboard, line: home.scoreboardLine },
  ];
  return (
    <ul className={styles.ways}>
      {ways.map(({ to, title, line }) => (
        <li key={to}>
          <Link to={to} className={styles.way}>
            <span className={styles.wayTitle}>
              {title}
              <Icon name="forward" size={14} />
            </span>
            <span className={styles.wayLine}>{line}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
