import { defineConfig } from '@playwright/test';
import tests from './playwright.config.js';

/** What `npm run bench:console` measures, one figure after the other. */
export default defineConfig({
  ...tests,
  testMatch: 'figures.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 1_800_000,
});
