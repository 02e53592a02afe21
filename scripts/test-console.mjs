// Runs the tests of the console in Chromium, on the built service; `--short` those that take half a minute. Where there
// is no browser one line says so. Run: npm run test:console, or npm run bench:console for its figures
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { browserPath } from '../test/console/browser.mjs';

const args = process.argv.slice(2);
const isShort = args.includes('--short');
if (!(await browserPath())) {
  console.log('The tests of the console are left out: there is no Chromium (CHROME_PATH, or npm ci in test/console).');
  process.exit(isShort ? 0 : 1);
}
const run = spawn(
  process.execPath,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    ...(args.includes('--config') ? [] : ['--config', 'test/console/playwright.config.ts']),
    ...(isShort ? ['--grep', '@short'] : []),
    ...args.filter((word) => word !== '--short'),
  ],
  { stdio: 'inherit' },
);
const [code] = await once(run, 'exit');
process.exit(code ?? 1);
