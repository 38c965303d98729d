/** Colours that balloons come in and that people can name across a room. What they look like is the pages' to say. */
export const balloonColours = [
  'red',
  'orange',
  'gold',
  'yellow',
  'lime',
  'green',
  'teal',
  'sky',
  'blue',
  'navy',
  'purple',
  'pink',
  'maroon',
  'brown',
  'black',
  'grey',
  'silver',
  'white',
] as const;
export type BalloonColour = (typeof balloonColours)[number];
