import type { Locator, Page } from '@playwright/test';
import { intervals, limits } from '#contract/limits.ts';
import { type Account, expect, fillLogin, heading, openWithoutAnswers, signIn, test } from './journey.ts';
import { createProblem, freshId, makeScannedPdf, programs, sourceFile } from './sample-problem.ts';

const id = freshId('page');
/** No journey makes that many: a list in which it stood would light it and ask for its tests. */
const noSubmission = 2_147_483_647;
let user: Account;

test.beforeAll(async ({ adminApi, createAccount }) => {
  await createProblem(adminApi, { id, title: 'A Page to Read' });
  user = await createAccount();
});

function editor(page: Page) {
  return page.getByRole('textbox', { name: 'Source code' });
}

const submitButton = (page: Page) => page.getByRole('button', { name: /^Submit/ });

test('a visitor may read, and is asked to log in to submit', async ({ page }) => {
  await page.goto(`/problems/${id}`);
  await expect(heading(page, 'A Page to Read')).toBeVisible();
  await expect(page.getByText('Add two numbers')).toBeVisible();
  await page.getByRole('tab', { name: 'Submit' }).click();
  await expect(page.getByText('Please log in to submit a solution.')).toBeVisible();
  await page.getByRole('tabpanel').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Username').fill(user.username);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(new RegExp(`/problems/${id}\\?tab=submit$`));
  await expect(editor(page)).toBeVisible();
});

test('pages of a statement are drawn when they come near, and can be enlarged', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/problems/${id}`);
  const first = page.getByRole('region', { name: 'Page 1 of 3' });
  await expect(first.locator('canvas')).toBeVisible();
  const before = await first.boundingBox();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page.getByText('125%')).toBeVisible();
  await expect.poll(async () => (await first.boundingBox())?.width).toBeGreaterThan(before?.width ?? 0);
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Fit width' }).click();
  await expect.poll(async () => (await first.boundingBox())?.width).toBe(before?.width);
  const last = page.getByRole('region', { name: 'Page 3 of 3' });
  await last.scrollIntoViewIfNeeded();
  await expect(last.getByText('Third page')).toBeVisible();
});

test.describe('a scan', () => {
  // Chromium's advice to whoever reads a canvas twice, which only this journey does.
  test.use({ expectedConsole: /willReadFrequently/ });

  test('a scanned statement is drawn too, without WebAssembly', async ({ page, adminApi }) => {
    const scanned = freshId('scanned');
    await createProblem(adminApi, { id: scanned, withTests: false, pdf: makeScannedPdf() });
    await page.goto(`/problems/${scanned}`);
    const canvas = page.getByRole('region', { name: 'Page 1 of 1' }).locator('canvas');
    await expect(canvas).toBeVisible();
    // How dark the middle of the square is; its place in shares of the page.
    const ink = () =>
      page.evaluate<number>(`(() => {
      const canvas = document.querySelector('canvas');
      const at = [canvas.width * 0.42, canvas.height * 0.35];
      return canvas.getContext('2d').getImageData(...at, 1, 1).data[0];
    })()`);
    await expect.poll(ink).toBe(0);
  });
});

test.describe('what is not submitted', () => {
  test.use({ expectedConsole: /status of 401/ });

  test('survives another tab, another page, a reload and a lost session, and nobody else sees it', async ({
    page,
    createAccount,
  }) => {
    await signIn(page, user);
    await page.goto(`/problems/${id}`);
    await page.getByRole('tab', { name: 'Submit' }).press('Enter');
    await editor(page).fill('int main() { return 7; }');
    await expect(page.getByText(/Kept on this device, \d\d:\d\d$/)).toBeVisible();
    await page.getByRole('tab', { name: 'Statement' }).click();
    await expect(page.getByText('Add two numbers')).toBeVisible();
    await page.getByRole('tab', { name: 'Submit' }).click();
    await expect(editor(page)).toContainText('return 7;');
    await page.getByRole('link', { name: 'Scoreboard' }).click();
    await expect(heading(page, 'Scoreboard')).toBeVisible();
    await page.goBack();
    await expect(editor(page)).toContainText('return 7;');
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Submit' })).toHaveAttribute('aria-selected', 'true');
    await expect(editor(page)).toContainText('return 7;');
    await expect(page.getByText(/What you wrote and did not submit \(\d\d:\d\d\) has been/)).toBeVisible();

    await page.request.post('/api/logout');
    await submitButton(page).click();
    await expect(page.getByText('Your session has ended. What you wrote is kept')).toBeVisible();
    await page.getByRole('tabpanel').getByRole('link', { name: 'Login' }).click();
    await fillLogin(page, user);
    await expect(page).toHaveURL(new RegExp(`/problems/${id}\\?tab=submit$`));
    await expect(editor(page)).toContainText('return 7;');

    await signIn(page, await createAccount());
    await page.goto(`/problems/${id}?tab=submit`);
    await expect(page.getByRole('button', { name: 'Insert a starting program' })).toBeVisible();
    await expect(editor(page)).toHaveText('');
    await signIn(page, user);
    await page.goto(`/problems/${id}?tab=submit`);
    await expect(editor(page)).toContainText('return 7;');
    // An empty editor is what one wanted, and nothing is left of it.
    await editor(page).fill('');
    await page.reload();
    await expect(editor(page)).toHaveText('');
  });
});

test('on a wide screen the statement stays beside the code, as wide as one likes', async ({ page }) => {
  await signIn(page, user);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/problems/${id}?tab=submit`);
  const statement = page.getByRole('region', { name: 'Statement', exact: true });
  const divider = page.getByRole('separator', { name: 'Width of the statement' });
  await expect(statement.getByText('Add two numbers')).toBeVisible();
  const widthOf = async () => (await statement.boundingBox())?.width ?? 0;
  const before = await widthOf();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight']) await divider.press(key);
  await expect.poll(widthOf).toBeLessThan(before);
  const grip = await divider.boundingBox();
  if (!grip) throw new Error('The divider is not there');
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 100, y, { steps: 4 });
  await page.mouse.up();
  const placeOf = async () => {
    const box = await divider.boundingBox();
    return box ? box.x + box.width / 2 : 0;
  };
  // By whole percents of the width.
  await expect.poll(async () => Math.abs((await placeOf()) - (x - 100))).toBeLessThanOrEqual(8);
  // As wide as the code beside it allows: what is told is what is there, and the next key moves it back at once.
  await divider.press('End');
  expect(await divider.getAttribute('aria-valuenow')).toBe(await divider.getAttribute('aria-valuemax'));
  const widest = await widthOf();
  expect(widest).toBeGreaterThan(before - 30);
  await divider.press('ArrowLeft');
  await expect.poll(widthOf).toBeLessThan(widest - 15);
  const chosen = await divider.getAttribute('aria-valuenow');
  const width = await widthOf();
  await page.getByRole('tab', { name: 'My Submissions' }).click();
  await expect(statement.getByText('Add two numbers')).toBeVisible();
  await page.reload();
  await expect(divider).toHaveAttribute('aria-valuenow', chosen ?? '');
  await expect.poll(widthOf).toBe(width);

  // The editor: a start that is not submitted by accident, pairs, a size that is remembered, and the way to send.
  await page.getByRole('tab', { name: 'Submit' }).click();
  const larger = page.getByRole('button', { name: 'Larger text' });
  for (const _ of [16, 18, 20, 24]) await larger.click();
  await expect(larger).toHaveAccessibleDescription('The text is as large as it gets.');
  for (const _ of [20, 18, 16]) await page.getByRole('button', { name: 'Smaller text' }).click();
  await page.getByRole('button', { name: 'Insert a starting program' }).click();
  await page.keyboard.type('cout << (1');
  await expect(editor(page)).toContainText('cout << (1)');
  await page.reload();
  await expect(editor(page)).toHaveCSS('font-size', '16px');
  await page.getByRole('button', { name: 'Find in the code' }).click();
  await page.getByRole('textbox', { name: 'Find' }).pressSequentially('cout');
  await expect(page.locator('.cm-searchMatch')).toHaveText('cout');
  await page.keyboard.press('Escape');
  await page.route('**/api/submit', (route) => route.fulfill({ status: 201, json: { id: noSubmission } }));
  await editor(page).press('Control+Enter');
  await expect(page).toHaveURL(/\/submissions$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, colorScheme: 'dark' });

  test('a statement is enlarged by the fingers, dimmed, and read as text', async ({ page }) => {
    await page.goto(`/problems/${id}`);
    const first = page.getByRole('region', { name: 'Page 1 of 3' });
    await expect(first.locator('canvas')).toBeVisible();
    const fitting = (await first.boundingBox())?.width ?? 0;
    const { x, y } = (await first.boundingBox()) ?? { x: 0, y: 0 };
    await page.touchscreen.tap(x + 100, y + 60);
    await page.touchscreen.tap(x + 102, y + 61);
    await expect.poll(async () => (await first.boundingBox())?.width).toBe(2 * fitting);
    await pinch(page, { x: x + 100, y: y + 60 }, [100, 50]);
    await expect(page.getByText('100%')).toBeVisible();
    await page.getByRole('button', { name: 'Dim the page' }).click();
    await expect(first).toHaveCSS('filter', /invert/);
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Statement' }).getByText('Third page')).toBeVisible();
    await expect(page.getByText('The page is what counts.')).toBeVisible();
    const larger = page.getByRole('button', { name: 'Zoom in' });
    await expect(larger).toBeDisabled();
    await expect(larger).toHaveAccessibleDescription('Only for the statement as pages.');
  });

  test('the facts fold away once one writes, and Submit is in reach', async ({ page }) => {
    await signIn(page, user);
    await page.goto(`/problems/${id}`);
    await expect(page.getByText('Memory limit')).toBeVisible();
    await page.getByRole('tab', { name: 'Submit' }).click();
    await expect(page.getByText('Memory limit')).toBeHidden();
    await expect(submitButton(page)).toBeInViewport();
    await page.getByRole('button', { name: 'Details' }).click();
    await expect(page.getByText('Memory limit')).toBeVisible();
    await expect(submitButton(page)).toBeInViewport();
  });
});

/** Two fingers around a point, from one distance to another. */
async function pinch(page: Page, { x, y }: { x: number; y: number }, [from, to]: [number, number]) {
  const touches = await page.context().newCDPSession(page);
  const fingers = (apart: number) => [
    { x: x - apart / 2, y, id: 0 },
    { x: x + apart / 2, y, id: 1 },
  ];
  await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(from) });
  await touches.send('Input.dispatchTouchEvent', {
    type: 'touchMove',
    touchPoints: fingers((from + to) / 2),
  });
  await touches.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(to) });
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touches.detach();
}

for (const { name, width, height, isWhole } of [
  { name: 'a wide screen', width: 1440, height: 900, isWhole: true },
  // Who scrolls there has the editor and nothing else.
  { name: 'a phone', width: 360, height: 640, isWhole: false },
]) {
  test(`on ${name} the editor has all the height there is, and Submit is in reach`, async ({ page }) => {
    await signIn(page, user);
    await page.setViewportSize({ width, height });
    await page.goto(`/problems/${id}?tab=submit`);
    await expect(editor(page)).toBeVisible();
    const frame = page.locator('.cm-editor');
    const bottomOf = async (shown: Locator) => {
      const box = await shown.boundingBox();
      return box ? box.y + box.height : 0;
    };
    const heightOf = async () => (await frame.boundingBox())?.height ?? 0;
    const expectSubmitInReach = () => expect(submitButton(page)).toBeInViewport({ ratio: 1 });
    await expect.poll(heightOf).toBeGreaterThan(height / 2);
    await expectSubmitInReach();
    const before = await heightOf();
    await page.setViewportSize({ width, height: height + 150 });
    await expect.poll(heightOf).toBe(before + 150);
    await expectSubmitInReach();
    // Longer than any screen: it scrolls inside, and what is below it stays.
    await editor(page).fill('// one more line\n'.repeat(200));
    await expect.poll(heightOf).toBe(before + 150);
    await expectSubmitInReach();
    const beyond = await page.evaluate<number>('document.documentElement.scrollHeight - innerHeight');
    if (isWhole) expect(beyond).toBeLessThanOrEqual(0);
    await page.mouse.move(width / 2, 20);
    await page.mouse.wheel(0, beyond);
    await expect
      .poll(async () => (await bottomOf(frame)) - ((await submitButton(page).boundingBox())?.y ?? 0))
      .toBeLessThanOrEqual(0);
    await expectSubmitInReach();
  });
}

test('submitted code is restored for 30 minutes', async ({ page }) => {
  await signIn(page, user);
  await page.clock.install();
  await page.route('**/api/submit', (route) => route.fulfill({ status: 201, json: { id: noSubmission } }));
  await page.goto(`/problems/${id}?tab=submit`);
  await editor(page).fill('int main() { return 30; }');
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/submissions$/);
  await page.clock.fastForward(intervals.draftLifeMs - 60_000);
  await page.goto(`/problems/${id}?tab=submit`);
  await expect(editor(page)).toContainText('return 30;');
  await expect(page.getByText('Your last submitted code has been restored.')).toBeVisible();
  await page.clock.fastForward(60_000);
  await page.goto(`/problems/${id}?tab=submit`);
  await expect(editor(page)).toHaveText('');
});

test('a file can be dropped, and one over the limit is refused by name before it is sent', async ({
  page,
}) => {
  await signIn(page, user);
  await page.goto(`/problems/${id}?tab=submit`);
  await expect(page.getByText('C++, at most 64 KB')).toBeVisible();
  const drop = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(programs.right)}], 'dropped.cpp'));
    return transfer;
  })()`);
  await editor(page).dispatchEvent('dragover', { dataTransfer: drop });
  await expect(page.getByText('Drop the file to put it into the editor')).toBeVisible();
  await editor(page).dispatchEvent('drop', { dataTransfer: drop });
  await expect(page.getByText('dropped.cpp is in the editor.')).toBeVisible();
  await expect(editor(page)).toContainText('cout << a + b << endl;');

  await page.getByLabel('Choose file').setInputFiles(sourceFile('/'.repeat(limits.sourceMaxBytes + 1)));
  await expect(page.getByText('a source may have at most 64 KB')).toBeVisible();
  await expect(editor(page)).toContainText('cout << a + b << endl;');
  await page.getByLabel('Choose file').setInputFiles(sourceFile('/'.repeat(limits.sourceMaxBytes)));
  await expect(page.getByText('64.0 of 64 KB')).toBeVisible();
  await editor(page).press('End');
  await editor(page).pressSequentially('/');
  await expect(page.getByText('Code must be at most 64 KB long.')).toBeVisible();
  await expect(submitButton(page)).toBeDisabled();
  await expect(submitButton(page)).toHaveAccessibleDescription('Too long to submit');
});

test('a source with NULs is taken and ends as Compilation Error', async ({ page }) => {
  await signIn(page, user);
  await page.goto(`/problems/${id}?tab=submit`);
  await page.getByLabel('Choose file').setInputFiles(sourceFile('int main() { \0 \uFFFF }\0'));
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/submissions$/);
  const row = page.getByRole('row').filter({ hasText: user.username }).first();
  await expect(row).toContainText('Compilation Error', { timeout: 45_000 });
});

test('an empty problem says so, and its list has a next step', async ({ page, adminApi }) => {
  const bare = freshId('bare');
  await createProblem(adminApi, { id: bare, withPdf: false, withTests: false });
  await signIn(page, user);
  await page.goto(`/problems/${bare}`);
  await expect(page.getByText('No PDF available for preview')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Problem PDF' })).toBeHidden();
  await page.getByRole('tab', { name: 'My Submissions' }).click();
  await expect(page.getByText("You haven't made any submissions for this problem yet.")).toBeVisible();
});

test.describe('when the server says no', () => {
  test.use({ expectedConsole: /status of (403|404|429|500)|net::ERR_FAILED/ });

  test('each refusal has its page or its words, and the form is usable again', async ({ page }) => {
    await signIn(page, user);
    await page.goto('/problems/no-such-problem');
    await expect(heading(page, 'Problem no-such-problem not found.')).toBeVisible();

    await openWithoutAnswers(page);
    await page.route(`**/api/problems/${id}`, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(`/problems/${id}`);
    await expect(page.getByText(`Failed to fetch problem ${id}.`)).toBeVisible();
    await page.unroute(`**/api/problems/${id}`);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(heading(page, 'A Page to Read')).toBeVisible();

    await page.getByRole('tab', { name: 'Submit' }).click();
    await submitButton(page).click();
    await expect(page.getByRole('alert').getByText('Code is required.')).toBeVisible();
    await editor(page).fill('int main() {}');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/submit', async (route) => {
      await answered;
      await route.fulfill({
        status: 429,
        json: { code: 'submitting_too_fast', message: 'You are submitting too fast. Please wait a moment.' },
      });
    });
    await submitButton(page).click();
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
    answer();
    await expect(page.getByRole('alert').getByText('You are submitting too fast.')).toBeVisible();
    await expect(submitButton(page)).toBeEnabled();
    await expect(editor(page)).toHaveText('int main() {}');
    await page.unroute('**/api/submit');
    await page.route('**/api/submit', (route) => route.abort());
    await submitButton(page).click();
    await expect(page.getByRole('alert').getByText('An unexpected error occurred.')).toBeVisible();
  });
});
