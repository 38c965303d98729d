import { VisuallyHidden } from '@mantine/core';
import { Skeleton } from '../../components/skeleton.tsx';
import { useMessages } from '../../lib/messages.ts';

/** Holds the place of the statement: its tools and its first page. */
export function StatementPlace() {
  return (
    <div>
      <Skeleton height={36} marginBottom="var(--space-1)" />
      <PagePlace />
    </div>
  );
}

/** A4, as most are. */
export function PagePlace() {
  const { problem: texts } = useMessages();
  return (
    <div role="status">
      <VisuallyHidden>{texts.loadingPdf}</VisuallyHidden>
      <Skeleton aspectRatio="210 / 297" borderRadius={0} />
    </div>
  );
}
