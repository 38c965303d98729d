import { VisuallyHidden } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadScript } from '../lib/load-page.ts';
import { useMessages } from '../lib/messages.ts';
import styles from './chart.module.css';
import type { ChartProps } from './chart-props.ts';
import { EmptyNote } from './empty-note.tsx';
import { Skeleton } from './skeleton.tsx';

/** Drawn by a script of its own, which loads only where a chart is shown; without it the page is still there. */
const LineChart = lazy(async () => {
  try {
    return { default: (await loadScript(() => import('./line-chart.tsx'))).LineChart };
  } catch {
    return { default: ChartNotLoaded };
  }
});

/** Lines over time, with the same figures as a table. */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<ChartPlace />}>
      <LineChart {...props} />
    </Suspense>
  );
}

/** As high as a chart with its table folded: for it while it loads, and for what waits for its figures. */
export function ChartPlace() {
  const { charts } = useMessages();
  return (
    <div role="status">
      <VisuallyHidden>{charts.loading}</VisuallyHidden>
      <Skeleton className={styles.place} borderRadius={8} />
    </div>
  );
}

function ChartNotLoaded() {
  const { charts } = useMessages();
  return <EmptyNote title={charts.notLoaded}>{charts.notLoadedNext}</EmptyNote>;
}
