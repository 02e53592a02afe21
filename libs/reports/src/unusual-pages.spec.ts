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

describe('Lighthouse: a page that another one was examined for, or that was still loading, makes a report partial', () => {
  const page = (over: object) => ({
    lighthouseVersion: '12.8.2',
    audits: {},
    categories: { accessibility: { auditRefs: [] } },
    ...over,
  });

  test('(accessibility-insights-action#1536) a redirect to a login page', async () => {
    const login = 'https://shop.example/login?next=%2Faccount%2Forders';
    expect(await read(fixture('lighthouse-redirected.json'))).toMatchObject({
      pages: [login],
      failed: ['https://shop.example/account/orders'],
      examinedNothing: false,
      partialBecause: [`The page https://shop.example/account/orders was not examined: it redirected to ${login}.`],
    });
  });

  test.each([
    ['in English', fixture('lighthouse-timed-out.json')],
    [
      'in another language',
      page({
        ...{ requestedUrl: 'https://shop.example/', finalDisplayedUrl: 'https://shop.example/' },
        runWarnings: ['Die Seite wurde zu langsam geladen.'],
        i18n: { icuMessagePaths: { 'core/gather/driver/navigation.js | warningTimeout': ['runWarnings[0]'] } },
      }),
    ],
  ])('(lighthouse#13063) a page that did not finish loading, %s', async (_name, report) => {
    expect(await read(report)).toMatchObject({
      pages: ['https://shop.example/'],
      failed: [],
      partialBecause: ['The page https://shop.example/ was examined before it had finished loading.'],
    });
  });

  test.each([
    ['https', 'http://shop.example/a', { finalDisplayedUrl: 'https://shop.example/a' }, true],
    ['a slash at the end', 'https://shop.example/a', { finalDisplayedUrl: 'https://shop.example/a/' }, true],
    ['a place within the page', 'https://shop.example/a#top', { finalDisplayedUrl: 'https://shop.example/a' }, true],
    ['the route of the start', 'https://shop.example', { finalDisplayedUrl: 'https://shop.example/#/' }, true],
    ['a route that version 9 does not name', 'https://a.example/#/b', { finalUrl: 'https://a.example/' }, true],
    ['credentials', 'https://ada:secret@a.example/', { finalDisplayedUrl: 'https://a.example/' }, true],
    ['a flow that names no address', undefined, { finalDisplayedUrl: 'https://shop.example/' }, true],
    ['another route', 'https://a.example/#/b', { finalDisplayedUrl: 'https://a.example/#/login' }, false],
    ['another host', 'https://a.example/', { finalUrl: 'https://login.example/' }, false],
    ['another path', 'https://a.example/b', { mainDocumentUrl: 'https://a.example/' }, false],
    ['another query', 'https://a.example/?p=1', { finalDisplayedUrl: 'https://a.example/?p=2' }, false],
  ])('%s: %s is the page that was examined at %j: %s', async (_name, requestedUrl, final, isSame) => {
    const { failed, examinedEverything } = await read(page({ requestedUrl, ...final }));
    expect([failed.length === 0, examinedEverything]).toEqual([isSame, isSame]);
  });

  test('no password of an address is shown', async () => {
    const over = { requestedUrl: 'https://ada:secret@a.example/b', finalDisplayedUrl: 'https://a.example/login' };
    const { failed, partialBecause } = await read(page(over));
    expect(JSON.stringify([failed, partialBecause])).not.toContain('secret');
  });
});

test('Lighthouse (lighthouse#15216): a failed audit that Lighthouse hides needs review, and one of weight 0 that it shows does not', async () => {
  const hidden: { categories: { accessibility: { auditRefs: object[] } } } = fixture('lighthouse-hidden-audit.json');
  const shown = structuredClone(hidden);
  shown.categories.accessibility.auditRefs = [{ id: 'empty-heading', weight: 0, group: 'a11y-best-practices' }];
  const reviewsIn = async (report: unknown) =>
    (await read(report)).findings.map(({ ruleId, needsReview }) => [ruleId, needsReview]);
  expect(await reviewsIn(hidden)).toEqual([['empty-heading', true]]);
  expect(await reviewsIn(shown)).toEqual([['empty-heading', undefined]]);
});

describe('Playwright (playwright#32052): results of axe-core are read however they were attached', () => {
  const violation = { id: 'label', help: 'h', tags: [], nodes: [{ target: ['#mail'] }] };
  const axe = {
    testEngine: { name: 'axe-core' },
    url: 'https://shop.example/',
    violations: [violation],
    incomplete: [],
  };
  const attached = (content: unknown, over: object = {}) => ({
    ...{ name: 'page', contentType: 'text/plain' },
    body: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64'),
    ...over,
  });
  const reportOf = (...attachments: object[]) => ({
    ...{ config: {}, errors: [] },
    suites: [{ specs: [{ title: 't', tests: [{ results: [{ status: 'passed', attachments }] }] }] }],
  });
  const readAll = (attachments: object[], readFile?: ReadOptions['readFile']) =>
    read(reportOf(attached({ ...axe, violations: [] }), ...attachments), { readFile });

  test('as text, as a buffer, and as violations alone, which lack results that need review', async () => {
    const report = await read(fixture('playwright-attachment-types.json'));
    expect(report.findings.map(({ ruleId, selector, sourceUrl }) => [ruleId, selector, sourceUrl])).toEqual([
      ['image-alt', '#hero', 'http://localhost:3000/product'],
      ['label', '#mail', 'http://localhost:3000/checkout'],
      ['label', '#mail', undefined],
    ]);
    expect(report.selections).toEqual([
      'Results that need review were left out (only the list "violations" was attached).',
    ]);
  });

  test.each<[string, object, number]>([
    ['without a type', attached(axe, { contentType: undefined }), 1],
    ['a list of results', attached([axe]), 1],
    ['violations with their page', attached({ url: axe.url, violations: [violation] }), 1],
    ['text that is no JSON', attached('[vite] ready'), 0],
    ['JSON about something else', attached([{ id: 1 }]), 0],
    ['a picture', attached(axe, { contentType: 'image/png' }), 0],
  ])('%s', async (_name, attachment, count) => {
    expect(await readAll([attachment])).toMatchObject({ findings: { length: count }, partialBecause: [] });
  });

  test.each([
    ['accessibility-scan-results', false],
    ['page', true],
  ])('an empty list that is called %s alone is no report: %s', async (name, isRefused) => {
    const report = read(reportOf(attached([], { name })));
    await (isRefused
      ? expect(report).rejects.toThrow('without attached axe-core results')
      : expect(report).resolves.toMatchObject({ findings: [], examinedNothing: false }));
  });

  test('files are read if they may be results, and a missing file with such a name is a gap', async () => {
    const requests: string[] = [];
    const readFile = (path: string): Promise<string | undefined> => {
      requests.push(path);
      return Promise.resolve(path === 'a.json' ? JSON.stringify(axe) : undefined);
    };
    const file = (path: string, name = 'file') => ({ name, path, contentType: 'application/octet-stream' });
    const report = await readAll([file('a.json'), file('b.zip'), file('c.txt'), file('d.json', 'axe')], readFile);
    expect(requests).toEqual(['a.json', 'c.txt', 'd.json']);
    expect(report.findings).toHaveLength(1);
    expect(report.partialBecause).toEqual(['The attachment d.json of the test "t" does not exist.']);
  });
});
