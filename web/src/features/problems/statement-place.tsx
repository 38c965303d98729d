import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useMessages } from '../../lib/messages.ts';

/** Holds the place of the statement's first page: A4, as most are. */
export function StatementPlace() {
  const { problem: texts } = useMessages();
  return (
    <div role="status">
      <VisuallyHidden>{texts.loadingPdf}</VisuallyHidden>
      <Skeleton height={36} mb="xs" />
      <Skeleton style={{ aspectRatio: '210 / 297' }} height="auto" radius={0} />
    </div>
  );
}
