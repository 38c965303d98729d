import { defineConfig } from '@playwright/test';

/** Of several such lists Chromium takes the last alone: first what Playwright itself switches off. */
const switchedOff = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
  // Pages of the browser's own for its address bar, which nobody sees: a second of processor time for each new window.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

const chromiumArgs = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${switchedOff.join()}`,
];

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  workers: 2,
  // Nobody waits for these where all goes well, also on a machine ten times as slow.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.MINOS_E2E_REPORT
    ? [['line'], ['json', { outputFile: process.env.MINOS_E2E_REPORT }]]
    : 'line',
  use: {
    ...(process.env.MINOS_URL && { baseURL: process.env.MINOS_URL }),
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'Asia/Bangkok',
    // A trace of every test costs nearly as much as the tests themselves; `--trace on` records one when it is needed.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      // Chromium's own sandbox does not run as root.
      args: process.getuid?.() === 0 ? [...chromiumArgs, '--no-sandbox'] : chromiumArgs,
    },
  },
});
