import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useMessages } from '../lib/messages.ts';

/** Holds the place of a page that is still on its way. */
export function PageSkeleton() {
  const { app } = useMessages();
  return (
    <div role="status">
      <VisuallyHidden>{app.loadingPage}</VisuallyHidden>
      <Skeleton height={36} width="min(20rem, 60%)" mb="lg" />
      <Skeleton height={120} mb="md" />
      <Skeleton height={120} />
    </div>
  );
}
