import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { registrationQuery, useRegistration } from '../../features/auth/registration.ts';
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
  const logout = useLogoutToHome();
  const queryClient = useQueryClient();
  // Logout gives way to what a visitor finds here.
  const askAhead = () => void queryClient.prefetchQuery(registrationQuery);

  if (isPending) return null;
  if (user) {
    return (
      <>
        <Suspense>
          <AccountMenu user={user} {...(isCompact && { onLogout: logout })} />
        </Suspense>
        {!isCompact && (
          <Button
            className={styles.tool ?? ''}
            variant="default"
            onPointerEnter={askAhead}
            onFocus={askAhead}
            onClick={logout}
          >
            {navigation.logout}
          </Button>
        )}
      </>
    );
  }
  return <VisitorTools isCompact={isCompact} />;
}

/** Whether there is registration is asked by these alone: who has an account need not know. */
function VisitorTools({ isCompact }: Required<SessionToolsProps>) {
  const { navigation } = useMessages();
  const { isEnabled } = useRegistration();
  const offersRegistration = isEnabled && !isCompact;
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
