import { generatePath, Link, NavLink, useParams } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { Icon } from '../components/icons.tsx';
import { useMessages } from '../messages.ts';
import styles from './layout.module.css';
import { Layout } from './layout.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

export function ContestLayout() {
  return <Layout bar={<ContestBar />} />;
}

function ContestBar() {
  const { navigation, upcoming } = useMessages();
  const { contestId = '' } = useParams();
  const links = [
    { path: pagePaths.contestProblems, text: navigation.problems },
    { path: pagePaths.contestSubmissions, text: navigation.submissions },
    { path: pagePaths.contestScoreboard, text: navigation.scoreboard },
  ];
  return (
    <>
      <Link to={pagePaths.contests} className={styles.exit} aria-label={navigation.exitContest}>
        <Icon name="exit" />
        {navigation.exit}
      </Link>
      <Link
        to={generatePath(pagePaths.contest, { contestId })}
        className={`${styles.brand} ${styles.sectionBrand}`}
      >
        {upcoming.contest}
      </Link>
      <nav aria-label={navigation.contest} className={styles.sectionNav}>
        <ul className={styles.links}>
          {links.map(({ path, text }) => (
            <li key={path}>
              <NavLink to={generatePath(path, { contestId })} className={styles.link ?? ''}>
                {text}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.tools}>
        <ThemeToggle />
      </div>
    </>
  );
}
