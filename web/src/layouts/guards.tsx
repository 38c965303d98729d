import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router';
import type { Role } from '#contract/accounts.ts';
import { pagePaths } from '#contract/pages.ts';
import { PageSkeleton } from '../components/page-skeleton.tsx';
import { sessionQuery } from '../session.ts';
import { ForbiddenNote } from './route-error.tsx';

/**
 * Keeps pages from who may not see them: visitors are sent to log in and come back afterwards, others are told.
 * Only a courtesy: the server refuses by itself.
 */
function RoleGuard({ allowed }: { allowed: readonly Role[] }) {
  const { data: user, isPending } = useQuery({ ...sessionQuery, refetchOnMount: 'always' });
  const { pathname, search, hash } = useLocation();
  if (isPending) return <PageSkeleton />;
  if (!user) return <Navigate to={pagePaths.login} replace state={{ from: pathname + search + hash }} />;
  if (!allowed.includes(user.role)) return <ForbiddenNote />;
  return <Outlet />;
}

export function StaffGuard() {
  return <RoleGuard allowed={['staff', 'admin']} />;
}

export function AdminGuard() {
  return <RoleGuard allowed={['admin']} />;
}
