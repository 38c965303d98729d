import { useNavigate } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { useLogout } from '../lib/session.ts';

/** Logs out, and goes home at once. */
export function useLogoutToHome(): () => void {
  const navigate = useNavigate();
  // When it has gone there, the page that is left is no longer on the screen.
  const { mutate } = useLogout(() => navigate(pagePaths.home, { flushSync: true }));
  return () => mutate();
}
