import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { readReport, REPORT_FORMATS, type ReportFormat, UnreadableReportError } from './index.js';

const folder = join(process.cwd(), 'test/fixtures/reports');
const real = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(json|sarif)$/.test(name))
  .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);

/** Reads a text, and answers whether it was a report. Whatever else it throws fails the test. */
async function isRead(text: string, format?: ReportFormat): Promise<boolean> {
  try {
    for (const { tool, findings, locations } of await readReport({ name: 'a.json', text }, { format, root: '/app' })) {
      expect(typeof tool).toBe('string');
      expect(locations).toHaveLength(findings.length);
      for (const finding of findings) {
        expect(finding.title.trim()).not.toBe('');
        expect(finding.ruleId.trim()).not.toBe('');
      }
    }
    return true;
  } catch (error) {
    if (!(error instanceof UnreadableReportError)) throw error;
    return false;
  }
}

test.each(real)('%s, cut at any place, is refused and never crashes', async (_name, text) => {
  for (let percent = 0; percent < 100; percent++)
    expect(await isRead(text.slice(0, Math.floor((text.trimEnd().length * percent) / 100)))).toBe(false);
});

const [ofObjects, ofAll] = [Object, Object.prototype].map((one) => Object.getOwnPropertyNames(one));

afterEach(() => {
  expect(Object.getOwnPropertyNames(Object)).toEqual(ofObjects);
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(ofAll);
});

/** Every place in a value, as the names that lead to it. */
function placesIn(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [[], ...[...keys].flatMap((key) => placesIn((value as never)[key]).map((rest) => [key, ...rest]))];
}

function replaced(value: unknown, [key, ...rest]: (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

const strange = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    '',
    ' ',
    '\u0000',
    '\ud800',
    [],
    {},
    [null],
    [[]],
    [{}],
    'constructor',
  ),
  fc.constantFrom<unknown>(
    { toString: 1 },
    { length: 1e9 },
    { hasOwnProperty: 1 },
    'toString',
    '__proto__',
    '0',
    '%E0%A4%A',
  ),
  fc.jsonValue(),
);

test.each(real)('%s, with something else in any place, is read or refused', async (name, text) => {
  const report: unknown = JSON.parse(text);
  const places = placesIn(report);
  const mutation = fc.tuple(fc.integer({ min: 0, max: places.length - 1 }), strange);
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
      let changed = report;
      for (const [index, by] of mutations) {
        const place = places[index]!;
        // A former change may have taken the place away.
        if (place.slice(0, -1).reduce<unknown>((inner, key) => (inner as never)?.[key], changed) instanceof Object)
          changed = replaced(changed, place, by);
      }
      await isRead(JSON.stringify(changed));
    }),
    { numRuns: name.includes('earl') || name.includes('alfa') ? 30 : 60 },
  );
});

test.each(REPORT_FORMATS)('anything that is said to be %s is read or refused', async (format) => {
  await fc.assert(
    fc.asyncProperty(strange, async (value) => void (await isRead(JSON.stringify(value), format))),
    { numRuns: 200 },
  );
});

test.each([
  ['a list of lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['an object of objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['JSON-LD', `${'{"@graph":['.repeat(20_000)}${']}'.repeat(20_000)}`],
  [
    'suites of Playwright',
    `{"config":{},"errors":[],"suites":[${'{"suites":['.repeat(50_000)}${']}'.repeat(50_000)}]}`,
  ],
  [
    'a target of axe-core',
    `{"testEngine":{"name":"axe-core"},"violations":[{"id":"a","nodes":[{"target":${'['.repeat(50_000)}${']'.repeat(50_000)}}]}]}`,
  ],
])('%s that is nested too deeply is read or refused', async (_name, text) => void (await isRead(text)));

test('what objects have by nature is not taken for a part of a report', async () => {
  expect(await isRead('{"__proto__":{"violations":[],"testEngine":{"name":"axe-core"}}}')).toBe(false);
  const [report] = await readReport({
    name: 'a.json',
    text: '[{"code":"constructor","type":"error","message":"toString","selector":"__proto__","runner":"htmlcs"}]',
  });
  expect(report!.findings).toEqual([{ ruleId: 'constructor', title: 'toString', selector: '__proto__' }]);
});

test.each([
  ['its id', { '@id': '__proto__' }],
  ['its id', { '@id': 'constructor' }],
  [
    'an id that the context makes',
    { '@context': { p: { '@id': 'http://x.example/p', '@type': '@id' } }, p: '__proto__' },
  ],
  ['the id of a graph', { '@id': '__proto__', '@graph': [{ '@id': 'toString', 'http://x.example/p': 1 }] }],
])('JSON-LD that names every object by %s is refused, and changes none', async (_what, node) => {
  expect(await isRead(JSON.stringify({ ...node, '@type': 'http://www.w3.org/ns/earl#Assertion' }), 'earl')).toBe(false);
});
