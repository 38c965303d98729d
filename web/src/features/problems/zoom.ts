/** Shares of the width there is. */
export const zoomSteps: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
export const fitWidth = 1;

export function zoomIn(zoom: number): number {
  return zoomSteps.find((step) => step > zoom) ?? zoom;
}

export function zoomOut(zoom: number): number {
  return zoomSteps.findLast((step) => step < zoom) ?? zoom;
}
