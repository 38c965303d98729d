import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useMessages } from '../../lib/messages.ts';

/** Holds the place of the statement: its tools and its first page. */
export function StatementPlace() {
  return (
    <div>
      <Skeleton height={36} mb="xs" />
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
      <Skeleton style={{ aspectRatio: '210 / 297' }} height="auto" radius={0} />
    </div>
  );
}
