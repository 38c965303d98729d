import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { putLanguageSetting } from '#contract/languages.ts';
import { until } from '#harness/until.ts';
import type { World } from './world.ts';

const folders = (process.env.PATH ?? '').split(delimiter);
export const hasJava = folders.some((folder) => existsSync(join(folder, 'javac')));

/** While it is on, a worker proves it whenever it starts, which takes a while. */
export async function withJavaOn(world: World, work: () => Promise<void>): Promise<void> {
  const turn = (isOn: boolean) =>
    world.admin.call(putLanguageSetting, { params: { id: 'java' }, body: { is_on: isOn } });
  await turn(true);
  await until(() => isJudgedByAll(world));
  await work();
  await turn(false);
}

async function isJudgedByAll({ pool }: World): Promise<boolean> {
  const { rows } = await pool.query(
    `select count(*)::int as count from workers
     where state = 'ready' and strpos(compiler, languages -> 'java' ->> 'version') > 0
       and reason ->> 'code' is distinct from 'proving_languages'`,
  );
  return rows[0].count >= 2;
}
