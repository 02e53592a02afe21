import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReport } from '#libs/reports';
import { curbcut } from './cypress.js';
import { keep, toBeAccessible } from './jest.js';
import { keepResults } from './kept-results.js';

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'curbcut-')), 'kept');
  process.env.CURBCUT_REPORTS = folder;
});
afterEach(() => delete process.env.CURBCUT_REPORTS);

/** What `curbcut upload` reads of all that was kept. */
async function kept() {
  const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  const reports = await Promise.all(files.map((file) => readReport(file)));
  return reports
    .flat()
    .map(({ tool, pages, findings }) => ({ tool, pages, selectors: findings.map(({ selector }) => selector) }));
}

const results = {
  testEngine: { name: 'axe-core', version: '4.14.1' },
  url: 'http://localhost/',
  violations: [
    { id: 'label', help: 'Form elements must have labels', nodes: [{ target: ['#host', ['x-a', 'input']] }] },
  ],
  passes: ['much'],
};

test('the matcher keeps results, of a component by the name of its test, and fails where something does', async () => {
  const { pass, message } = toBeAccessible.call({ currentTestName: 'Login is accessible' }, results);
  expect(pass).toBe(false);
  expect(message()).toBe('Found 1 rule that fails:\n  label: Form elements must have labels\n    #host x-a input');
  expect(await kept()).toEqual([{ tool: 'axe-core', pages: [], selectors: ['Login is accessible: #host x-a input'] }]);
  expect(toBeAccessible.call({}, { ...results, violations: [] }).pass).toBe(true);
});

test('results are kept without failing a test', async () => {
  keep(results);
  expect(await kept()).toEqual([
    { tool: 'axe-core', pages: [], selectors: ['results are kept without failing a test: #host x-a input'] },
  ]);
});

test('what a test kept in a former attempt is replaced', async () => {
  keepResults(results, { name: 'test-1' });
  keepResults({ ...results, violations: [] }, { name: 'test-1' });
  expect(await kept()).toEqual([{ tool: 'axe-core', pages: ['http://localhost/'], selectors: [] }]);
});

test('the task for Cypress keeps what cypress-axe found on a page', async () => {
  curbcut((event, tasks) => {
    expect(event).toBe('task');
    expect(tasks.curbcut!({ url: 'https://shop.example/', violations: results.violations })).toBeNull();
  });
  expect(await kept()).toEqual([
    { tool: 'axe-core', pages: ['https://shop.example/'], selectors: ['#host x-a input'] },
  ]);
});
