import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { useRegistration } from '../../features/auth/registration.ts';
import { loadScript } from '../../lib/load-page.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import { useLogoutToHome } from '../logout-to-home.ts';
import styles from './session-tools.module.css';

// A visitor has no account.
const AccountMenu = lazy(async () => {
  const module = await loadScript(() => import('./account-menu.tsx'));
  return { default: module.AccountMenu };
});

interface SessionToolsProps {
  /** In a bar that has its own section to name there is no room for more than one button: Logout is in the menu. */
  isCompact?: boolean;
}

/** Nothing until the check at start is answered: a Login that turns into Logout under the finger helps nobody. */
export function SessionTools({ isCompact = false }: SessionToolsProps) {
  const { navigation } = useMessages();
  const { user, isPending } = useSession();
  const { isEnabled: registrationEnabled } = useRegistration();
  const logout = useLogoutToHome();

  if (isPending) return null;
  if (user) {
    return (
      <>
        <Suspense>
          <AccountMenu user={user} {...(isCompact && { onLogout: logout })} />
        </Suspense>
        {!isCompact && (
          <Button className={styles.tool ?? ''} variant="default" onClick={logout}>
            {navigation.logout}
          </Button>
        )}
      </>
    );
  }
  const offersRegistration = registrationEnabled && !isCompact;
  return (
    <>
      <Button
        className={styles.tool ?? ''}
        component={Link}
        to={pagePaths.login}
        variant={offersRegistration ? 'subtle' : 'default'}
      >
        {navigation.login}
      </Button>
      {offersRegistration && (
        <Button className={styles.tool ?? ''} component={Link} to={pagePaths.register} variant="default">
          {navigation.register}
        </Button>
      )}
    </>
  );
}
