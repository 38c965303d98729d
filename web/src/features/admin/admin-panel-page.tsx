import { Link } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { Icon } from '../../components/icons.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMessages } from '../../lib/messages.ts';
import { isAdmin, useSession } from '../../lib/session.ts';
import styles from './admin-panel-page.module.css';
import { JudgeMachines } from './judge-machines.tsx';
import { PlaceOverview } from './place-overview.tsx';
import { ProxyNotice } from './proxy-notice.tsx';

export function AdminPanelPage() {
  const { admin, navigation } = useMessages();
  const { user } = useSession();
  if (!user) return null;
  const mayAdminister = isAdmin(user);
  const sections = [
    { to: pagePaths.adminUsers, title: admin.usersTitle, line: admin.usersLine, shown: mayAdminister },
    { to: pagePaths.adminProblems, title: admin.problemsTitle, line: admin.problemsLine, shown: true },
    { to: pagePaths.adminContests, title: admin.contestsTitle, line: admin.contestsLine, shown: true },
    {
      to: pagePaths.adminSettings,
      title: admin.settingsTitle,
      line: admin.settingsLine,
      shown: mayAdminister,
    },
  ].filter(({ shown }) => shown);
  return (
    <>
      <PageHeading lead={admin.lead(user.username)}>
        {mayAdminister ? navigation.adminPanel : navigation.staffPanel}
      </PageHeading>
      {mayAdminister && <ProxyNotice />}
      <ul className={styles.sections}>
        {sections.map(({ to, title, line }) => (
          <li key={to}>
            <Link to={to} className={styles.section}>
              <span className={styles.title}>
                {title}
                <Icon name="forward" size={14} />
              </span>
              <span className={styles.line}>{line}</span>
            </Link>
          </li>
        ))}
      </ul>
      <PlaceOverview />
      <JudgeMachines />
    </>
  );
}
