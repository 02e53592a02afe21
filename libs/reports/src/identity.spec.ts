import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReadOptions, readReport } from './index.js';

const folder = join(process.cwd(), 'test/fixtures/reports/tools');
const fixture = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** Who the findings are to the service: tool, rule and selector, in one order. */
async function identities(report: unknown, options?: ReadOptions): Promise<string[]> {
  const reports = await readReport({ name: 'a.json', text: JSON.stringify(report) }, { root: '/app', ...options });
  return reports
    .flatMap(({ tool, findings }) => findings.map(({ ruleId, selector }) => [tool, ruleId, selector].join(' | ')))
    .sort();
}

/** The same with every list in the opposite order. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed).reverse();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, ORDERED.includes(key) ? inner : reversed(inner)]),
  );
};
/** Lists whose order means something. */
const ORDERED = ['target', 'selector', 'value', 'rules', 'taxa', 'taxonomies', 'artifacts', '@type'];

test.each([
  'axe-core-4.14.1.json',
  'axe-core-4.14.1-raw.json',
  'axe-core-4.14.1.sarif',
  'axe-core-4.8.4-list.json',
  'alfa-0.114.0.json',
  'cypress-axe-1.7.0.json',
  'eslint-9.39.5.json',
  'eslint-9.39.5.sarif',
  'html-validate-10.17.0.json',
  'ibm-4.0.34.json',
  'lighthouse-12.8.2.json',
  'pa11y-9.1.1.json',
  'pa11y-ci-4.1.1.json',
  'vitest-4.1.12-storybook-10.6.7.json',
])('findings of %s are the same in any order', async (name) => {
  const report = fixture(name);
  const found = await identities(report);
  expect(found.length).toBeGreaterThan(0);
  expect(await identities(reversed(report))).toEqual(found);
});

const shared = (a: string[], b: string[]): string[] => a.filter((identity) => b.includes(identity));

test.each([
  [
    'axe-core',
    'axe-core-4.14.1.json',
    'axe-core-4.8.4-list.json',
    ['axe-core | button-name | iframe button', 'axe-core | landmark-unique | main'],
    [],
  ],
  ['pa11y', 'pa11y-9.1.1.json', 'pa11y-8.0.0.json', [], ['pa11y | button-name | ']],
  [
    'Lighthouse',
    'lighthouse-12.8.2.json',
    'lighthouse-11.7.1.json',
    ['lighthouse | target-size | body > main > form > button'],
    [],
  ],
  ['Equal Access', 'ibm-4.0.34.json', 'ibm-3.1.85.json', [], []],
  ['Storybook', 'vitest-4.1.12-storybook-10.6.7.json', 'vitest-3.2.7-storybook-9.1.21.json', [], []],
  ['html-validate', 'html-validate-10.17.0.json', 'html-validate-8.29.0.json', [], []],
])('another version of %s has the same findings, but for its own', async (_tool, a, b, onlyA, onlyB) => {
  const [first, second] = [await identities(fixture(a)), await identities(fixture(b))];
  const both = shared(first, second);
  expect(both.length).toBeGreaterThan(0);
  expect(first.filter((identity) => !both.includes(identity))).toEqual(onlyA);
  expect(second.filter((identity) => !both.includes(identity))).toEqual(onlyB);
});

test('two runs of one address are the same', async () => {
  const [first, second] = ['lhci/lhr-1795394424677.json', 'lhci/lhr-1795394437720.json'].map(fixture);
  expect(await identities(first, { format: 'lhci' })).toEqual(await identities(second, { format: 'lhci' }));
  expect(await identities([first, second])).toEqual(await identities(first));
});

test('elements that share a selector of Lighthouse are told apart by their place in the document', async () => {
  const images = (await identities(fixture('lighthouse-12.8.2.json'))).filter((identity) =>
    identity.includes('image-alt'),
  );
  expect(images).toEqual([
    'lighthouse | image-alt | body > main > div.card > img',
    'lighthouse | image-alt | body > main > div.card > img (2)',
    'lighthouse | image-alt | main > ul > li > img',
    'lighthouse | image-alt | main > ul > li > img (2)',
  ]);
});

/** The same with all lines below one moved. */
const moved = (value: unknown, by: number): unknown => {
  if (Array.isArray(value)) return value.map((inner) => moved(inner, by));
  if (typeof value !== 'object' || value === null) return value;
  const shift = (key: string, inner: unknown) =>
    /line$/i.test(key) && typeof inner === 'number' ? inner + by : /column$/i.test(key) ? 80 : moved(inner, by);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shift(key, inner)]));
};

test.each(['eslint-9.39.5.json', 'eslint-9.39.5.sarif', 'html-validate-10.17.0.json'])(
  'an edit above changes nothing in %s',
  async (name) => expect(await identities(moved(fixture(name), 40))).toEqual(await identities(fixture(name))),
);

test('JSON and SARIF of one run of ESLint have the same findings', async () => {
  const found = await identities(fixture('eslint-9.39.5.json'));
  expect(await identities(fixture('eslint-9.39.5.sarif'))).toEqual(found);
  expect(found).toContain('eslint | jsx-a11y/alt-text | src/Page.jsx (2)');
});

test.each([
  ['/home/runner/work/shop/shop', '/home/runner/work/shop/shop/src/Page.jsx'],
  ['/builds/shop/', '/builds/shop/src/Page.jsx'],
  ['C:\\a\\shop', 'C:\\a\\shop\\src\\Page.jsx'],
  ['D:/a/shop', 'd:\\a\\shop\\src\\Page.jsx'],
  ['/a', './src/Page.jsx'],
  [undefined, 'src/Page.jsx'],
])('in a repository at %s the file %s is the same', async (root, filePath) => {
  const messages = [{ ruleId: 'jsx-a11y/alt-text', severity: 2, message: 'm', line: 1, column: 1 }];
  expect(await identities([{ filePath, messages, fixableErrorCount: 0 }], { root })).toEqual([
    'eslint | jsx-a11y/alt-text | src/Page.jsx',
  ]);
});

test('a finding of axe-core is the same through whichever tool it comes', async () => {
  const found = await identities(fixture('axe-core-4.14.1.json'));
  for (const name of ['axe-core-4.14.1-raw.json', 'cypress-axe-1.7.0.json', 'playwright-1.65.1-shard.json']) {
    const others = await identities(fixture(name));
    expect(others.length).toBeGreaterThan(3);
    expect(shared(found, others)).toEqual(others);
  }
});
