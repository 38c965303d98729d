import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { putLanguageSetting } from '#contract/languages.ts';
import type { LanguageId } from '#contract/programs.ts';
import { until } from '#harness/until.ts';
import type { World } from './world.ts';

const folders = (process.env.PATH ?? '').split(delimiter);
export const hasJava = folders.some((folder) => existsSync(join(folder, 'javac')));

/** While it is on, a worker proves it whenever it starts, which takes a while. */
export async function withLanguageOn(world: World, id: LanguageId, work: () => Promise<void>): Promise<void> {
  await switchLanguage(world, id, true);
  await untilJudgedByAll(world, id);
  await work();
  await switchLanguage(world, id, false);
}

export const switchLanguage = (world: World, id: LanguageId, isOn: boolean) =>
  world.admin.call(putLanguageSetting, { params: { id }, body: { is_on: isOn } });

export async function untilJudgedByAll({ pool }: World, id: LanguageId): Promise<void> {
  await until(async () => {
    const { rows } = await pool.query(
      `select count(*)::int as count from workers
       where state = 'ready' and strpos(compiler, languages -> $1 ->> 'version') > 0
         and reason ->> 'code' is distinct from 'proving_languages'`,
      [id],
    );
    return rows[0].count >= 2;
  });
}

/** The instance's own worker says to staff that it proves it. */
export async function untilProving({ pool, spare }: World, id: LanguageId): Promise<void> {
  await until(async () => {
    const { rowCount } = await pool.query(
      `select from workers where name <> $1 and reason ->> 'code' = 'proving_languages'
         and reason -> 'params' -> 'languages' ? $2`,
      [spare.name, id],
    );
    return rowCount === 1;
  });
}
