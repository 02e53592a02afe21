import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Fails in its first run, and passes from then on. */
const UNSTEADY = `
const { existsSync, writeFileSync } = require('node:fs');
test('comes and goes', () => {
  const isFirst = !existsSync('ran');
  writeFileSync('ran', '');
  expect(isFirst).toBe(false);
});
test('stays', () => {});
`;

/** Runs these test files as the lanes do. */
function run(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'curbcut-unsteady-'));
  const project = { displayName: 'tried', testMatch: ['<rootDir>/*.test.js'], transform: {} };
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'jest.config.json'), JSON.stringify({ projects: [project] }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const unsteadyFile = join(folder, 'unsteady');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('scripts/run-tests.mjs'), '--projects=tried', '--watchman=false'],
    { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'], UNSTEADY_FILE: unsteadyFile } },
  );
  const unsteady = existsSync(unsteadyFile) ? readFileSync(unsteadyFile, 'utf8') : '';
  return { status, unsteady, said: `${stdout}${stderr}` };
}

test('a test that fails once and passes then makes nothing red, and is named', () => {
  const { status, unsteady, said } = run({ 'once.test.js': UNSTEADY, 'good.test.js': "test('is good', () => {});" });
  expect([status, unsteady]).toEqual([0, 'unsteady: once.test.js › comes and goes\n']);
  expect(said).toContain(unsteady);
});

test('a test that fails twice makes it red, and what passes then is named all the same', () => {
  const { status, unsteady } = run({
    'once.test.js': UNSTEADY,
    'bad.test.js': "test('is bad', () => { throw new Error(); });",
  });
  expect([status, unsteady]).toEqual([1, 'unsteady: once.test.js › comes and goes\n']);
});
