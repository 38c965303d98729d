/** Asking for everything, as somebody. */
import type { LightMyRequestResponse } from 'fastify';
import type { Random } from '#harness/random.ts';
import { refusalToAsk } from '../../policy.ts';
import { type KnownIds, listAddresses, listPages, mayAsk } from './addresses.ts';
import { ask, isCached, type Told } from './answers.ts';
import type { Person } from './people.ts';
import { guessedIds, isIn, type World, type WorldContest } from './world.ts';

export interface Question {
  readonly name: string;
  send(): Promise<LightMyRequestResponse>;
}

/** As many as a page has under way at a time, and more. */
const atOnce = 8;

/**
 * What somebody asks at one moment: every call, and of all that its parameters can be such a part, chosen by chance. Who
 * may not make a call at all is told so before anything is looked at, and makes it once.
 */
export function listQuestions(world: World, ids: KnownIds, person: Person, part: number): Question[] {
  const choose = <Item>(items: readonly Item[]) => sample(world.random, items, part);
  const addresses = world.readCalls.flatMap((call) =>
    mayAsk(world.app, person, call.url) ? choose(listAddresses(call, ids)) : [call.url.replace(/:\w+/g, '1')],
  );
  // These always: the newest may be one of few that tell anything.
  const guessed = ids.submissions.slice(-guessedIds).map((id) => `/api/submissions/${id}`);
  return [
    ...[...new Set([...addresses, ...guessed, ...choose(listPages(ids))])].map((address) => ({
      name: address,
      send: () => person.client.get(address),
    })),
    ...choose(listWrites(world, ids, person)),
  ];
}

function sample<Item>(random: Random, items: readonly Item[], part: number): Item[] {
  const count = Math.ceil(items.length * part);
  return random.shuffle(items).slice(0, count);
}

/** `again`: what comes from a cache is asked for once more, when it is there. */
export async function askAll(questions: readonly Question[], { again = false } = {}): Promise<Told> {
  const told = await askEach(questions);
  const cached = questions.filter(({ name }) => isCached(told.get(name)));
  return again ? new Map([...told, ...(await askEach(cached))]) : told;
}

async function askEach(questions: readonly Question[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const left = [...questions];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift())
      answers.set(...(await ask(next.name, next.send)));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return answers;
}

type Method = 'POST' | 'PUT' | 'DELETE';

/**
 * What people other than staff may write, and how it is tried here without changing anything: it is refused when all that it
 * is about was looked at, or was done before. Null: it concerns nothing but one's own account.
 */
const writes: Record<string, ((asked: Asked) => object[]) | null> = {
  'POST /api/login': null,
  'POST /api/logout': null,
  'POST /api/register': null,
  'PUT /api/me/password': null,
  // In a language that is off, which is the last thing to be found out.
  'POST /api/submit': ({ contestId, problems }) =>
    problems.flatMap((problemId) => {
      const program = { problemId, language: 'pascal', code: 'begin end.' };
      return [program, { ...program, contestId }];
    }),
  'POST /api/contests/:id/join': ({ canJoin }) => (canJoin ? [] : [{}]),
  // Whoever has asked too much already is told so at last.
  'POST /api/contests/:id/questions': ({ problems, mayAskNoMore }) =>
    mayAskNoMore ? problems.map((problemId) => ({ text: 'Really?', problemId })) : [],
  'POST /api/contests/:id/begin': ({ canBegin }) => (canBegin ? [] : [{}]),
  'POST /api/contests/:id/virtual': ({ isFinished, ownRun }) => (isFinished && !ownRun ? [] : [{}]),
  'POST /api/contests/:id/virtual/end': ({ ownRun }) => (ownRun && !ownRun.isOver ? [] : [{}]),
  'DELETE /api/contests/:id/virtual': ({ ownRun }) => (ownRun?.isOver ? [] : [{}]),
  'POST /api/contests/:id/questions/read': ({ secretQuestions }) => [
    { items: secretQuestions.map(({ id, version }) => ({ id, version })) },
  ],
};

interface Asked {
  readonly contestId: number;
  readonly problems: readonly string[];
  /** And does not take part yet. */
  readonly canJoin: boolean;
  /** Has a window of their own that has not begun. */
  readonly canBegin: boolean;
  readonly mayAskNoMore: boolean;
  readonly isFinished: boolean;
  /** The virtual run that they are at, or were. */
  readonly ownRun: WorldContest['run'];
  /** Of somebody else's. */
  readonly secretQuestions: readonly { readonly id: string; readonly version: number }[];
}

function listWrites({ app, contests, people }: World, ids: KnownIds, person: Person): Question[] {
  const mayWrite = [...app.actions].flatMap(([route, action]) => {
    const isRead = /^(GET|HEAD|OPTIONS) /.test(route);
    return isRead || refusalToAsk({ role: 'user' }, action) ? [] : [route];
  });
  const unknown = mayWrite.find((route) => writes[route] === undefined);
  if (unknown) throw new Error(`How ${unknown} can be tried without changing anything is not said here`);
  return mayWrite.flatMap((route) =>
    contests.flatMap((contest) => {
      const [method = '', url = ''] = route.split(' ');
      const address = url.replace(':id', String(contest.id));
      const takesPart = isIn(people, person, contest);
      const bodies = writes[route]?.({
        contestId: contest.id,
        problems: ids.problems.get(contest.id) ?? [],
        canJoin: !takesPart && contest.entry === 'open',
        canBegin: takesPart && contest.begun !== null && !contest.begun.has(person),
        mayAskNoMore: person === people.rival,
        isFinished: contest.isFinished,
        ownRun: person === people[contest.runner] ? contest.run : null,
        secretQuestions: person === people.owner ? [] : contest.asked,
      });
      return (bodies ?? []).map((body) => ({
        name: `${method} ${address} ${JSON.stringify(body)}`,
        send: () => person.client.send(method as Method, address, method === 'DELETE' ? undefined : body),
      }));
    }),
  );
}
