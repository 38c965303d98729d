import { type SQL, sql } from 'drizzle-orm';
import { problems } from '../schema.ts';

/** The key of the problem that a test knows by its slug, for a row that refers to it. */
export function problemKey(slug: string): SQL<number> {
  return sql<number>`(select ${problems.id} from ${problems} where ${problems.slug} = ${slug})`;
}
