import { readReport, type ReadReport } from './index.js';

const RULE = { id: 'image-alt', properties: { tags: ['accessibility', 'wcag111'] } };
const RESULT = { ruleId: 'image-alt', message: { text: 'No alternative' } };

const read = (run: object, options = {}): Promise<ReadReport[]> =>
  readReport(
    {
      name: 'a.sarif',
      text: JSON.stringify({
        version: '2.1.0',
        runs: [run].flat().map((one: object) => ({ tool: { driver: { name: 'Checker', rules: [RULE] } }, ...one })),
      }),
    },
    options,
  );
const findingsOf = async (run: object, options = {}) => (await read(run, options))[0]!.findings;

test.each([
  ['fail', 1],
  [undefined, 1],
  ['pass', 0],
  ['review', 0],
  ['open', 0],
  ['informational', 0],
  ['notApplicable', 0],
])('a result of the kind %s gives %i findings', async (kind, count) => {
  expect(await findingsOf({ results: [{ ...RESULT, kind }] })).toHaveLength(count);
});

test.each([
  ['accepted', [{ kind: 'inSource', status: 'accepted' }], 0],
  ['without a status', [{ kind: 'external' }], 0],
  ['under review', [{ kind: 'external', status: 'underReview' }], 1],
  ['rejected', [{ kind: 'external', status: 'rejected' }], 1],
  ['that is none', [], 1],
])('a suppression %s', async (_name, suppressions, count) => {
  expect(await findingsOf({ results: [{ ...RESULT, suppressions }] })).toHaveLength(count);
});

test.each([
  ['absent', 0],
  ['new', 1],
  ['unchanged', 1],
  ['updated', 1],
])('a result that is %s since the baseline gives %i findings', async (baselineState, count) => {
  expect(await findingsOf({ results: [{ ...RESULT, baselineState }] })).toHaveLength(count);
});

test('the rule is found by its place, in the tool or in an extension of it, and by the rule it is a part of', async () => {
  const other = { id: 'label', properties: { tags: ['a11y', 'WCAG 3.3.2'] } };
  const tool = {
    driver: { name: 'Checker', rules: [{ id: 'x' }, RULE] },
    extensions: [{ name: 'more', rules: [other] }],
  };
  const message = { text: 'm' };
  const found = await findingsOf({
    tool,
    results: [
      { ruleIndex: 1, message },
      { rule: { index: 0, toolComponent: { index: 0 } }, message },
      { rule: { id: 'label', toolComponent: { name: 'more' } }, message },
      { ruleId: 'image-alt/svg', message },
      { ruleIndex: 99, message },
    ],
  });
  expect(found.map(({ ruleId, wcag }) => [ruleId, wcag])).toEqual([
    ['image-alt', ['1.1.1']],
    ['label', ['3.3.2']],
    ['image-alt/svg', ['1.1.1']],
  ]);
});

test('a level says how sure a tool is, not how heavy a barrier is', async () => {
  const rules = [
    { ...RULE, defaultConfiguration: { level: 'error' } },
    { ...RULE, id: 'b' },
  ];
  const found = await findingsOf({
    tool: { driver: { name: 'Checker', rules } },
    results: [RESULT, { ...RESULT, ruleId: 'b' }, { ...RESULT, ruleId: 'b', level: 'note', locations: [at('c.html')] }],
  });
  expect(found.map(({ severity, impact }) => [severity, impact])).toEqual(found.map(() => [undefined, undefined]));
  expect(found).toHaveLength(3);
});

const at = (uri: string, startLine = 1) => ({ physicalLocation: { artifactLocation: { uri }, region: { startLine } } });

test('places are pages, files and elements, also those that are named by their place in a list', async () => {
  const [report] = await read(
    {
      artifacts: [{ location: { uri: 'https://shop.example/' } }],
      logicalLocations: [{ fullyQualifiedName: 'main > img' }],
      originalUriBaseIds: { SRC: { uri: 'file:///work/shop/packages/web/' } },
      results: [
        {
          ...RESULT,
          locations: [{ physicalLocation: { artifactLocation: { index: 0 } }, logicalLocations: [{ index: 0 }] }],
        },
        { ...RESULT, locations: [{ ...at('file:///work/shop/a%20b.html', 7), logicalLocations: [{ name: 'img' }] }] },
        { ...RESULT, locations: [{ physicalLocation: { artifactLocation: { uri: 'c.html', uriBaseId: 'SRC' } } }] },
        { ...RESULT, locations: [at('d.html', 9)] },
        { ...RESULT, locations: [at('d.html', 3)] },
      ],
    },
    { root: '/work/shop' },
  );
  expect(report!.findings.map(({ selector, sourceUrl }) => [selector, sourceUrl])).toEqual([
    ['main > img', 'https://shop.example/'],
    ['a b.html: img', undefined],
    ['packages/web/c.html', undefined],
    ['d.html', undefined],
    ['d.html (2)', undefined],
  ]);
  expect(report!.locations).toEqual([
    undefined,
    { path: 'a b.html', line: 7 },
    { path: 'packages/web/c.html' },
    { path: 'd.html', line: 3 },
    { path: 'd.html', line: 9 },
  ]);
});

test('criteria come from tags and from taxa of WCAG', async () => {
  const taxonomies = [
    { name: 'CWE', taxa: [{ id: '1.2.3' }] },
    { name: 'WCAG', taxa: [{ id: 'wcag111' }, { id: 'wcag143' }, { id: '2.4.7' }] },
  ];
  const relationships = [
    { target: { index: 1, toolComponent: { index: 1 } } },
    { target: { id: '1.2.3', toolComponent: { index: 0 } } },
  ];
  const taxa = [{ id: '2.4.7', toolComponent: { name: 'WCAG' } }];
  const found = await findingsOf({
    taxonomies,
    tool: { driver: { name: 'Checker', rules: [{ ...RULE, relationships }] } },
    results: [{ ...RESULT, taxa }],
  });
  expect(found[0]!.wcag).toEqual(['1.1.1', '1.4.3', '2.4.7']);
});

test('what is not about accessibility is left out', async () => {
  const tool = { driver: { name: 'ESLint', rules: [{ id: 'no-undef' }, { id: 'jsx-a11y/alt-text' }] } };
  const results = ['no-undef', 'jsx-a11y/alt-text', 'no-eval'].map((ruleId) => ({ ruleId, message: { text: 'm' } }));
  expect((await findingsOf({ tool, results })).map(({ ruleId }) => ruleId)).toEqual(['jsx-a11y/alt-text']);
});

test.each([
  ['of a security tool', { tool: { driver: { name: 'CodeQL', rules: [{ ...RULE }] } }, results: [RESULT] }],
  [
    'of a linter without rules about accessibility',
    { tool: { driver: { name: 'ESLint', rules: [{ id: 'no-undef' }] } }, results: [] },
  ],
  ['without rules', { tool: { driver: { name: 'Other' } }, results: [] }],
])('a file %s is refused: taken for a clean one, it would resolve everything', async (_name, run) => {
  await expect(read(run)).rejects.toThrow('a.sarif: is SARIF without rules about accessibility.');
});

test('a clean run is one of an accessibility tool, or is said to be one', async () => {
  expect(await findingsOf({ results: [] })).toEqual([]);
  expect(await findingsOf({ tool: { driver: { name: 'Other' } }, results: [] }, { format: 'sarif' })).toEqual([]);
  await expect(read({ tool: { driver: { name: 'Snyk' } }, results: [] }, { format: 'sarif' })).rejects.toThrow(
    /without rules/,
  );
});

test('each tool in a file has a report of its own', async () => {
  const other = { driver: { name: 'axe-core', rules: [{ id: 'label' }] } };
  const reports = await read([{ results: [RESULT] }, { tool: other, results: [] }, { results: [] }]);
  expect(reports.map(({ tool, findings }) => [tool, findings.length])).toEqual([
    ['Checker', 1],
    ['axe-core', 0],
  ]);
});

test.each([
  [
    'did not end successfully',
    { results: [], invocations: [{ executionSuccessful: false }] },
    'Checker did not end successfully.',
  ],
  ['has no results', {}, 'The run of Checker has no results.'],
  [
    'reports an error',
    { results: [], invocations: [{ toolExecutionNotifications: [{ level: 'error', message: { text: 'Timeout' } }] }] },
    'Checker reports an error: Timeout',
  ],
])('a run that %s is partial', async (_name, run, because) => {
  const [report] = await read(run);
  expect(report).toMatchObject({ examinedEverything: false, partialBecause: [because], isShard: false });
});
