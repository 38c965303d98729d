/**
 * How soon a screen that was seen before is painted again, and whether anything jumps after that, against an instance
 * with sample data that is already running (`npm run demo`):
 *
 *   node bench/navigation.ts http://127.0.0.1:3000 USERNAME PASSWORD [CONTEST_ID PROBLEM_ID]
 *
 * A browser walks a tour of all screens by their links, so that all are seen; then it walks the tour again, and back by
 * the browser's own steps. Each step is timed from the click to the frame that shows the new heading with no place held
 * for what is still to come, and every shift of the layout in the second after the click counts, without regard to the
 * click that excuses shifts in a page's own metrics. Prints a table for docs/benchmarks.md, and ends with 1 when a median
 * is above the most that is asked for.
 */
import { chromium, type Page } from '@playwright/test';
import { login } from '#contract/accounts.ts';
import { apiBase } from '#contract/call.ts';

const mostMs = 100;
const mostShift = 0.01;
const rounds = 3;

const [url = 'http://127.0.0.1:3000', username = '', password = '', contestId = '3', problemId = 'jars'] =
  process.argv.slice(2);
const contest = `/contests/${contestId}`;
/** Each one is linked from the one before. */
const tour = [
  '/problems',
  `/problems/${problemId}`,
  '/submissions',
  '/scoreboard',
  '/contests',
  contest,
  `${contest}/problems`,
  `${contest}/submissions`,
  `${contest}/scoreboard`,
  '/contests',
  '/',
];

interface Step {
  ms: number;
  shift: number;
}

/** Runs in the page. */
const timeStep = `async (wanted) => {
  const shifts = new PerformanceObserver(() => {});
  shifts.observe({ type: 'layout-shift' });
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const oldHeading = document.querySelector('h1');
  const oldAddress = location.pathname;
  const link = wanted === null ? null : document.querySelector('a[href="' + wanted + '"]');
  if (wanted !== null && !link) throw new Error(oldAddress + ' has no link to ' + wanted);
  const startMs = performance.now();
  if (link) link.click();
  else history.back();
  const isThere = () =>
    location.pathname !== oldAddress &&
    document.querySelector('main h1') !== null &&
    document.querySelector('h1') !== oldHeading &&
    document.querySelector('main [data-skeleton]') === null;
  while (!isThere()) await nextFrame();
  // What was changed before this frame is painted by it; the next task comes after.
  await nextFrame();
  await new Promise((resolve) => setTimeout(resolve));
  const ms = performance.now() - startMs;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const shift = shifts.takeRecords().reduce((sum, { value }) => sum + value, 0);
  shifts.disconnect();
  return { ms, shift };
}`;

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const signedIn = await context.request.post(`${url}${apiBase}${login.path}`, {
    data: { username, password },
  });
  if (!signedIn.ok()) throw new Error(`Signing in as ${username} was refused with ${signedIn.status()}`);
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  for (const path of tour) await step(page, path);
  const measured = new Map<string, Step[]>();
  const note = (name: string, taken: Step) => measured.set(name, [...(measured.get(name) ?? []), taken]);
  for (let round = 0; round < rounds; round++) {
    for (const path of tour) note(path, await step(page, path));
    for (const path of ['/', ...tour].slice(0, -1).reverse()) note(`${path} (back)`, await step(page, null));
    await page.goto(url, { waitUntil: 'networkidle' });
    for (const path of tour) await step(page, path);
  }
  process.exitCode = printSteps(measured) ? 0 : 1;
} finally {
  await browser.close();
}

/** Follows the link to this path, or goes one step back for null. */
async function step(page: Page, path: string | null): Promise<Step> {
  const taken = await page.evaluate<Step>(`(${timeStep})(${JSON.stringify(path)})`);
  await page.waitForLoadState('networkidle');
  return taken;
}

function printSteps(measured: ReadonlyMap<string, readonly Step[]>): boolean {
  console.log('| Screen | median | slowest | layout shift |\n| --- | ---: | ---: | ---: |');
  let isGoodEnough = true;
  for (const [name, steps] of measured) {
    const times = steps.map(({ ms }) => ms).sort((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)] ?? 0;
    const shift = Math.max(...steps.map((taken) => taken.shift));
    console.log(
      `| ${name} | ${median.toFixed(0)} ms | ${times.at(-1)?.toFixed(0)} ms | ${shift.toFixed(3)} |`,
    );
    isGoodEnough &&= median <= mostMs && shift <= mostShift;
  }
  return isGoodEnough;
}
