/**
 * Nobody is told what they are not to know, whatever they ask, and in whatever phase a contest is. Secrets are put in one
 * form, everything that can be asked is asked by everybody whom they are kept from, then they are put in another form, and
 * every answer must be the same to the byte: status, headers, tags, sizes, counts and orders, with as many statements to
 * the database where answers are cached; and what comes over the streams of events must be the same too. Staff see each time
 * that it is not the same.
 *
 * The contests are made by chance from a seed; MINOS_LEAK_CONTESTS asks for more of them, MINOS_LEAK_SEED for others.
 */
import { expect, it } from 'vitest';
import { eventNames } from '#contract/event-names.ts';
import { findDifferences, type Told } from './testing/answers.ts';
import { endHour, passHour } from './testing/hours.ts';
import type { Secret } from './testing/keeper.ts';
import { askAll, listQuestions, type Question } from './testing/looking.ts';
import type { Person } from './testing/people.ts';
import { listSecrets } from './testing/secrets.ts';
import {
  contestsInWorld,
  hoursInWorld,
  makeWorld,
  phaseOf,
  startServer,
  type World,
} from './testing/world.ts';

const contestCount = Number(process.env.MINOS_LEAK_CONTESTS ?? contestsInWorld);
/** Of all that can be asked with the ids of the world; other moments and people ask for the rest. */
const askedPart = 0.15;
const firstSeed = Number(process.env.MINOS_LEAK_SEED ?? 1);
const seeds = Array.from(
  { length: Math.ceil(contestCount / contestsInWorld) },
  (_, index) => firstSeed + index,
);

const server = await startServer();

it.each(seeds)('contests of seed %i keep what is secret', { timeout: 600_000 }, async (seed) => {
  const world = await makeWorld(server, seed);
  for (let hour = 0; hour < hoursInWorld; hour += 1) {
    world.moveOn(hour);
    await passHour(world, hour);
    await checkSecrets(
      world,
      listSecrets(world, hour, (contest) => phaseOf(contest, hour)),
    );
    await endHour(world, hour);
  }
  expect([...world.listening.kindsHeard]).toEqual(expect.arrayContaining(Object.values(eventNames)));
});

async function checkSecrets(world: World, secrets: readonly Secret[]): Promise<void> {
  const { listening } = world;
  const rounds = gatherByCircle(world, secrets);
  for (const secret of secrets) await secret.prepare?.();
  await listening.takeHeard();
  const heardOfFirst: Heard[] = [];
  for (const { secrets } of rounds) {
    for (const secret of secrets) await secret.put(0);
    heardOfFirst.push(await listening.takeHeard());
  }
  const ids = world.ids(await world.findLastSubmission());
  const before = new Map<Person, Look>();
  for (const person of world.everybody) {
    const questions = listQuestions(world, ids, person, askedPart);
    before.set(person, await look(world, person, questions, { again: true }));
  }
  const heard: Heard[] = [];
  const looking = new Set(world.everybody);
  for (const [index, round] of rounds.entries()) {
    for (const { name, put, seenAt } of round.secrets) {
      const toStaff = async () => seenAt && (await world.tools.staff.get(seenAt())).body;
      const first = await toStaff();
      await put(1);
      if (first !== null) expect([name, await toStaff()]).not.toEqual([name, first]);
    }
    heard.push(await listening.takeHeard());
    // Everybody looks before the first secrets that are none to them.
    const isLast = (person: Person) => rounds[index + 1]?.keptFrom.includes(person) !== true;
    for (const person of looking) {
      const isKept = round.keptFrom.includes(person);
      if (isKept && !isLast(person)) continue;
      looking.delete(person);
      if (!isKept) continue;
      const first = before.get(person) as Look;
      const leaks = [
        ...findDifferences(first.told, (await look(world, person, first.questions)).told),
        ...heard.flatMap((each, at) => findUnheard(heardOfFirst[at]?.get(person), each.get(person))),
      ];
      const changed = rounds.slice(0, index + 1).flatMap(({ secrets }) => secrets.map(({ name }) => name));
      if (leaks.length > 0)
        throw new Error(`Told to ${person.name}:\n${leaks.join('\n')}\n\nby one of\n${changed.join('\n')}`);
    }
  }
}

type Heard = ReadonlyMap<Person, readonly string[]>;

interface Look {
  readonly questions: readonly Question[];
  readonly told: Told;
}

/** All that somebody is told who asks, and who opens the streams of events anew. */
async function look(
  { listening }: World,
  person: Person,
  questions: readonly Question[],
  options: { readonly again?: boolean } = {},
): Promise<Look> {
  const told = await askAll(questions, options);
  const greeting = await listening.comeBack(person);
  return { questions, told: new Map([...told, ['streams, opened anew', greeting.toSorted().join('\n')]]) };
}

function findUnheard(first: readonly string[] = [], second: readonly string[] = []): string[] {
  // As many of the same that follow each other quickly as it happens: streams leave out what somebody will ask for anyway.
  const only = (those: readonly string[], others: readonly string[], when: string) =>
    [...new Set(those)]
      .filter((block) => !others.includes(block))
      .map((block) => `over a stream, ${when} alone: ${block.replaceAll('\n', ', ')}`);
  return [...only(first, second, 'before'), ...only(second, first, 'after')];
}

interface Round {
  readonly keptFrom: readonly Person[];
  readonly secrets: Secret[];
}

/** Those that are kept from most people first, so that most are left who know nothing of what came before. */
function gatherByCircle({ random }: World, secrets: readonly Secret[]): Round[] {
  const rounds: Round[] = [];
  for (const secret of secrets) {
    const isSame = ({ keptFrom }: Round) =>
      keptFrom.length === secret.keptFrom.length &&
      keptFrom.every((person) => secret.keptFrom.includes(person));
    const round = rounds.find(isSame);
    if (round) round.secrets.push(secret);
    else rounds.push({ keptFrom: secret.keptFrom, secrets: [secret] });
  }
  // By chance, where two circles are equally wide.
  return random.shuffle(rounds).toSorted((a, b) => b.keptFrom.length - a.keptFrom.length);
}
