import { VisuallyHidden } from '@mantine/core';
import { useMessages } from '../../lib/messages.ts';
import { type Bar, roundUp } from './hour-bars.ts';
import styles from './hour-chart.module.css';

const size = { width: 600, height: 120 };
const gap = 4;

/** How much was judged, two minutes a bar: one row of figures, which needs no more than this; a table says the same. */
export function HourChart({ bars }: { bars: readonly Bar[] }) {
  const { app, overview: texts } = useMessages();
  const most = roundUp(Math.max(...bars.map(({ verdicts }) => verdicts)));
  const step = size.width / bars.length;
  const time = (ms: number) =>
    new Intl.DateTimeFormat(app.locale, { timeStyle: 'short', hourCycle: 'h23' }).format(ms);
  const judged = bars.filter(({ verdicts }) => verdicts > 0);
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
          {bars.map(({ atMs, verdicts }, index) => {
            const height = (verdicts / most) * size.height;
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
          <span>{texts.now}</span>
        </span>
      </div>
      <VisuallyHidden>
        <table>
          <caption>{texts.judgedTitle}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.from}</th>
              <th scope="col">{texts.verdicts}</th>
            </tr>
          </thead>
          <tbody>
            {judged.map(({ atMs, verdicts }) => (
              <tr key={atMs}>
                <td>{time(atMs)}</td>
                <td>{verdicts}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
