import { describe, expect, it } from 'vitest';
import { spreadLabels, valueAt } from './line-chart-layout.ts';

describe('labels at the ends of lines', () => {
  it('stand where they wish when there is room', () => {
    expect(spreadLabels([10, 90, 50], 16, 100)).toEqual([10, 90, 50]);
  });

  it('make room for each other in the order of their lines', () => {
    expect(spreadLabels([50, 52, 51], 10, 100)).toEqual([50, 70, 60]);
  });

  it('stay within the chart: at its foot they move up', () => {
    expect(spreadLabels([100, 100, 20], 10, 100)).toEqual([90, 100, 20]);
  });
});

describe('what a line has reached', () => {
  const line = { points: [[10, 1] as const, [20, 5] as const] };

  it('is its last point by then', () => {
    expect([valueAt(line, 10), valueAt(line, 19), valueAt(line, 99)]).toEqual([1, 1, 5]);
  });

  it('is nothing before the first', () => {
    expect(valueAt(line, 9)).toBeUndefined();
  });
});
