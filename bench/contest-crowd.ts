/** The people of bench/contest.ts: pages that show the scoreboard and contestants who submit, on loopback. */
import { Agent, get, request } from 'node:http';
import type { BoardEvent } from '#contract/events.ts';

export interface CrowdOrder {
  readonly url: string;
  readonly contestId: number;
  readonly participants: number;
  readonly problems: number;
  /** Pages that show the scoreboard in this way. */
  readonly polling: number;
  readonly following: number;
  readonly submissionsPerSecond: number;
  readonly seconds: number;
}

export interface StoredVerdictAt {
  readonly userId: number;
  readonly problemId: string;
  readonly score: number;
  /** When its transaction was over, by the clock that both processes share. */
  readonly at: number;
}

export interface CrowdReport {
  /** Milliseconds of each call. */
  readonly calls: number[];
  readonly submits: number[];
  /** From each verdict to each page, in milliseconds, as a sample of at most a million of them. */
  readonly delays: number[];
  readonly unseen: number;
  readonly callBytes: number;
  readonly events: number;
  readonly eventBytes: number;
  readonly versions: number;
  readonly failed: number;
}

const pollEveryMs = 30_000;
const openEveryMs = 500;
const openedAtOnce = 50;
const delaysMax = 1_000_000;
// As browsers do: a connection for each of them that stays.
const agent = new Agent({ keepAlive: true, maxSockets: 2_500, maxFreeSockets: 2_500 });
const streamAgent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });

let onStored: (stored: StoredVerdictAt[]) => void = () => {};

process.on('message', async (message: CrowdOrder | StoredVerdictAt[]) => {
  if (Array.isArray(message)) return onStored(message);
  const played = await play(message);
  const { promise, resolve } = Promise.withResolvers<StoredVerdictAt[]>();
  onStored = resolve;
  process.send?.('played');
  process.send?.(played(await promise));
});

/** When each page has had each version, and what it said. */
class Boards {
  readonly versions = new Map<string, { readonly event: BoardEvent | null; readonly heardAt: number[] }>();
  events = 0;
  bytes = 0;

  hear(event: Buffer): void {
    const now = Date.now();
    this.events += 1;
    this.bytes += event.length;
    // The text is read once, however many pages have it.
    const version = event.toString('latin1', 0, 120);
    let known = this.versions.get(version);
    if (!known) {
      known = { event: readBoardEvent(event), heardAt: [] };
      this.versions.set(version, known);
    }
    known.heardAt.push(now);
  }

  measure(stored: readonly StoredVerdictAt[]) {
    const shown = new Map<string, readonly number[]>();
    for (const { event, heardAt } of this.versions.values())
      for (const { user_id, detailed_scores } of event?.patch?.rows ?? [])
        for (const [problemId, { score }] of Object.entries(detailed_scores)) {
          const key = `${user_id} ${problemId} ${score}`;
          if (!shown.has(key)) shown.set(key, heardAt);
        }
    const delays: number[] = [];
    let unseen = 0;
    for (const { userId, problemId, score, at } of stored) {
      const heardAt = shown.get(`${userId} ${problemId} ${score}`);
      if (!heardAt) unseen += 1;
      for (const heard of heardAt ?? []) delays.push(heard - at);
    }
    const every = Math.ceil(delays.length / delaysMax);
    return { delays: delays.filter((_, index) => index % every === 0), unseen };
  }
}

async function play(order: CrowdOrder): Promise<(stored: StoredVerdictAt[]) => CrowdReport> {
  const report = { calls: [] as number[], submits: [] as number[], callBytes: 0, failed: 0 };
  const boards = new Boards();
  const streams = await follow(order, boards);
  const endsAt = performance.now() + order.seconds * 1000;
  const waiting: Promise<void>[] = [];
  const timers: NodeJS.Timeout[] = [];

  const askForBoard = async (user: number, etag: string | undefined) => {
    const answer = await call(order, user, 'GET', `/api/contests/${order.contestId}/scoreboard`, etag);
    report.calls.push(answer.ms);
    report.callBytes += answer.bytes;
    if (answer.status !== 200 && answer.status !== 304) report.failed += 1;
    return answer.etag;
  };
  const poll = (user: number, etag: string | undefined) => {
    if (performance.now() >= endsAt) return;
    const asked = askForBoard(user, etag).then((next) => {
      timers.push(setTimeout(poll, pollEveryMs, user, next));
    });
    waiting.push(asked, askForContests(user));
  };
  // Every page asks for the list of contests as often, for its own status.
  const askForContests = async (user: number) => {
    const { status } = await call(order, user, 'GET', '/api/contests');
    if (status !== 200) report.failed += 1;
  };
  for (let user = 1; user <= order.polling; user += 1) {
    timers.push(setTimeout(poll, Math.random() * pollEveryMs, user, undefined));
  }
  for (let user = 1; user <= order.following; user += 1) {
    const ask = () => {
      if (performance.now() >= endsAt) return;
      waiting.push(askForContests(user));
      timers.push(setTimeout(ask, pollEveryMs));
    };
    timers.push(setTimeout(ask, Math.random() * pollEveryMs));
  }
  if (order.following > 0) {
    let opened = 0;
    const open = () => {
      opened += 1;
      waiting.push(askForBoard(1 + (opened % order.participants), undefined).then(() => {}));
    };
    timers.push(setInterval(open, openEveryMs));
  }

  const submissions = order.submissionsPerSecond * order.seconds;
  for (let sent = 0; sent < submissions; sent += 1) {
    const submit = () => {
      // In turn, so that nobody meets the limit of one person's pace.
      const user = 1 + ((sent * 7) % order.participants);
      const body = {
        problemId: `problem${1 + Math.floor(Math.random() * order.problems)}`,
        language: 'cpp',
        code: `int main() { return ${sent}; }`,
        contestId: order.contestId,
      };
      const sending = call(order, user, 'POST', '/api/submit', undefined, JSON.stringify(body)).then(
        (answer) => {
          report.submits.push(answer.ms);
          if (answer.status !== 201) report.failed += 1;
        },
      );
      waiting.push(sending);
    };
    timers.push(setTimeout(submit, (sent * 1000) / order.submissionsPerSecond));
  }

  await new Promise((resolve) => setTimeout(resolve, order.seconds * 1000));
  timers.forEach(clearTimeout);
  await Promise.all(waiting);
  // The last verdicts come a little later.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  for (const stream of streams) stream.destroy();
  return (stored) => ({
    ...report,
    ...boards.measure(stored),
    events: boards.events,
    eventBytes: boards.bytes,
    versions: [...boards.versions.values()].filter(({ event }) => event?.patch).length,
  });
}

/** Resolves when all are open. */
async function follow({ url, contestId, following }: CrowdOrder, boards: Boards) {
  const streams: { destroy(): void }[] = [];
  for (let from = 1; from <= following; from += openedAtOnce) {
    const users = Array.from(
      { length: Math.min(openedAtOnce, following - from + 1) },
      (_, index) => from + index,
    );
    const address = `${url}/api/events?contestId=${contestId}&board=true`;
    streams.push(...(await Promise.all(users.map((user) => openStream(address, user, boards)))));
  }
  return streams;
}

const endOfEvent = '\n\n';

/** Null: of another kind. */
function readBoardEvent(event: Buffer): BoardEvent | null {
  const data = /^event: board\ndata: (.*)$/ms.exec(event.toString())?.[1];
  return data === undefined ? null : (JSON.parse(data) as BoardEvent);
}

function openStream(address: string, user: number, boards: Boards): Promise<{ destroy(): void }> {
  return new Promise((resolve, reject) => {
    const opened = get(
      address,
      { agent: streamAgent, headers: { cookie: `minos_session=user${user}` } },
      (response) => {
        if (response.statusCode !== 200)
          reject(new Error(`A stream was answered with ${response.statusCode}`));
        let unread: Buffer = Buffer.alloc(0);
        response.on('data', (chunk: Buffer) => {
          resolve(opened);
          unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
          for (let end = unread.indexOf(endOfEvent); end >= 0; end = unread.indexOf(endOfEvent)) {
            boards.hear(unread.subarray(0, end));
            unread = unread.subarray(end + endOfEvent.length);
          }
        });
        response.on('error', () => {});
      },
    ).on('error', reject);
  });
}

interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly bytes: number;
  readonly ms: number;
}

function call(
  { url }: CrowdOrder,
  user: number,
  method: string,
  path: string,
  etag?: string,
  body?: string,
): Promise<Answer> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, url),
      {
        agent,
        method,
        headers: {
          cookie: `minos_session=user${user}`,
          'accept-encoding': 'gzip, deflate, br',
          ...(etag && { 'if-none-match': etag }),
          ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('end', () => {
          const ms = performance.now() - startedAt;
          resolve({ status: response.statusCode ?? 0, etag: response.headers.etag, bytes, ms });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
