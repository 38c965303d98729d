import { Link } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { Icon } from '../../components/icons.tsx';
import { Mark } from '../../components/mark.tsx';
import { useUnanswered } from '../../features/questions/queries.ts';
import { useMessages } from '../../lib/messages.ts';
import { isAdmin, isStaff, useSession } from '../../lib/session.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { BarLinks } from './bar-links.tsx';
import styles from './layout.module.css';
import { Layout } from './layout.tsx';
import { SessionTools } from './session-tools.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

export function AdminLayout() {
  return <Layout bar={<AdminBar />} />;
}

function AdminBar() {
  const { navigation, inbox } = useMessages();
  const { user } = useSession();
  const mayAdminister = isAdmin(user);
  const mayManage = isStaff(user);
  const unanswered = useUnanswered(mayManage);
  const links = [
    { to: pagePaths.adminUsers, text: navigation.users, shown: mayAdminister },
    { to: pagePaths.adminProblems, text: navigation.problems, shown: mayManage },
    { to: pagePaths.adminContests, text: navigation.contests, shown: mayManage },
    { to: pagePaths.adminSettings, text: navigation.settings, shown: mayAdminister },
    {
      to: pagePaths.adminQuestions,
      text: navigation.questions,
      shown: mayManage,
      badge: { count: unanswered, text: inbox.unansweredCount(unanswered) },
    },
  ].filter(({ shown }) => shown);
  return (
    <>
      <Link
        to={pagePaths.home}
        className={styles.exit}
        aria-label={navigation.exitAdmin}
        title={navigation.exitAdmin}
      >
        <Icon name="exit" />
        <span className={styles.exitText}>{navigation.exit}</span>
      </Link>
      <Link to={pagePaths.admin} className={`${styles.brand} ${styles.sectionBrand}`}>
        <Mark size={20} />
        {mayManage && !mayAdminister ? navigation.staffPanel : navigation.adminPanel}
      </Link>
      {links.length > 0 && (
        <nav aria-label={navigation.admin} className={styles.sectionNav}>
          <BarLinks links={links} />
        </nav>
      )}
      <div className={styles.tools}>
        <PaletteButton />
        <ThemeToggle />
        <SessionTools isCompact />
      </div>
    </>
  );
}
