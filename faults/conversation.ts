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

  async function ask(turn: number): Promise<void> {
    const person = people[turn % people.length];
    if (!person) throw new Error('Nobody asks');
    const text = `Question ${turn} of ${person.username}?`;
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

  async function announce(turn: number): Promise<void> {
    const text = `Announcement ${turn}`;
    const body = { text, requestKey: randomUUID() };
    const taken = await insist(() => world.admin.call(postAnnouncement, { params: { id: contestId }, body }));
    if (taken) announced.push({ id: taken.id, text });
  }

  const talk = async (say: (turn: number) => Promise<void>) => {
    for (let turn = 0; !isStopped; turn += 1) {
      await say(turn);
      await delay(pauseMs);
    }
  };
  const running = Promise.all([
    talk(ask),
    talk(async (turn) => {
      const open = asked.find((question) => question.answer === null);
      if (open) await answer(open, turn % 2 === 0);
    }),
    talk(async (turn) => {
      if (turn % 3 === 0) await announce(turn);
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
