/**
 * A contestant's open page, as far as news of a contest goes: it holds the stream of events open, comes back when that
 * breaks, and asks for the list whenever it has come back or is told that there is something to ask for. It keeps count
 * of what it was told how often.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { callUrl } from '#contract/call.ts';
import { eventNames } from '#contract/event-names.ts';
import { followEvents, type NewsEvent } from '#contract/events.ts';
import { type ContestNews, listContestQuestions } from '#contract/questions.ts';
import type { Client } from '#harness/client.ts';

const comeBackMs = 200;

export interface NewsReader {
  /** By id and version, how often an event brought it. */
  readonly told: ReadonlyMap<string, number>;
  /** By id and version, what it says: from events and from lists. */
  readonly known: ReadonlyMap<string, string>;
  /** How often it has come back. */
  readonly reopened: number;
  /** Asks as the next poll would. */
  ask(): Promise<void>;
  stop(): Promise<void>;
}

export function readNews(client: Client, contestId: number): NewsReader {
  const told = new Map<string, number>();
  const known = new Map<string, string>();
  const leaving = new AbortController();
  let opened = 0;

  const learn = (id: string, { version, text }: { version: number; text: string }) =>
    known.set(`${id} ${version}`, text);

  const ask = async () => {
    const news: ContestNews = await client.call(listContestQuestions, { params: { id: contestId } });
    for (const { id, answer } of news.questions) if (answer) learn(id, answer);
    for (const announcement of news.announcements) learn(announcement.id, announcement);
  };

  const hear = async ({ question, announcement }: NewsEvent) => {
    for (const [item, said] of [
      [question, question?.answer],
      [announcement, announcement],
    ] as const) {
      if (!item || !said) continue;
      const key = `${item.id} ${said.version}`;
      told.set(key, (told.get(key) ?? 0) + 1);
      learn(item.id, said);
    }
    if (!question && !announcement) await ask().catch(() => {});
  };

  const follow = async () => {
    const url = client.url + callUrl(followEvents.path, {}, { contestId });
    const response = await fetch(url, { headers: { cookie: client.cookie }, signal: leaving.signal });
    if (!response.ok || !response.body) throw new Error(`The stream was refused: ${response.status}`);
    opened += 1;
    await ask();
    let text = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, data] = new RegExp(`event: ${eventNames.news}\\ndata: (.*)`).exec(block) ?? [];
        if (data !== undefined) await hear(JSON.parse(data));
      }
    }
  };

  const run = async () => {
    while (!leaving.signal.aborted) {
      await follow().catch(() => {});
      await delay(comeBackMs, undefined, { signal: leaving.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    told,
    known,
    get reopened() {
      return opened - 1;
    },
    ask,
    async stop() {
      leaving.abort();
      await running;
    },
  };
}
