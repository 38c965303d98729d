import { expect, test } from 'vitest';
import { fitWidth, zoomIn, zoomOut, zoomSteps } from './zoom.ts';

test('zooming walks the steps and stops at both ends', () => {
  const up = zoomSteps.map(zoomIn);
  expect(up).toEqual([...zoomSteps.slice(1), 3]);
  expect(zoomSteps.map(zoomOut)).toEqual([0.5, ...zoomSteps.slice(0, -1)]);
  expect(zoomSteps).toContain(fitWidth);
});
