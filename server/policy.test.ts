/** The rules themselves, as SQL and as code, and that nobody else decides. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { roles } from '#contract/accounts.ts';
import { makeTestDatabase } from '#store/testing/test-database.ts';
import { type Action, type Asker, refusalOf, rules, whereCan } from './policy.ts';
import { requireActions } from './route.ts';

const { db } = await makeTestDatabase();

const askers: Asker[] = [null, ...roles.map((role) => ({ role }))];
type Refusals = readonly (readonly [Record<string, boolean>, string])[];

function factsOf(action: Action): string[] {
  const { refusals = [] } = rules[action] as { readonly by: string; readonly refusals?: Refusals };
  return [...new Set(refusals.flatMap(([when]) => Object.keys(when)))];
}

/** All ways in which so many facts can be true or false. */
function combine(names: readonly string[]): Record<string, boolean>[] {
  return names.reduce<Record<string, boolean>[]>(
    (all, name) => all.flatMap((facts) => [true, false].map((value) => ({ ...facts, [name]: value }))),
    [{}],
  );
}

it.each((Object.keys(rules) as Action[]).filter((action) => factsOf(action).length > 0))(
  '%s is the same rule in SQL and in code, whoever asks and whatever holds',
  async (action) => {
    const asked = askers.flatMap((asker) => combine(factsOf(action)).map((facts) => ({ asker, facts })));
    const conditions = asked.map(({ asker, facts }) => {
      const literals = Object.entries(facts).map(([name, value]) => [name, value ? sql`true` : sql`false`]);
      return whereCan(asker, action as 'problem.read', Object.fromEntries(literals)) ?? sql`true`;
    });
    const { rows } = await db.execute<{ answers: boolean[] }>(
      sql`select array[${sql.join(conditions satisfies SQL[], sql`, `)}] as answers`,
    );
    const allowed = asked.map(
      ({ asker, facts }) => refusalOf(asker, action as 'problem.read', facts as never) === null,
    );
    expect(rows[0]?.answers).toEqual(allowed);
    expect(new Set(allowed)).toEqual(new Set([true, false]));
  },
);

it('a fact that was not told speaks against whoever asks', () => {
  expect(refusalOf({ role: 'user' }, 'contest.enter', {} as never)).toBe('contest_not_joined');
  expect(refusalOf({ role: 'staff' }, 'contest.enter', {} as never)).toBeNull();
});

it('nothing can be registered that does not say who may ask for it', () => {
  const app = fastify();
  requireActions(app, (url) => url === '/open');
  app.get('/open', () => '');
  app.get('/named', { config: { action: 'health.read' } }, () => '');
  expect(() => app.get('/forgotten', () => '')).toThrow('GET /forgotten does not say who may ask for it');
  expect([...app.actions].filter(([call]) => call.startsWith('GET'))).toEqual([
    ['GET /open', 'page.read'],
    ['GET /named', 'health.read'],
  ]);
});

describe('who may do what is decided in one place', () => {
  /** Looking at a role, and naming one: to compare, to filter, to let through. */
  const decisions = [
    /\brole\b\s*\)?\s*[!=]=/,
    /[!=]==?\s*['"`](?:user|staff|admin)['"`]/,
    /['"`](?:staff|admin)['"`]/,
    /case ['"`](?:user|staff|admin)['"`]/,
    /\bisStaff\b|\bisAdmin\b/,
    /(?:includes|inArray|has|eq|ne)\([^()]*\brole\b(?![^()]*rolesThatCan)/,
  ];
  const decides = (line: string) => decisions.some((pattern) => pattern.test(line));
  const allowed: Record<string, RegExp> = {
    // It gives the role; nobody is asked for theirs.
    'users/first-administrator.ts': /^\s*role: 'admin',$/,
  };
  const files = globSync('**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !/\.test\.ts$|(^|\/)testing(\/|\.ts$)/.test(file) && file !== 'policy.ts')
    .map((file) => ({ file, text: readFileSync(join(import.meta.dirname, file), 'utf8') }));

  it('and nowhere else in the server', () => {
    expect(files.length).toBeGreaterThan(40);
    const found = files.flatMap(({ file, text }) =>
      text
        .split('\n')
        .filter((line) => decides(line) && !allowed[file]?.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    `if (user.role === 'user') return;`,
    `return user?.role !== other;`,
    `const mayEdit = ['staff', 'admin'].includes(user.role);`,
    `if (known.includes(viewer.role)) return null;`,
    `.where(inArray(users.role, known))`,
    `.where(eq(users.role, wanted))`,
    `case 'user':`,
    `return isStaff(viewer) ? all : own;`,
  ])('this would be seen: %s', (line) => expect(decides(line)).toBe(true));

  it('and every rule is asked by somebody', () => {
    const asked = files.map(({ text }) => text).join('\n');
    expect(Object.keys(rules).filter((action) => !asked.includes(`'${action}'`))).toEqual([
      // By the policy itself, for the audience of a scoreboard.
      'contest.read-columns',
    ]);
  });
});
