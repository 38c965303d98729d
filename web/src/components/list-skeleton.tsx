import { VisuallyHidden } from '@mantine/core';
import { Skeleton } from './skeleton.tsx';

interface ListSkeletonProps {
  text: string;
  rows?: number;
  rowHeight?: number;
}

/** Holds the place of a list's rows. The text is there for whoever does not see the rows. */
export function ListSkeleton({ text, rows = 6, rowHeight = 48 }: ListSkeletonProps) {
  return (
    <div role="status">
      <VisuallyHidden>{text}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} height={rowHeight - 8} marginBottom="var(--space-1)" />
      ))}
    </div>
  );
}
