import { z } from 'zod';
import { rule } from './words.ts';

/** An instant of a form: ISO 8601, within the years that a calendar offers. */
export function contestInstant(complaint: 'contest_times_required' | 'contest_thaw_time_invalid') {
  return z.iso
    .datetime({ offset: true, error: rule(complaint) })
    .refine((text) => isWithinCalendar(new Date(text)), rule(complaint))
    .transform((text) => new Date(text));
}

function isWithinCalendar(date: Date): boolean {
  return date.getUTCFullYear() >= 1970 && date.getUTCFullYear() <= 9998;
}
