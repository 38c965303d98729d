import { VisuallyHidden } from '@mantine/core';
import { useMessages } from '../lib/messages.ts';
import { Skeleton } from './skeleton.tsx';

/** Holds the place of a page that is still on its way. */
export function PageSkeleton() {
  const { app } = useMessages();
  return (
    <div role="status">
      <VisuallyHidden>{app.loadingPage}</VisuallyHidden>
      <Skeleton height={36} width="min(20rem, 60%)" marginBottom="var(--space-3)" />
      <Skeleton height={120} marginBottom="var(--space-2)" />
      <Skeleton height={120} />
    </div>
  );
}
