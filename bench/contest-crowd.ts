/** The people of bench/contest.ts: pages that poll the scoreboard and contestants who submit, on loopback. */
import { Agent, request } from 'node:http';

export interface CrowdOrder {
  readonly url: string;
  readonly contestId: number;
  readonly participants: number;
  readonly problems: number;
  readonly boards: number;
  readonly submissionsPerSecond: number;
  readonly seconds: number;
}

export interface CrowdReport {
  /** Milliseconds of each call. */
  readonly boards: number[];
  readonly submits: number[];
  readonly unchanged: number;
  readonly bytes: number;
  readonly failed: number;
}

const pollEveryMs = 30_000;
// As browsers do: a connection for each of them that stays.
const agent = new Agent({ keepAlive: true, maxSockets: 2_500, maxFreeSockets: 2_500 });

process.on('message', async (order: CrowdOrder) => {
  process.send?.(await play(order));
});

async function play(order: CrowdOrder): Promise<CrowdReport> {
  const report = { boards: [] as number[], submits: [] as number[], unchanged: 0, bytes: 0, failed: 0 };
  const endsAt = performance.now() + order.seconds * 1000;
  const calls: Promise<void>[] = [];
  const timers: NodeJS.Timeout[] = [];

  const poll = (user: number, etag: string | undefined) => {
    if (performance.now() >= endsAt) return;
    const asked = call(order, user, 'GET', `/api/contests/${order.contestId}/scoreboard`, etag).then(
      (answer) => {
        report.boards.push(answer.ms);
        report.bytes += answer.bytes;
        if (answer.status === 304) report.unchanged += 1;
        else if (answer.status !== 200) report.failed += 1;
        timers.push(setTimeout(poll, pollEveryMs, user, answer.etag));
      },
    );
    // The page asks for the list of contests as often, for its own status.
    const status = call(order, user, 'GET', '/api/contests').then((answer) => {
      if (answer.status !== 200) report.failed += 1;
    });
    calls.push(asked, status);
  };
  for (let user = 1; user <= order.boards; user += 1) {
    timers.push(setTimeout(poll, Math.random() * pollEveryMs, user, undefined));
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
      calls.push(sending);
    };
    timers.push(setTimeout(submit, (sent * 1000) / order.submissionsPerSecond));
  }

  await new Promise((resolve) => setTimeout(resolve, order.seconds * 1000));
  await Promise.all(calls);
  timers.forEach(clearTimeout);
  return report;
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
