import { spawnSync } from 'node:child_process';

// Half a minute of `npm run test:console`; where there is no Chromium it says so and leaves them out.
jest.setTimeout(240_000);

test('people sign up and come to a product in a browser, by mouse and by keyboard alone', () => {
  // Playwright refuses to run where Jest does.
  const { JEST_WORKER_ID: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test-console.mjs', '--short'], {
    encoding: 'utf8',
    env,
  });
  if (stdout.includes('left out')) process.stdout.write(stdout);
  expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
});
