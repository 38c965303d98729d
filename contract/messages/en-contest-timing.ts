/** How staff set and change the time of a contest: in its form, among its participants, and on the day. */
export const contestTimingTexts = {
  section: 'Time',
  window: 'Personal window, in minutes',
  windowHint:
    'Each starts when they like between start and end, and has this long, but not past the end. Empty: one clock for all.',
  windowFixed: 'The contest has started: the personal window can no longer be changed.',
  noWindow: 'none',
  windowSummary: (minutes: number) => `personal window ${minutes} min`,
};
