import { ActionIcon } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useMatch, useSearchParams } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { Icon } from '../../components/icons.tsx';
import { Mark } from '../../components/mark.tsx';
import { loadScript } from '../../lib/load-page.ts';
import { useMessages } from '../../lib/messages.ts';
import { isAdmin, isStaff, useSession } from '../../lib/session.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { BarLinks } from './bar-links.tsx';
import layoutStyles from './layout.module.css';
import { Layout } from './layout.tsx';
import styles from './main-layout.module.css';
import { SessionTools } from './session-tools.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

const ClockOfContest = lazy(async () => {
  const module = await loadScript(() => import('./contest-clock.tsx'));
  return { default: module.ClockOfContest };
});

export function MainLayout() {
  return <Layout bar={<TopBar />} />;
}

/** Lists of submissions lead to a contest's problem by an address outside the contest, with its id behind it. */
function useNamedContest(): string | null {
  const isProblem = useMatch(pagePaths.problem) !== null;
  const [search] = useSearchParams();
  return isProblem ? search.get('contestId') : null;
}

function TopBar() {
  const { app, navigation } = useMessages();
  const { user } = useSession();
  const contestId = useNamedContest();
  const [menuOpen, setMenuOpen] = useState(false);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: any navigation closes the menu
  useEffect(() => setMenuOpen(false), [key]);

  const links = [
    { to: pagePaths.problems, text: navigation.problems },
    { to: pagePaths.submissions, text: navigation.submissions },
    { to: pagePaths.scoreboard, text: navigation.scoreboard },
    { to: pagePaths.contests, text: navigation.contests },
    ...(isStaff(user)
      ? [{ to: pagePaths.admin, text: isAdmin(user) ? navigation.adminPanel : navigation.staffPanel }]
      : []),
  ];

  return (
    <>
      <Link to={pagePaths.home} className={layoutStyles.brand}>
        <Mark size={24} />
        {app.name}
      </Link>
      <ActionIcon
        className={styles.menuButton}
        variant="subtle"
        size={36}
        aria-label={navigation.openMenu}
        aria-expanded={menuOpen}
        aria-controls="main-menu"
        onClick={() => setMenuOpen(!menuOpen)}
      >
        <Icon name={menuOpen ? 'close' : 'menu'} size={18} />
      </ActionIcon>
      <nav id="main-menu" aria-label={navigation.main} className={styles.menu} data-open={menuOpen}>
        <BarLinks links={links} />
      </nav>
      <div className={`${layoutStyles.tools} ${styles.tools}`}>
        {contestId !== null && (
          <Suspense>
            <ClockOfContest named={contestId} />
          </Suspense>
        )}
        <PaletteButton />
        <ThemeToggle />
        <SessionTools />
      </div>
    </>
  );
}
