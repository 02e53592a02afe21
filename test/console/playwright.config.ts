import { defineConfig } from '@playwright/test';
import { browserPath } from './browser.mjs';
import { JOURNEY, ONLY_AT_NIGHT, RUNS_ALL, WHOLE } from './extent.mjs';

const executablePath = await browserPath();
if (!executablePath) throw new Error('No Chromium: name one in CHROME_PATH, or run npm ci in test/console');

export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  projects: RUNS_ALL
    ? [{ name: 'all' }]
    : [
        { name: 'whole files', testMatch: WHOLE },
        { name: 'journeys', testIgnore: [...ONLY_AT_NIGHT, ...WHOLE], grep: JOURNEY },
      ],
  globalSetup: './service.ts',
  outputDir: '../../dist/test-console',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath, args: ['--no-sandbox', '--disable-gpu', '--headless=shell'] },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    trace: 'off',
  },
});
