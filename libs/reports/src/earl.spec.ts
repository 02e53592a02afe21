import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readReport, type ReadReport } from './index.js';

const read = (report: unknown): Promise<ReadReport[]> => readReport({ name: 'a.json', text: JSON.stringify(report) });
const rows = ([report]: ReadReport[]) =>
  report!.findings.map(({ ruleId, wcag, selector, sourceUrl }) => [ruleId, wcag?.join(), selector, sourceUrl]);

const EARL = 'http://www.w3.org/ns/earl#';
const DCT = 'http://purl.org/dc/terms/';
const PTR = 'http://www.w3.org/2009/pointers#';

const compact = {
  '@context': 'https://act-rules.github.io/earl-context.json',
  '@graph': [
    {
      '@type': 'Assertion',
      assertedBy: {
        '@id': 'https://tool.example/checker',
        '@type': 'Software',
        name: 'Checker',
        release: { revision: '2.1.0' },
      },
      subject: { '@type': ['TestSubject', 'WebPage'], source: 'https://shop.example/' },
      test: {
        '@id': 'https://act-rules.github.io/rules/23a2a8',
        title: 'Image has an accessible name',
        isPartOf: 'WCAG2:non-text-content',
      },
      result: { outcome: 'earl:failed', pointer: 'main > img', description: 'No name' },
    },
  ],
};

const prefixed = {
  '@context': { earl: EARL, dct: DCT, ptr: PTR, doap: 'http://usefulinc.com/ns/doap#' },
  '@graph': [
    { '@id': '_:tool', '@type': 'earl:Software', 'doap:name': 'Checker', 'dct:hasVersion': '2.1.0' },
    { '@id': '_:page', '@type': 'earl:TestSubject', 'dct:source': { '@id': 'https://shop.example/' } },
    {
      '@type': 'earl:Assertion',
      'earl:assertedBy': { '@id': '_:tool' },
      'earl:subject': { '@id': '_:page' },
      'earl:test': {
        '@id': 'https://www.w3.org/WAI/standards-guidelines/act/rules/23a2a8/proposed/',
        'dct:title': 'Image has an accessible name',
        'dct:isPartOf': { '@id': 'https://www.w3.org/TR/WCAG22/#non-text-content' },
      },
      'earl:result': {
        'earl:outcome': { '@type': 'earl:Fail' },
        'dct:description': 'No name',
        'earl:pointer': { '@type': 'ptr:CSSSelectorPointer', 'ptr:expression': 'main > img' },
      },
    },
  ],
};

const expanded = [
  {
    '@type': [`${EARL}Assertion`],
    [`${EARL}assertedBy`]: [{ '@id': 'https://github.com/example/Checker/releases/tag/2.1.0' }],
    [`${EARL}subject`]: [{ '@id': 'https://shop.example/' }],
    [`${EARL}test`]: [
      {
        '@id': 'https://act-rules.github.io/rules/23a2a8#approved',
        [`${DCT}title`]: [{ '@value': 'Image has an accessible name' }],
        [`${DCT}isPartOf`]: [{ [`${DCT}title`]: [{ '@value': 'WCAG 1.1.1 Non-text Content' }] }],
      },
    ],
    [`${EARL}result`]: [
      {
        [`${EARL}outcome`]: [{ '@id': `${EARL}failed` }],
        [`${EARL}info`]: [{ '@value': 'No name' }],
        [`${DCT}source`]: [
          {
            [`${EARL}result`]: [
              { [`${EARL}outcome`]: [{ '@id': `${EARL}failed` }], [`${EARL}pointer`]: [{ '@value': 'main > img' }] },
            ],
          },
          {
            [`${EARL}result`]: [
              { [`${EARL}outcome`]: [{ '@id': `${EARL}passed` }], [`${EARL}pointer`]: [{ '@value': 'p' }] },
            ],
          },
        ],
      },
    ],
  },
];

test.each([
  ['compact', compact],
  ['prefixed', prefixed],
  ['expanded', expanded],
  [
    'below its subject',
    {
      '@context': compact['@context'],
      '@type': 'TestSubject',
      source: 'https://shop.example/',
      assertions: [{ ...compact['@graph'][0], subject: undefined }],
    },
  ],
])('%s JSON-LD says the same', async (_name, report) => {
  const reports = await read(report);
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatchObject({
    tool: 'Checker',
    toolVersion: '2.1.0',
    pages: ['https://shop.example/'],
    examinedEverything: true,
  });
  expect(reports[0]!.findings).toEqual([
    {
      title: 'Image has an accessible name',
      description: 'No name',
      sourceUrl: 'https://shop.example/',
      wcag: ['1.1.1'],
      selector: 'main > img',
      ruleId: '23a2a8',
    },
  ]);
});

const asserting = (test: unknown, outcome = 'earl:failed') => ({
  '@context': 'https://act-rules.github.io/earl-context.json',
  '@type': 'Assertion',
  subject: { source: 'https://shop.example/' },
  test,
  result: { outcome },
});

test.each([
  ['https://www.w3.org/TR/WCAG22/#contrast-minimum', 'contrast-minimum', '1.4.3'],
  ['http://www.w3.org/TR/WCAG20/#visual-audio-contrast-contrast', 'visual-audio-contrast-contrast', '1.4.3'],
  ['WCAG21:contrast-minimum', 'contrast-minimum', '1.4.3'],
  ['https://act-rules.github.io/rules/afw4f7', 'afw4f7', undefined],
  ['https://www.w3.org/WAI/standards-guidelines/act/rules/afw4f7/proposed/', 'afw4f7', undefined],
  ['https://dequeuniversity.com/rules/axe/3.2/button-name?application=axeAPI', 'button-name', undefined],
  ['https://dequeuniversity.com/rules/axe/4.14/button-name', 'button-name', undefined],
  ['https://alfa.siteimprove.com/rules/sia-r2', 'sia-r2', '1.1.1,rgaa:1.1'],
  ['https://tool.example/rules/label/v1.2.0', 'label', undefined],
  ['https://tool.example/rules/label/latest/', 'label', undefined],
  ['urn:rules:label', 'urn:rules:label', undefined],
])('the rule %s is %s, whatever its version', async (id, ruleId, criterion) => {
  expect(rows(await read(asserting({ '@id': id })))[0]!.slice(0, 2)).toEqual([ruleId, criterion]);
});

test.each(['passed', 'inapplicable', 'untested'])('an outcome that is %s is no finding', async (outcome) => {
  const [report] = await read(asserting({ '@id': 'https://tool.example/rules/label' }, `earl:${outcome}`));
  expect(report!.findings).toEqual([]);
  expect(report!.partialBecause).toEqual(outcome === 'untested' ? ['1 of 1 tests were not run.'] : []);
});

test('an evaluation by the WCAG-EM Report Tool has the pages on which a criterion fails', async () => {
  const assertion = (subject: string, outcome: string) => ({
    type: 'Assertion',
    assertedBy: '_:evaluator',
    subject: [subject],
    result: { type: 'TestResult', outcome, description: 'The logo' },
    mode: 'earl:manual',
    testcase: 'WCAG2:non-text-content',
  });
  const reports = await read({
    '@context': 'http://www.w3.org/TR/WCAG-EM/#',
    type: 'Evaluation',
    structuredSample: {
      webpage: [
        { id: '_:a', type: 'TestSubject', source: 'https://shop.example/' },
        { id: '_:b', type: 'TestSubject', source: 'https://shop.example/basket' },
      ],
    },
    auditResult: [
      {
        ...assertion('_:website', 'earl:passed'),
        hasPart: [assertion('_:a', 'earl:passed'), assertion('_:b', 'earl:failed')],
      },
    ],
  });
  expect(rows(reports)).toEqual([['non-text-content', '1.1.1', undefined, 'https://shop.example/basket']]);
});

test('assertors have a report each, and people are not named', async () => {
  const by = (assertedBy: unknown) => ({ ...asserting({ title: 'label' }), assertedBy });
  const reports = await read([
    by({ name: 'One' }),
    by({ name: 'Two' }),
    by({ '@type': 'foaf:Person', 'foaf:name': 'Ada' }),
  ]);
  expect(reports.map(({ tool }) => tool).sort()).toEqual(['One', 'Two', 'earl']);
});

test('a context that is not known is named, and nothing is fetched', async () => {
  let requests = 0;
  const server = createServer((_request, response) => void (requests++, response.end('{}')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/context.json`;
  await expect(read({ ...compact, '@context': url })).rejects.toThrow(
    `a.json: names the context ${url}, which is not fetched.`,
  );
  await new Promise((resolve) => server.close(resolve));
  expect(requests).toBe(0);
});

test('what is too large to be expanded is refused before', async () => {
  const [assertion] = compact['@graph'];
  await expect(read({ ...compact, '@graph': [assertion, 'x'.repeat(10_000_000)] })).rejects.toThrow(/more than 10 MB/);
});

test.each([
  [
    'other linked data',
    { '@context': { '@vocab': 'https://schema.org/' }, '@type': 'Product', name: 'Shop' },
    /without an assertion/,
  ],
  ['JSON-LD that is not valid', { '@context': { '@vocab': 5 } }, /is not valid JSON-LD/],
])('%s is refused', async (_name, report, message) => {
  await expect(read(report)).rejects.toThrow(message);
});

const qualweb = (...assertions: object[]) => ({
  '@context': 'https://act-rules.github.io/earl-context.json',
  '@graph': [
    {
      '@type': 'TestSubject',
      source: 'https://shop.example/',
      assertor: { '@id': 'QualWeb', '@type': 'Software', title: 'QualWeb', hasVersion: '3.0.0' },
      assertions,
    },
  ],
});
const tested = (test: object, result: object = {}) => ({
  '@type': 'Assertion',
  test: { '@type': 'TestCase', ...test },
  mode: 'earl:automatic',
  result: { '@type': 'TestResult', outcome: 'earl:failed', ...result },
});

test("QualWeb's reports are read: its assertor stands with the subject, and an object where a test has no address", async () => {
  const elements = ['passed', 'failed'].map((outcome) => ({
    result: { pointer: `html > ${outcome}`, outcome: `earl:${outcome}` },
  }));
  const [report, ...others] = await read(
    qualweb(
      tested({ '@id': {}, title: 'QW-ACT-R17', isPartOf: ['WCAG2:non-text-content'] }, { source: elements }),
      tested({ '@id': 'https://act-rules.github.io/rules/2779a5', title: 'QW-ACT-R1' }),
    ),
  );
  expect(others).toEqual([]);
  expect(report).toMatchObject({ tool: 'QualWeb', toolVersion: '3.0.0', examinedEverything: true });
  expect(rows([report!])).toEqual([
    ['QW-ACT-R17', '1.1.1', 'html > failed', 'https://shop.example/'],
    ['2779a5', undefined, undefined, 'https://shop.example/'],
  ]);
});

test('a node that is faulty is set aside and told, and the others are read', async () => {
  const [report] = await read(
    qualweb(tested({ '@id': 'urn:a', title: 'a' }), tested({ '@id': 5, title: 'b' }), tested({ '@id': '__proto__' })),
  );
  expect(rows([report!]).map(([ruleId]) => ruleId)).toEqual(['urn:a']);
  expect(report!.examinedEverything).toBe(false);
  expect(report!.partialBecause).toEqual([expect.stringMatching(/^2 of 3 nodes are invalid \(.+\)\.$/)]);
});

test('a failed test that names no rule is told', async () => {
  const [report] = await read(qualweb(tested({ '@id': 'urn:a' }), tested({ '@id': {} })));
  expect(report!.findings).toHaveLength(1);
  expect(report!.partialBecause).toEqual(['1 tests that did not pass name no rule.']);
});

test.each(['earl:cantTell', { '@type': 'earl:CannotTell' }, { '@id': 'earl:cantTell' }])(
  'what a tool could not tell (%j) needs review',
  async (outcome) => {
    const [report] = await read({ ...asserting({ '@id': 'https://tool.example/rules/label' }), result: { outcome } });
    expect(report!.findings).toEqual([
      { ruleId: 'label', title: 'label', sourceUrl: 'https://shop.example/', needsReview: true },
    ]);
  },
);

test('an element that failed beside one of which a tool could not tell is the place of the failure alone', async () => {
  const elements = ['cantTell', 'failed'].map((outcome) => ({
    result: { pointer: outcome, outcome: `earl:${outcome}` },
  }));
  const [report] = await read(qualweb(tested({ '@id': 'urn:a' }, { source: elements })));
  expect(report!.findings.map(({ selector, needsReview }) => [selector, needsReview])).toEqual([['failed', undefined]]);
});
