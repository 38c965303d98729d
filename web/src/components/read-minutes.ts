import { limits } from '#contract/limits.ts';

/** Extra minutes as somebody typed them; null where the server would refuse them. */
export function readMinutes(text: string, least: number): number | null {
  const minutes = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isInteger(minutes) && minutes >= least && minutes <= limits.extraMinutesMax ? minutes : null;
}
