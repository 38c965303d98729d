// node shot.ts OUT user path... ; env W=360,1440 T=light,dark
import { chromium } from '@playwright/test';
const [out, user, ...paths] = process.argv.slice(2);
const widths = (process.env.W ?? '360,1440').split(',').map(Number);
const themes = (process.env.T ?? 'light').split(',') as ('light'|'dark')[];
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] });
const context = await browser.newContext({ baseURL: 'http://127.0.0.1:4114', timezoneId: 'Asia/Bangkok', locale: 'en-US' });
if (user !== '-') await context.request.post('/api/login', { data: { username: user, password: 'demo-password' } });
const page = await context.newPage();
page.on('console', (m) => ['error','warning'].includes(m.type()) && console.log(m.text()));
for (const path of paths) for (const t of themes) for (const w of widths) {
  await page.emulateMedia({ colorScheme: t, reducedMotion: 'reduce' });
  await page.setViewportSize({ width: w, height: w < 500 ? 740 : 900 });
  await page.goto(path); await page.waitForLoadState('networkidle'); await page.waitForTimeout(300);
  if (process.env.DO) await eval(`(async()=>{${process.env.DO}})()`);
  const name = `/tmp/shell/${out}${path.replace(/\W+/g, '_')}-${w}-${t}.png`;
  await page.screenshot({ path: name, fullPage: !!process.env.FULL });
  console.log(name);
}
await browser.close();
