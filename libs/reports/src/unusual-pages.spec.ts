import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReadOptions, readReport, type ReadReport } from './index.js';

// Reports of examined pages that people have shown in public reports of bugs, named by where.

const fixture = (name: string): never =>
  JSON.parse(readFileSync(join(process.cwd(), 'test/fixtures/reports/outside', name), 'utf8')) as never;

const read = async (report: unknown, options?: ReadOptions): Promise<ReadReport> =>
  (await readReport({ name: 'a.json', text: JSON.stringify(report) }, options))[0]!;

describe('pa11y-ci (pa11y-ci#98): results that overwrote each other make a report partial', () => {
  const issue = { code: 'a', type: 'error', message: 'm', selector: 'p' };
  const results = { 'https://shop.example/a': [issue], 'https://shop.example/b': [] };
  const lost = (there: number, total: number) => [
    `The report has ${there} of ${total} results: pa11y-ci keeps one result for each address.`,
  ];

  test.each<[string, unknown, string[]]>([
    ['an address that is listed twice', fixture('pa11y-ci-same-address-twice.json'), lost(1, 2)],
    ['several that led to one page', { total: 3, passes: 2, errors: 1, results }, lost(2, 3)],
    [
      'one that failed the second time',
      { total: 2, passes: 1, errors: 0, results: { 'https://shop.example/a': [{ message: 'timeout' }] } },
      ['The page https://shop.example/a failed: timeout.', ...lost(1, 2)],
    ],
    [
      'counted errors that are not there',
      { total: 2, passes: 1, errors: 2, results },
      ['The report counts more results than it has.'],
    ],
    [
      'counted passes that are not there',
      { total: 2, passes: 2, errors: 1, results },
      ['The report counts more results than it has.'],
    ],
    ['each page once', { total: 2, passes: 1, errors: 1, results }, []],
    [
      'a page that failed, which counts as nothing',
      { total: 1, passes: 0, errors: 0, results: { 'https://shop.example/': [{ message: 'm' }] } },
      ['The page https://shop.example/ failed: m.'],
    ],
  ])('%s', async (_name, report, partialBecause) => {
    expect(await read(report)).toMatchObject({
      partialBecause,
      examinedEverything: partialBecause.length === 0,
      isShard: false,
    });
  });
});
