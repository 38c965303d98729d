import { useNavigate } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { useLogout } from '../../lib/session.ts';

/** Logs out, and goes home at once. */
export function useLeave(): () => void {
  const navigate = useNavigate();
  const { mutate } = useLogout(() => navigate(pagePaths.home));
  return () => mutate();
}
