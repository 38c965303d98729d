/**
 * Lighthouse on the pages people open most, as a phone and as a desktop, against an instance with sample data that is
 * already running (`npm run demo`):
 *
 *   node bench/lighthouse.ts http://127.0.0.1:3000 USERNAME PASSWORD [CONTEST_ID PROBLEM_ID]
 *
 * The user should take part in the contest. Prints a table for docs/benchmarks.md and ends with 1 when a category is
 * below the least that is asked for.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { login } from '#contract/accounts.ts';
import { apiBase } from '#contract/call.ts';
import { findFreePort } from '#harness/free-port.ts';

const least = 95;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

const [url = 'http://127.0.0.1:3000', username = '', password = '', contestId = '3', problemId = 'jars'] =
  process.argv.slice(2);
const pages = [
  { name: 'home', path: '/' },
  { name: 'problems', path: '/problems' },
  { name: 'problem', path: `/problems/${problemId}` },
  { name: 'submissions', path: '/submissions' },
  { name: 'scoreboard', path: '/scoreboard' },
  { name: 'contest', path: `/contests/${contestId}` },
];

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
  console.log(
    `| Page | Device | ${categories.join(' | ')} |\n| --- | --- |${' ---: |'.repeat(categories.length)}`,
  );
  for (const { name, path } of pages) {
    for (const device of ['phone', 'desktop'] as const) {
      const result = await lighthouse(
        `${url}${path}`,
        // Nothing is kept from the page before but the session, a cookie: each is measured as somebody's first.
        { port, onlyCategories: [...categories], logLevel: 'error' },
        device === 'desktop' ? desktopConfig : undefined,
      );
      const scores = categories.map((category) =>
        Math.round((result?.lhr.categories[category]?.score ?? 0) * 100),
      );
      console.log(`| ${name} | ${device} | ${scores.join(' | ')} |`);
      for (const [index, score] of scores.entries()) {
        if (score >= least) continue;
        isGoodEnough = false;
        console.error(`${name}, ${device}: ${listFaults(result, categories[index] ?? '')}`);
      }
    }
  }
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = isGoodEnough ? 0 : 1;

/** The audits that cost a category its points. */
function listFaults(result: Awaited<ReturnType<typeof lighthouse>>, category: string): string {
  const audits = result?.lhr.categories[category]?.auditRefs ?? [];
  return audits
    .filter(({ id, weight }) => weight > 0 && (result?.lhr.audits[id]?.score ?? 1) < 0.95)
    .map(({ id }) => `${id} ${result?.lhr.audits[id]?.displayValue ?? ''}`.trim())
    .join(', ');
}
