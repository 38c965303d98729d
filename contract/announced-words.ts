/** What Minos announces in a contest by itself, when staff change its time. */
import type { None } from './said.ts';

export interface AnnouncedWords {
  announced_extra_minutes: { minutes: number };
  /** Less than 0: earlier. */
  announced_end_moved: { minutes: number; hasWindow: boolean };
  announced_pause: None;
  announced_resume: { minutes: number };
}
