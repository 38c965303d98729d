/** Asking for everything, as somebody. */
import type { LightMyRequestResponse } from 'fastify';
import type { Random } from '../../contests/testing/walk.ts';
import { type KnownIds, listAddresses, listPages, mayAsk } from './addresses.ts';
import { ask, isCached, type Told } from './answers.ts';
import type { Person } from './people.ts';
import { shuffle, type World } from './world.ts';

export interface Question {
  readonly name: string;
  send(): Promise<LightMyRequestResponse>;
}

/** As many as a page has under way at a time, and more. */
const atOnce = 8;

/**
 * What somebody asks at one moment: every call, and of all that its parameters can be such a share, chosen by chance. Who
 * may not make a call at all is told so before anything is looked at, and makes it once.
 */
export function listQuestions(world: World, ids: KnownIds, person: Person, share: number): Question[] {
  const choose = <Item>(items: readonly Item[]) => sample(world.random, items, share);
  const addresses = world.readCalls.flatMap((call) =>
    mayAsk(world.app, person, call.url) ? choose(listAddresses(call, ids)) : [call.url.replace(/:\w+/g, '1')],
  );
  return [
    ...[...new Set([...addresses, ...choose(listPages(ids))])].map((address) => ({
      name: address,
      send: () => person.client.get(address),
    })),
    ...choose(listWrites(world, ids, person)),
  ];
}

function sample<Item>(random: Random, items: readonly Item[], share: number): Item[] {
  const count = Math.ceil(items.length * share);
  return shuffle(random, items).slice(0, count);
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

/** Writes that change nothing, because they are refused when all that they are about was looked at, or done already. */
function listWrites({ contests, people }: World, ids: KnownIds, person: Person): Question[] {
  if (person.asker === null) return [];
  const write = (address: string, body: object): Question => ({
    name: `${address} ${JSON.stringify(body)}`,
    send: () => person.client.post(address, body),
  });
  const isAsking = person === people.rival;
  return contests.flatMap(({ id }) => {
    const problems = ids.problems.get(id) ?? [];
    const program = { language: 'pascal', code: 'begin end.' };
    return [
      ...problems.flatMap((problemId) => [
        write('/api/submit', { ...program, problemId }),
        write('/api/submit', { ...program, problemId, contestId: id }),
      ]),
      ...(isAsking
        ? problems.map((problemId) => write(`/api/contests/${id}/questions`, { text: 'Really?', problemId }))
        : []),
    ];
  });
}
