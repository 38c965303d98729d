import { administrator, startInstance } from '#harness/instance.ts';
import { expect, signIn, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';

// An instance of its own: what it has seen it tells all its administrators.
test('an administrator behind a proxy that the settings do not name is told what to do', async ({
  browser,
}) => {
  test.slow();
  const instance = await startInstance();
  try {
    const context = await browser.newContext({
      baseURL: instance.url,
      extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.9' },
    });
    const page = await context.newPage();
    await signIn(page, administrator);
    await page.goto('/admin');
    await expect(page.getByRole('alert')).toContainText(
      'set TRUST_PROXY=loopback and start the server again',
    );
    await expectGoodLooks(page);
    await context.close();
  } finally {
    await instance.stop();
  }
});
