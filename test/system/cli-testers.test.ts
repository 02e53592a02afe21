import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readReport } from '#libs/reports';

/** A project with the built package, and with something in place of the testers that it does not bring along. */
const folder = mkdtempSync(join(tmpdir(), 'curbcut-testers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const install = (name: string, files: Record<string, string>): void => {
  const place = join(folder, 'node_modules', name);
  mkdirSync(place, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(place, file), text);
};

beforeAll(() => {
  cpSync('dist/cli', join(folder, 'node_modules/curbcut'), { recursive: true });
  install('vitest', {
    'package.json': '{"name":"vitest","type":"module","exports":"./index.js"}',
    'index.js': `export const expect = { extend: (matchers) => (expect.extended = Object.keys(matchers)), getState: () => ({ currentTestName: 'a test' }) };`,
  });
  install('@playwright/test', {
    'package.json': '{"name":"@playwright/test","main":"index.js"}',
    'index.js': `
      const page = {
        frames: () => [page, { evaluate: () => Promise.reject(new Error('gone')) }],
        evaluate: async (code) => code.startsWith('axe.run(')
          ? { url: 'https://shop.example/', code, violations: [{ id: 'label', help: 'h', nodes: [{ target: ['input'] }] }] }
          : void (page.injected = code.includes('axe-core') || code.includes('axe.run')),
      };
      exports.page = page;
      exports.test = { extend: (fixtures) => ({ fixtures }), info: () => exports.info };
      exports.info = { testId: 'test' };
      exports.expect = { extend: (matchers) => ({ matchers }) };`,
  });
});

async function run(file: string, code: string): Promise<unknown> {
  writeFileSync(join(folder, file), code);
  rmSync(join(folder, '.curbcut'), { recursive: true, force: true });
  const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder });
  return JSON.parse(stdout);
}

/** What `curbcut upload .curbcut` reads of all that was kept. */
async function kept(): Promise<string[][]> {
  const files = readdirSync(join(folder, '.curbcut')).map((name) => join(folder, '.curbcut', name));
  const reports = await Promise.all(files.map((name) => readReport({ name, text: readFileSync(name, 'utf8') })));
  return reports.flat().map(({ findings }) => findings.map(({ ruleId, selector }) => `${ruleId} ${selector}`));
}

const RESULT = `{ testEngine: { name: 'axe-core' }, violations: [{ id: 'label', nodes: [{ target: ['input'] }] }] }`;

test('the entry point for Jest is required, extends its expect, and keeps results', async () => {
  const told = await run(
    'jest.cjs',
    `globalThis.expect = { extend: (matchers) => (globalThis.extended = Object.keys(matchers)), getState: () => ({ currentTestName: 'a test' }) };
     require('curbcut/jest').keep(${RESULT});
     console.log(JSON.stringify(globalThis.extended));`,
  );
  expect(told).toEqual(['toBeAccessible']);
  expect(await kept()).toEqual([['label a test: input']]);
});

test('the entry point for Vitest is imported, extends its expect, and keeps results', async () => {
  const told = await run(
    'vitest.mjs',
    `import { expect } from 'vitest'; import { keep } from 'curbcut/vitest';
     keep(${RESULT}); console.log(JSON.stringify(expect.extended));`,
  );
  expect(told).toEqual(['toBeAccessible']);
  expect(await kept()).toEqual([['label a test: input']]);
});

test('the entry point for Cypress is required or imported, and its task keeps results', async () => {
  const use = `curbcut((event, tasks) => console.log(JSON.stringify([event, tasks.curbcut(${RESULT})])));`;
  expect(await run('cypress.cjs', `const { curbcut } = require('curbcut/cypress'); ${use}`)).toEqual(['task', null]);
  expect(await run('cypress.mjs', `import { curbcut } from 'curbcut/cypress'; ${use}`)).toEqual(['task', null]);
  expect(await kept()).toEqual([['label input']]);
});

test('the entry point for Playwright examines all frames with the axe-core of the package, and keeps the last attempt', async () => {
  const told = await run(
    'playwright.cjs',
    `const stub = require('@playwright/test'); const { test, expect } = require('curbcut/playwright');
     (async () => {
       await test.fixtures.scan({ page: stub.page }, (scan) => scan({ context: 'main' }));
       stub.info = { testId: 'test' };
       const { pass, message } = await expect.matchers.toBeAccessible(stub.page);
       console.log(JSON.stringify([stub.page.injected, pass, message()]));
     })();`,
  );
  expect(told).toEqual([true, false, 'Found 1 rule that fails:\n  label: h\n    input']);
  expect(await kept()).toEqual([['label input']]);
});
