import { Skeleton, VisuallyHidden } from '@mantine/core';

/** Holds the place of a list's rows. The text is there for who does not see the rows. */
export function ListSkeleton({ text, rowHeight = 48 }: { text: string; rowHeight?: number }) {
  return (
    <div role="status">
      <VisuallyHidden>{text}</VisuallyHidden>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={rowHeight - 8} mb="xs" />
      ))}
    </div>
  );
}
