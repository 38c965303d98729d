import { expect, test } from 'vitest';
import { fitWidth, pinchZoom, zoomIn, zoomOut, zoomSteps } from './zoom.ts';

test('zooming walks the steps and stops at both ends', () => {
  const up = zoomSteps.map(zoomIn);
  expect(up).toEqual([...zoomSteps.slice(1), 3]);
  expect(zoomSteps.map(zoomOut)).toEqual([0.5, ...zoomSteps.slice(0, -1)]);
  expect(zoomSteps).toContain(fitWidth);
});

test('two fingers reach every zoom, stop at both ends and catch at the width of the page', () => {
  expect(pinchZoom(1, 1.7)).toBe(1.7);
  expect(pinchZoom(2, 0.51)).toBe(fitWidth);
  expect(pinchZoom(2, 9)).toBe(3);
  expect(pinchZoom(1, 0.1)).toBe(0.5);
});
