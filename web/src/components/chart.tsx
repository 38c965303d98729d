import { VisuallyHidden } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadScript } from '../lib/load-page.ts';
import { useMessages } from '../lib/messages.ts';
import styles from './chart.module.css';
import { EmptyNote } from './empty-note.tsx';
import { Skeleton } from './skeleton.tsx';

export interface ChartLine {
  key: string | number;
  /** Stands at the end of the line and over its column of the table. */
  name: string;
  /** In the order of their times, in milliseconds. */
  points: readonly (readonly [timeMs: number, value: number])[];
  /** Strong: the one that the chart is about. Quiet: there to compare with. */
  emphasis?: 'strong' | 'quiet' | undefined;
}

export interface ChartProps {
  /** What is drawn over which time, for who does not see it and over the table. */
  title: string;
  lines: readonly ChartLine[];
  fromMs: number;
  toMs: number;
  /** Whether times are of the day, or count from nought: it decides which of them are round. */
  time: 'of-day' | 'elapsed';
  timeText: (ms: number) => string;
  /** A value that stays until the next one, or one that was on its way there. */
  shape: 'steps' | 'slopes';
}

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
