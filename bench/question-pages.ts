/** The pages of bench/questions.ts: streams of events that stay open, on loopback. */
import { Agent, get } from 'node:http';

export interface PagesOrder {
  readonly url: string;
  readonly contestId: number;
  readonly pages: number;
}

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
const openedAtOnce = 50;

process.on('message', async ({ url, contestId, pages }: PagesOrder) => {
  let heardAt: number[] = [];
  const onNews = () => {
    heardAt.push(Date.now());
    if (heardAt.length < pages) return;
    process.send?.(heardAt);
    heardAt = [];
  };
  for (let from = 1; from <= pages; from += openedAtOnce) {
    const users = Array.from(
      { length: Math.min(openedAtOnce, pages - from + 1) },
      (_, index) => from + index,
    );
    await Promise.all(users.map((user) => open(`${url}/api/events?contestId=${contestId}`, user, onNews)));
  }
  process.send?.('open');
});

/** Resolves with the first words of the stream: from then on it hears everything. */
function open(url: string, user: number, onNews: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { cookie: `minos_session=user${user}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A stream was answered with ${response.statusCode}`));
      response.setEncoding('utf8').on('data', (text: string) => {
        resolve();
        for (const _ of text.matchAll(/^event: news$/gm)) onNews();
      });
    }).on('error', reject);
  });
}
