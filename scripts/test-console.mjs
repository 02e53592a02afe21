// Runs the tests of the console in Chromium, on the built service. A test that fails runs once more, alone.
// Run: npm run test:console -- <argument of Playwright> …, or npm run bench:console for its figures
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserPath } from '../test/console/browser.mjs';
import { reportUnsteady } from './report-unsteady.mjs';

if (!(await browserPath())) {
  console.error('There is no Chromium: name one in CHROME_PATH, or run npm ci in test/console.');
  process.exit(1);
}
const args = process.argv.slice(2);
const config = args.includes('--config') ? [] : ['--config', 'test/console/playwright.config.ts'];
const folder = mkdtempSync(join(tmpdir(), 'curbcut-console-results-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** @param {string[]} more */
function runPlaywright(more) {
  const results = join(folder, 'results.json');
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', ...config, '--reporter', 'list,json', ...args, ...more],
    { stdio: 'inherit', env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: results } },
  );
  return { passed: status === 0, failed: failedTestsOf(results) };
}

/**
 * @typedef {{ file: string, specs?: { title: string, ok: boolean }[], suites?: Suite[] }} Suite
 * @param {string} results
 * @returns {string[]}
 */
function failedTestsOf(results) {
  /** @type {(suite: Suite) => string[]} */
  const failedOf = ({ file, specs = [], suites = [] }) => [
    ...specs.filter(({ ok }) => !ok).map(({ title }) => `test/console/${file} › ${title}`),
    ...suites.flatMap(failedOf),
  ];
  try {
    return JSON.parse(readFileSync(results, 'utf8')).suites.flatMap(failedOf);
  } catch {
    // Playwright itself failed, and has printed why.
    return [];
  }
}

const first = runPlaywright([]);
if (!first.passed) {
  if (first.failed.length === 0 || !runPlaywright(['--last-failed', '--workers', '1']).passed) process.exit(1);
  reportUnsteady(first.failed);
}
