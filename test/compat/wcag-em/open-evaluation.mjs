// Opens our export of a report with the code of the W3C's WCAG-EM Report Tool that opens its files, and looks at what
// it then holds. WCAG_EM_SOURCES names a clone of https://github.com/w3c/wai-wcag-em-report-tool; nothing of it is kept
// here. Tried with 08f3173 (version 3.0.3).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const clone = process.env['WCAG_EM_SOURCES'];
if (!clone) throw new Error('WCAG_EM_SOURCES names a clone of https://github.com/w3c/wai-wcag-em-report-tool.');
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'curbcut-wcag-em-'));
const faults = [];
try {
  execFileSync('sh', ['-c', `git -C "$0" archive HEAD src package.json | tar -x -C "$1"`, clone, folder]);
  const tool = await bundled(
    `export { default as evaluation } from '@app/stores/evaluationStore.js';
     export { default as assertions } from '@app/stores/earl/assertionStore/index.js';
     export { default as sample } from '@app/stores/sampleStore.js';
     export { default as scope } from '@app/stores/scopeStore.js';
     export { default as summary } from '@app/stores/summaryStore.js';
     export { get } from 'svelte/store';`,
    join(folder, 'src'),
  );
  const ours = await bundled(
    `export { wcagEmReport } from '${here('../../../apps/api/src/reporting/conformance/exports/wcag-em-report.ts')}';
     export * from '${here('../../support/conformance-documents.ts')}';`,
    folder,
  );
  for (const slug of ['wcag-2-0', 'wcag-2-1', 'wcag-2-2']) await open(tool, ours, slug);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

/**
 * Bundles a module whose `@app` is the folder; the words of the tool's pages, which nothing here shows, are left out.
 */
async function bundled(contents, app) {
  const outfile = join(folder, `${Math.random()}.mjs`);
  const words = join(folder, 'words.mjs');
  writeFileSync(
    words,
    `import { writable } from 'svelte/store'; export const locale = writable('en'); export const t = writable((key) => key);`,
  );
  await build({
    stdin: { contents, resolveDir: here('.'), loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    alias: { '@app': app, 'svelte-i18n': words },
    nodePaths: [here('node_modules')],
    external: ['yaml'],
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(require.resolve('jsonld'))});`,
    },
    outfile,
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}

async function open(tool, ours, slug) {
  const { evaluation, assertions, sample, scope, summary, get } = tool;
  const document = ours.conformanceDocument(slug);
  const { log, warn } = console;
  Object.assign(console, { log: () => undefined, warn: () => undefined });
  try {
    await get(evaluation).open(JSON.parse(ours.wcagEmReport(document, ours.publicState())));
  } finally {
    Object.assign(console, { log, warn });
  }
  const expect = (what, found, expected) => {
    if (JSON.stringify(found) !== JSON.stringify(expected))
      faults.push(`${slug}: ${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
  };
  const tested = document.requirements.filter(({ verdicts }) => verdicts.length > 0);
  expect('the name', get(scope).SITE_NAME, document.product.name);
  expect('the version', get(scope).WCAG_VERSION, document.standard.version);
  expect('the level', get(scope).CONFORMANCE_TARGET, 'AA');
  expect('the title', get(summary).EVALUATION_TITLE, document.title);
  expect('the evaluator', get(summary).EVALUATION_CREATOR, document.author.name);
  expect('the date', get(summary).EVALUATION_DATE, document.publishedAt);
  expect(
    'the sample',
    get(sample).STRUCTURED_SAMPLE.map(({ title }) => title),
    document.sample.map(({ name }) => name),
  );
  // The tool keeps them in an order of its own.
  const outcomes = new Map(get(assertions).map(({ test, result }) => [test.num, result.outcome.id]));
  const inOrder = [...outcomes.keys()].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  expect(
    'the criteria',
    inOrder,
    tested.map(({ number }) => number),
  );
  for (const { number, verdicts } of tested) {
    const said = verdicts.map(({ verdict }) => verdict);
    const failed = said.includes('does_not_support') || said.includes('partially_supports');
    const outcome = failed ? 'earl:failed' : said.includes('supports') ? 'earl:passed' : 'earl:inapplicable';
    expect(`the outcome of ${number}`, outcomes.get(number), outcome);
  }
  console.log(
    `${slug}: the report tool holds ${outcomes.size} assertions, and a sample of ${document.sample.length} pages`,
  );
}
