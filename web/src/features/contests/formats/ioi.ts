/** Looks as scores do, but for the places of equals. */
import type { FormatLook } from './format-look.ts';
import { scores } from './scores.ts';

export const ioi: FormatLook = { ...scores, sharesPlaces: true };
