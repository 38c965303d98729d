import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { languageIds } from '#contract/programs.ts';
import { finishedStatuses, inProgressStatuses } from '#contract/statuses.ts';
import type { Queryable } from '#store/database.ts';
import { isImporting } from '#store/imports.ts';
import { isUnfinished } from '#store/in-force.ts';
import { bucketSeconds, type Histogram, readJudgeTotals } from '#store/judge-totals.ts';
import { importJobs, judgements } from '#store/schema.ts';
import { findWorkers } from '#store/workers.ts';
import type { Context } from './context.ts';
import { can } from './policy.ts';

/**
 * /metrics in Prometheus' text format, for whoever holds METRICS_TOKEN; without one configured there is no such path.
 * All of it comes from the database, so every server of an instance tells the same.
 */
export function metricsRoutes(app: FastifyInstance, { db, environment, now }: Context): void {
  const token = environment.METRICS_TOKEN;
  if (token === undefined) return;

  const options = { config: { action: 'metrics.read' }, schema: { hide: true }, logLevel: 'warn' } as const;
  app.get('/metrics', options, async (request, reply) => {
    const hasToken = isSame(request.headers.authorization ?? '', `Bearer ${token}`);
    if (!can(null, 'metrics.read', { hasToken }))
      return reply.code(401).header('www-authenticate', 'Bearer').send();
    const families = [
      ...(await measureQueue(db, now())),
      ...(await measureJudging(db)),
      ...(await measureWorkers(db)),
    ];
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(families.map(writeFamily).join(''));
  });
}

function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

interface Family {
  readonly name: string;
  readonly type: 'gauge' | 'counter' | 'histogram';
  readonly help: string;
  readonly samples: readonly Sample[];
}

interface Sample {
  readonly suffix?: '_bucket' | '_sum' | '_count';
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

async function measureQueue(db: Queryable, now: Date): Promise<Family[]> {
  const { rows } = await db.execute<{ status: string; count: string; oldest: string }>(sql`
    select status, count(*), extract(epoch from min(${judgements.requestedAt})) as oldest
    from ${judgements} where ${isUnfinished} group by status`);
  const imports = await db.execute<{ count: string }>(
    sql`select count(*) from ${importJobs} where ${isImporting}`,
  );
  const countOf = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0);
  const oldest = rows.find((row) => row.status === 'Pending')?.oldest;
  return [
    {
      name: 'minos_unjudged_submissions',
      type: 'gauge',
      help: 'Submissions that are to be judged, or judged again; the Pending ones wait for a worker.',
      samples: inProgressStatuses.map((status) => ({ labels: { status }, value: countOf(status) })),
    },
    {
      name: 'minos_oldest_waiting_seconds',
      type: 'gauge',
      help: 'How long the oldest Pending submission has waited; 0 when none waits.',
      samples: [{ value: oldest === undefined ? 0 : Math.max(0, now.getTime() / 1000 - Number(oldest)) }],
    },
    {
      name: 'minos_running_imports',
      type: 'gauge',
      help: 'Test archives that are waiting or being imported.',
      samples: [{ value: Number(imports.rows[0]?.count ?? 0) }],
    },
  ];
}

async function measureJudging(db: Queryable): Promise<Family[]> {
  const { verdicts, judgedIn, compilingMs, wait, judging } = await readJudgeTotals(db);
  return [
    {
      name: 'minos_verdicts_total',
      type: 'counter',
      help: 'Verdicts stored since the instance began; a rejudge gives one more.',
      samples: finishedStatuses.map((status) => ({ labels: { status }, value: verdicts[status] ?? 0 })),
    },
    {
      name: 'minos_judged_total',
      type: 'counter',
      help: 'The same verdicts by the language of the submission.',
      samples: languageIds.map((language) => ({ labels: { language }, value: judgedIn[language] ?? 0 })),
    },
    {
      name: 'minos_compile_seconds_total',
      type: 'counter',
      help: 'How long submissions waited for their programs, by language; a program that was compiled before is there at once.',
      samples: languageIds.map((language) => ({
        labels: { language },
        value: (compilingMs[language] ?? 0) / 1000,
      })),
    },
    {
      name: 'minos_wait_seconds',
      type: 'histogram',
      help: 'From submitting (or asking for a rejudge) until the judgement began that gave the verdict.',
      samples: toSamples(wait),
    },
    {
      name: 'minos_judging_seconds',
      type: 'histogram',
      help: 'From the beginning of the judgement until its verdict: compiling and all tests.',
      samples: toSamples(judging),
    },
  ];
}

async function measureWorkers(db: Queryable): Promise<Family[]> {
  const present = (await findWorkers(db)).filter(({ isLost }) => !isLost);
  const perWorker = (value: (worker: (typeof present)[number]) => number) =>
    present.map((worker) => ({ labels: { worker: worker.name }, value: value(worker) }));
  return [
    {
      name: 'minos_worker_ready',
      type: 'gauge',
      help: '1 for a worker that takes work, 0 for one that is being checked, was refused or is leaving.',
      samples: perWorker(({ state }) => (state === 'ready' ? 1 : 0)),
    },
    {
      name: 'minos_judge_cores',
      type: 'gauge',
      help: 'Cores that a worker judges on.',
      samples: perWorker(({ cores }) => cores),
    },
    {
      name: 'minos_judge_cores_busy',
      type: 'gauge',
      help: 'Cores on which a program runs or is compiled, at the last heartbeat.',
      samples: perWorker(({ coresBusy }) => coresBusy),
    },
  ];
}

function toSamples({ upTo, count, sumMs }: Histogram): Sample[] {
  return [
    ...bucketSeconds.map((seconds, index) => ({
      suffix: '_bucket' as const,
      labels: { le: String(seconds) },
      value: upTo[index] ?? 0,
    })),
    { suffix: '_bucket', labels: { le: '+Inf' }, value: count },
    { suffix: '_sum', value: sumMs / 1000 },
    { suffix: '_count', value: count },
  ];
}

function writeFamily({ name, type, help, samples }: Family): string {
  const lines = samples.map(({ suffix = '', labels = {}, value }) => {
    const written = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
    return `${name}${suffix}${written.length > 0 ? `{${written.join(',')}}` : ''} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
