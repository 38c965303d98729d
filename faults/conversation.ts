/**
 * What participants ask, staff answer and staff announce while everything under them is killed. Whoever gets no word back
 * sends the same again, as a page does, until there is one: what was acknowledged is written down here, and must be there
 * once.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { answerQuestion, askQuestion, postAnnouncement } from '#contract/questions.ts';
import { Refused } from '#harness/client.ts';
import type { Person, World } from './world.ts';

const pauseMs = 250;
const againMs = 100;

interface Asked {
  readonly id: string;
  readonly text: string;
  readonly asker: string;
  answer: { text: string; isPublic: boolean } | null;
}

export interface Conversation {
  readonly asked: readonly Asked[];
  readonly announced: readonly { readonly id: string; readonly text: string }[];
  /** How often something had to be sent again. */
  readonly repeats: number;
  stop(): Promise<void>;
}

export function keepTalking(world: World, contestId: number, people: readonly Person[]): Conversation {
  const asked: Asked[] = [];
  const announced: { id: string; text: string }[] = [];
  let repeats = 0;
  let isStopped = false;

  /** Until there is an answer of any kind; null: it was refused, or nobody waits for it any more. */
  async function insist<T>(send: () => Promise<T>): Promise<T | null> {
    while (!isStopped) {
      try {
        return await send();
      } catch (error) {
        if (error instanceof Refused && error.status < 500) return null;
        repeats += 1;
        await delay(againMs);
      }
    }
    return null;
  }

  async function ask(round: number): Promise<void> {
    const person = people[round % people.length];
    if (!person) throw new Error('Nobody asks');
    const text = `Question ${round} of ${person.username}?`;
    const body = { text, requestKey: randomUUID() };
    const taken = await insist(() => person.client.call(askQuestion, { params: { id: contestId }, body }));
    if (taken) asked.push({ id: taken.id, text, asker: person.username, answer: null });
  }

  async function answer(question: Asked, isPublic: boolean): Promise<void> {
    const text = `Answer to ${question.text}`;
    const body = { text, is_public: isPublic, version: 0 };
    const taken = await insist(() => world.admin.call(answerQuestion, { params: { id: question.id }, body }));
    if (taken) question.answer = { text, isPublic };
  }

  async function announce(round: number): Promise<void> {
    const text = `Announcement ${round}`;
    const body = { text, requestKey: randomUUID() };
    const taken = await insist(() => world.admin.call(postAnnouncement, { params: { id: contestId }, body }));
    if (taken) announced.push({ id: taken.id, text });
  }

  const talk = async (say: (round: number) => Promise<void>) => {
    for (let round = 0; !isStopped; round += 1) {
      await say(round);
      await delay(pauseMs);
    }
  };
  const running = Promise.all([
    talk(ask),
    talk(async (round) => {
      const open = asked.find((question) => question.answer === null);
      if (open) await answer(open, round % 2 === 0);
    }),
    talk(async (round) => {
      if (round % 3 === 0) await announce(round);
    }),
  ]);
  return {
    asked,
    announced,
    get repeats() {
      return repeats;
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
