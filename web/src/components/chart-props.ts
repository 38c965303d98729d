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
  /** What is drawn over which time, for whoever does not see it and over the table. */
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
