import { Link } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { Icon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-heading.tsx';
import { useMessages } from '../../lib/messages.ts';
import styles from './home-page.module.css';
import { Labyrinth } from './labyrinth.tsx';
import { WelcomeText } from './welcome-text.tsx';

export function HomePage() {
  const { home, navigation } = useMessages();
  const ways = [
    { to: pagePaths.problems, title: navigation.problems, line: home.problemsLine },
    { to: pagePaths.contests, title: navigation.contests, line: home.contestsLine },
    { to: pagePaths.scoreboard, title: navigation.scoreboard, line: home.scoreboardLine },
  ];
  return (
    <>
      <PageTitle>{home.title}</PageTitle>
      <div className={styles.hero}>
        <WelcomeText />
        <Labyrinth className={styles.labyrinth ?? ''} />
      </div>
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
    </>
  );
}
