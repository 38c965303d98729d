/**
 * Lighthouse on the pages people open most, as a phone and as a desktop, against an instance with sample data that is
 * already running (`npm run demo`):
 *
 *   node bench/lighthouse.ts http://127.0.0.1:3000 USERNAME PASSWORD [--page NAME] [--device phone|desktop] [--runs N]
 *     [--contest ID] [--problem ID]
 *
 * The user should take part in the contest. Prints a table for docs/benchmarks.md, with what the first category is made
 * of, and ends with 1 when a category is below the least that is asked for.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { login } from '#contract/accounts.ts';
import { apiBase } from '#contract/call.ts';
import { findFreePort } from '#harness/free-port.ts';

const least = 95;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** What performance is made of. */
const metrics = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  SI: 'speed-index',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const;

const { values: wanted, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    page: { type: 'string', multiple: true },
    device: { type: 'string', multiple: true },
    runs: { type: 'string', default: '1' },
    contest: { type: 'string', default: '3' },
    problem: { type: 'string', default: 'jars' },
  },
});
const [url = 'http://127.0.0.1:3000', username = '', password = ''] = positionals;
const pages = [
  { name: 'home', path: '/' },
  { name: 'problems', path: '/problems' },
  { name: 'problem', path: `/problems/${wanted.problem}` },
  { name: 'submissions', path: '/submissions' },
  { name: 'scoreboard', path: '/scoreboard' },
  { name: 'contest', path: `/contests/${wanted.contest}` },
].filter(({ name }) => wanted.page?.includes(name) ?? true);
const devices = (['phone', 'desktop'] as const).filter((name) => wanted.device?.includes(name) ?? true);

const port = await findFreePort();
const folder = await mkdtemp(join(tmpdir(), 'minos-lighthouse-'));
const browser = await chromium.launchPersistentContext(folder, {
  executablePath: '/usr/bin/chromium',
  args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu'],
});
let isGoodEnough = true;
try {
  const signedIn = await browser.request.post(`${url}${apiBase}${login.path}`, {
    data: { username, password },
  });
  if (!signedIn.ok()) throw new Error(`Signing in as ${username} was refused with ${signedIn.status()}`);
  const columns = [...categories, ...Object.keys(metrics)];
  console.log(`| Page | Device | ${columns.join(' | ')} |\n| --- | --- |${' ---: |'.repeat(columns.length)}`);
  for (const { name, path } of pages) {
    for (const device of devices) {
      for (let run = 0; run < Number(wanted.runs); run++) await measure(name, path, device);
    }
  }
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = isGoodEnough ? 0 : 1;

async function measure(name: string, path: string, device: 'phone' | 'desktop'): Promise<void> {
  const result = await lighthouse(
    `${url}${path}`,
    // Nothing is kept from the page before but the session, a cookie: each is measured as somebody's first.
    { port, onlyCategories: [...categories], logLevel: 'error' },
    device === 'desktop' ? desktopConfig : undefined,
  );
  const scores = categories.map((category) =>
    Math.round((result?.lhr.categories[category]?.score ?? 0) * 100),
  );
  const figures = Object.values(metrics).map((audit) => result?.lhr.audits[audit]?.displayValue ?? '');
  console.log(`| ${name} | ${device} | ${[...scores, ...figures].join(' | ')} |`);
  for (const [index, score] of scores.entries()) {
    if (score >= least) continue;
    isGoodEnough = false;
    console.error(`${name}, ${device}: ${listFaults(result, categories[index] ?? '')}`);
  }
}

/** The audits that cost a category its points. */
function listFaults(result: Awaited<ReturnType<typeof lighthouse>>, category: string): string {
  const audits = result?.lhr.categories[category]?.auditRefs ?? [];
  return audits
    .filter(({ id, weight }) => weight > 0 && (result?.lhr.audits[id]?.score ?? 1) < 0.95)
    .map(({ id }) => `${id} ${result?.lhr.audits[id]?.displayValue ?? ''}`.trim())
    .join(', ');
}
