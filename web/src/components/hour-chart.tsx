import { VisuallyHidden } from '@mantine/core';
import { useMessages } from '../lib/messages.ts';
import { type Bar, roundUp } from './hour-bars.ts';
import styles from './hour-chart.module.css';

const size = { width: 600, height: 120 };
/** Of a bar's width. */
const gapShare = 0.25;

interface HourChartProps {
  bars: readonly Bar[];
  title: string;
  /** What is counted. */
  what: string;
  /** What stands at the right end, where it is not the present. */
  until?: string;
}

/** An hour of counts: one row of figures, which needs no more than this; a table says the same. */
export function HourChart({ bars, title, what, until }: HourChartProps) {
  const { app, charts: texts } = useMessages();
  const most = roundUp(Math.max(...bars.map(({ count }) => count)));
  const step = size.width / bars.length;
  const gap = step * gapShare;
  const time = (ms: number) =>
    new Intl.DateTimeFormat(app.locale, { timeStyle: 'short', hourCycle: 'h23' }).format(ms);
  const counted = bars.filter(({ count }) => count > 0);
  return (
    <figure className={styles.figure}>
      <div className={styles.plot} aria-hidden="true">
        <span className={styles.most}>{most}</span>
        <svg
          aria-hidden="true"
          className={styles.bars}
          viewBox={`0 0 ${size.width} ${size.height}`}
          preserveAspectRatio="none"
        >
          <path className={styles.rule} d={`M0 .5H${size.width}M0 ${size.height / 2}H${size.width}`} />
          {bars.map(({ atMs, count }, index) => {
            const height = (count / most) * size.height;
            return (
              <rect
                key={atMs}
                className={styles.bar}
                x={index * step + gap / 2}
                y={size.height - height}
                width={step - gap}
                height={height}
              />
            );
          })}
        </svg>
        <span className={styles.axis}>
          <span>{time(bars[0]?.atMs ?? 0)}</span>
          <span>{until ?? texts.now}</span>
        </span>
      </div>
      <VisuallyHidden>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.from}</th>
              <th scope="col">{what}</th>
            </tr>
          </thead>
          <tbody>
            {counted.map(({ atMs, count }) => (
              <tr key={atMs}>
                <td>{time(atMs)}</td>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
