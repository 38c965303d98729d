import { z } from 'zod';
import { balloonColours } from './balloon-colours.ts';

/** What a problem is in a contest. */
export const placeInContest = z.object({
  /** What the contest calls it: what staff have written, otherwise the letter of its place. */
  label: z.string(),
  /** What a full score is worth. */
  points: z.int(),
  /** Of its balloons, where there are any. */
  colour: z.enum(balloonColours).nullable(),
});
export type PlaceInContest = z.infer<typeof placeInContest>;
