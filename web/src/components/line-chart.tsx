import { useElementSize } from '@mantine/hooks';
import { scaleLinear, scaleTime, scaleUtc } from 'd3-scale';
import { curveLinear, curveStepAfter, line as lineShape, symbol, symbolsFill } from 'd3-shape';
import { type PointerEvent, useState } from 'react';
import { useMessages } from '../lib/messages.ts';
import styles from './chart.module.css';
import type { ChartLine, ChartProps } from './chart-props.ts';
import table from './data-table.module.css';
import { spreadLabels, valueAt } from './line-chart-layout.ts';

const margin = { top: 12, bottom: 28, left: 44 };
const labelHeight = 18;
const markerArea = 44;
/** Lines are told apart by mark and dash before they are by colour; the style sheet has as many of each. */
const looks = symbolsFill.length;
/** A line with more points than this is a curve, and has its mark at its end only. */
const markedPointsMax = 16;

/** Everything that depends on the size of the chart. */
function layOut({ lines, fromMs, toMs, time }: ChartProps, width: number, height: number) {
  const labelWidth = width < 480 ? 88 : 168;
  const innerWidth = Math.max(1, width - margin.left - labelWidth);
  const innerHeight = Math.max(1, height - margin.top - margin.bottom);
  const highest = Math.max(1, ...lines.flatMap(({ points }) => points.map(([, value]) => value)));
  const x = (time === 'elapsed' ? scaleUtc() : scaleTime()).domain([fromMs, toMs]).range([0, innerWidth]);
  const y = scaleLinear().domain([0, highest]).nice(5).range([innerHeight, 0]);
  const times = x.ticks(Math.max(2, Math.floor(innerWidth / 80))).map(Number);
  const values = y.ticks(5).filter(Number.isInteger);
  return { x, y, times, values, labelWidth, innerWidth, innerHeight };
}

type Plan = ReturnType<typeof layOut>;

export function LineChart(props: ChartProps) {
  const { charts } = useMessages();
  const { ref, width, height } = useElementSize();
  const plan = layOut(props, width, height);
  return (
    <figure className={styles.chart}>
      <div ref={ref} className={styles.drawing}>
        {width > 0 && <Drawing {...props} plan={plan} width={width} height={height} />}
      </div>
      <details className={styles.figures}>
        <summary>{charts.asTable}</summary>
        <FigureTable {...props} times={plan.times} />
      </details>
    </figure>
  );
}

interface DrawingProps extends ChartProps {
  plan: Plan;
  width: number;
  height: number;
}

function Drawing({ plan, width, height, ...props }: DrawingProps) {
  const { charts } = useMessages();
  const [pointedAtMs, setPointedAtMs] = useState<number | null>(null);
  const { x, y, innerWidth, innerHeight } = plan;

  function follow({ currentTarget, clientX }: PointerEvent<SVGRectElement>) {
    const { left } = currentTarget.getBoundingClientRect();
    setPointedAtMs(Number(x.invert(Math.min(Math.max(clientX - left, 0), innerWidth))));
  }

  return (
    <svg width={width} height={height} role="img" aria-label={charts.drawing(props.title)}>
      <g transform={`translate(${margin.left} ${margin.top})`}>
        <Axes plan={plan} timeText={props.timeText} />
        {props.lines.map((line, index) => (
          <DrawnLine key={line.key} line={line} look={index % looks} plan={plan} shape={props.shape} />
        ))}
        <EndLabels lines={props.lines} plan={plan} />
        {pointedAtMs !== null && (
          <>
            <line className={styles.pointer} x1={x(pointedAtMs)} x2={x(pointedAtMs)} y2={innerHeight} />
            <Readout {...props} timeMs={pointedAtMs} plan={plan} />
          </>
        )}
        <rect
          className={styles.glass}
          y={y.range()[1]}
          width={innerWidth}
          height={innerHeight}
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => setPointedAtMs(null)}
        />
      </g>
    </svg>
  );
}

function Axes({ plan, timeText }: { plan: Plan; timeText: (ms: number) => string }) {
  const { x, y, times, values, innerWidth, innerHeight } = plan;
  return (
    <g className={styles.axes}>
      {values.map((value) => (
        <g key={value} transform={`translate(0 ${y(value)})`}>
          <line x2={innerWidth} />
          <text x={-8} dy="0.32em" textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      {times.map((ms) => (
        <text key={ms} x={x(ms)} y={innerHeight + 20} textAnchor="middle">
          {timeText(ms)}
        </text>
      ))}
    </g>
  );
}

interface DrawnLineProps {
  line: ChartLine;
  look: number;
  plan: Plan;
  shape: ChartProps['shape'];
}

function DrawnLine({ line, look, plan: { x, y }, shape }: DrawnLineProps) {
  const toEnd = withEnd(line, Number(x.domain()[1]));
  const path = lineShape<readonly [number, number]>()
    .x(([ms]) => x(ms))
    .y(([, value]) => y(value))
    .curve(shape === 'steps' ? curveStepAfter : curveLinear)(toEnd);
  const mark = symbol(symbolsFill[look], markerArea)() ?? '';
  const isCurve = line.emphasis === 'quiet' || line.points.length > markedPointsMax;
  const marked = isCurve ? toEnd.slice(-1) : line.points;
  return (
    <g className={styles.line} data-look={look} data-emphasis={line.emphasis}>
      <path className={styles.path} d={path ?? ''} />
      {marked.map(([ms, value]) => (
        <path key={ms} className={styles.mark} transform={`translate(${x(ms)} ${y(value)})`} d={mark} />
      ))}
    </g>
  );
}

/** What was reached last holds until the end. */
function withEnd({ points }: ChartLine, toMs: number): ChartLine['points'] {
  const last = points.at(-1);
  return last && last[0] < toMs ? [...points, [toMs, last[1]]] : points;
}

/** Names at the ends of their lines instead of a legend, each with the line's mark before it. */
function EndLabels({ lines, plan }: { lines: readonly ChartLine[]; plan: Plan }) {
  const { y, innerWidth, innerHeight, labelWidth } = plan;
  const ends = lines.map(({ points }) => y(points.at(-1)?.[1] ?? 0));
  const heights = spreadLabels(ends, labelHeight, innerHeight);
  return lines.map(({ key, name, emphasis }, index) => {
    const look = index % looks;
    const height = heights[index] ?? 0;
    return (
      <g key={key} className={styles.line} data-look={look} data-emphasis={emphasis}>
        <path className={styles.leader} d={`M${innerWidth} ${ends[index]}L${innerWidth + 12} ${height}`} />
        <path
          className={styles.mark}
          transform={`translate(${innerWidth + 18} ${height})`}
          d={symbol(symbolsFill[look], markerArea)() ?? ''}
        />
        <foreignObject
          x={innerWidth + 26}
          y={height - labelHeight / 2}
          width={labelWidth - 26}
          height={labelHeight}
        >
          <div className={styles.label}>{name}</div>
        </foreignObject>
      </g>
    );
  });
}

const readoutWidth = 176;

/** What every line had reached where the pointer is. The table tells the same to whoever has no pointer. */
function Readout({ lines, timeMs, timeText, plan }: ChartProps & { timeMs: number; plan: Plan }) {
  const { x, innerWidth, innerHeight } = plan;
  const isLeft = x(timeMs) + 12 + readoutWidth > innerWidth;
  const reached = lines
    .map((line) => ({ line, value: valueAt(line, timeMs) }))
    .filter(({ value }) => value !== undefined)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
  return (
    <foreignObject
      className={styles.readoutPlace}
      x={isLeft ? Math.max(0, x(timeMs) - 12 - readoutWidth) : x(timeMs) + 12}
      width={readoutWidth}
      height={innerHeight}
    >
      <div className={styles.readout}>
        <strong>{timeText(timeMs)}</strong>
        {reached.map(({ line, value }) => (
          <div key={line.key} data-emphasis={line.emphasis}>
            <span>{line.name}</span>
            <span>{value}</span>
          </div>
        ))}
      </div>
    </foreignObject>
  );
}

/** The lines' values at round times and at the end. */
function FigureTable({ title, lines, timeText, toMs, times }: ChartProps & { times: readonly number[] }) {
  const { charts } = useMessages();
  const rows = times.at(-1) === toMs ? times : [...times, toMs];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.tableFrame} tabIndex={0} aria-label={title}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{charts.time}</th>
            {lines.map(({ key, name }) => (
              <th key={key} scope="col" className={table.number}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((ms) => (
            <tr key={ms}>
              <th scope="row">{timeText(ms)}</th>
              {lines.map((line) => (
                <td key={line.key} className={table.number}>
                  {valueAt(line, ms) ?? charts.nothingYet}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
