/** What Minos itself announces in a contest; what staff write is in server/questions/. */
import type { AnnouncedWords } from '#contract/announced-words.ts';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import type { Words } from '#contract/words.ts';
import type { Queryable } from './database.ts';
import { announcements } from './schema.ts';

interface Announced {
  readonly contestId: number;
  readonly said: Words<keyof AnnouncedWords>;
  /** Whose doing it tells of. */
  readonly postedBy: number;
  readonly postedAt: Date;
}

/** In words that each reader has in their own language; in a transaction of the caller's, who holds the contest. */
export async function announceWords(db: Queryable, { said, ...posted }: Announced): Promise<void> {
  await db.insert(announcements).values({ ...posted, said, text: sayInEnglish(said) });
}
