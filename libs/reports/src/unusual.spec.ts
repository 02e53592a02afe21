import { type ReadOptions, readReport, type ReadReport, UnreadableReportError } from './index.js';

// What people have shown in public reports of bugs, named by where, with addresses of ours.

const read = async (report: unknown, options?: ReadOptions): Promise<ReadReport> =>
  (await readReport({ name: 'a.json', text: JSON.stringify(report) }, options))[0]!;

const rows = ({ findings }: ReadReport) =>
  findings.map(({ ruleId, selector, sourceUrl }) => [ruleId, selector, sourceUrl]);

test('axe-core (storybook#36202): lists that nobody reads may be shortened', async () => {
  const toolOptions = { reporter: 'v1', resultTypes: ['violations', 'incomplete'] };
  const nodes = [{ target: ['p'] }, { target: ['b'] }];
  const report = await read({
    testEngine: { name: 'axe-core', version: '4.10.2' },
    ...{ toolOptions, url: 'https://shop.example/', violations: [], passes: [], inapplicable: [] },
    incomplete: [{ id: 'color-contrast', help: 'h', tags: [], nodes }],
  });
  expect(report).toMatchObject({ examinedEverything: true, findings: [{ selector: 'p' }, { selector: 'b' }] });
});

test('axe-core in jsdom: a rule that needs a layout says only that it failed', async () => {
  const failureSummary =
    'Fix all of the following:\n  Axe encountered an error; test the page for this type of problem manually';
  const report = await read({
    ...{ testEngine: { name: 'axe-core', version: '4.11.0' }, url: 'http://localhost/', violations: [] },
    incomplete: [
      { id: 'landmark-one-main', impact: 'moderate', tags: [], nodes: [{ target: ['html'], failureSummary }] },
    ],
  });
  expect(report.findings).toEqual([]);
  expect(report.partialBecause).toEqual(['The rule landmark-one-main failed to run on http://localhost/.']);
});

test('cypress-axe: elements in shadow roots within frames have one selector', async () => {
  const nodes = [{ target: ['#blog-comments', ['#userComments', '.commentBody']], html: '<p class="commentBody">' }];
  const report = await read([{ id: 'label', help: 'h', tags: ['wcag412'], nodes }]);
  expect(rows(report)).toEqual([['label', '#blog-comments #userComments .commentBody', undefined]]);
});

test('Playwright (playwright-bdd#394): an attachment with neither body nor path is none', async () => {
  const axe = {
    testEngine: { name: 'axe-core', version: '4.11.0' },
    url: 'https://shop.example/',
    violations: [],
    incomplete: [],
  };
  const attachments = [
    { name: 'pdf', contentType: 'application/json' },
    { name: 'axe', contentType: 'application/json', body: Buffer.from(JSON.stringify(axe)).toString('base64') },
  ];
  const tests = [{ status: 'expected', results: [{ status: 'passed', attachments }] }];
  const report = await read({ config: {}, errors: [], suites: [{ specs: [{ title: 't', tests }] }] });
  expect(report).toMatchObject({ partialBecause: [], pages: ['https://shop.example/'], examinedNothing: false });
});

test('Vitest and Jest (sa11y#62): tests that only say that they failed are no report', async () => {
  const assertionResults = [
    {
      ancestorTitles: ['a'],
      failureMessages: ['A11yError: 1 Accessibility issues found'],
      fullName: 'a b',
      status: 'failed',
      title: 'b',
    },
  ];
  const report = { numTotalTests: 1, testResults: [{ assertionResults, status: 'failed', name: 'a.test.js' }] };
  await expect(read(report)).rejects.toThrow(UnreadableReportError);
});

test('Vitest (coveo/ui-kit#7134): rules that are chosen by tags for all stories are told', async () => {
  const toolOptions = { runOnly: ['wcag2a', 'wcag22aa'], reporter: 'v1' };
  const result = {
    testEngine: { name: 'axe-core', version: '4.11.0' },
    toolOptions,
    violations: [],
    incomplete: [],
    url: 'http://localhost:63315/',
  };
  const meta = { storyId: 'button--primary', reports: [{ type: 'a11y', result }] };
  const testResults = [{ assertionResults: [{ status: 'passed', title: 'Primary', meta }] }];
  const report = await read({ numTotalTests: 1, testResults });
  expect(report.selections).toEqual(['Only the rules of wcag2a, wcag22aa ran (runOnly).']);
});

test('pa11y (pa11y#191): a notice of version 4, without a runner, needs review', async () => {
  const issue = {
    code: 'WCAG2AA.Principle2.Guideline2_4.2_4_2.H25.2',
    context: '<title>Nature Research: science journa...</title>',
    message: 'Check that the title element describes the document.',
    ...{ selector: 'html > head > title', type: 'notice', typeCode: 3 },
  };
  const [finding] = (await read([issue])).findings;
  expect(finding).toMatchObject({ needsReview: true, wcag: ['2.4.2'], selector: 'html > head > title' });
});

test('pa11y-ci (pa11y-ci#284): what axe found in a shadow root has no selector, and is one finding on each page', async () => {
  const issue = {
    ...{ code: 'link-name', type: 'error', typeCode: 1, context: '', selector: '', runner: 'axe' },
    message:
      'Links must have discernible text (https://dequeuniversity.com/rules/axe/4.10/link-name?application=axeAPI)',
    runnerExtras: { impact: 'serious', help: 'Links must have discernible text' },
  };
  const results = { 'https://shop.example/a': [issue, issue], 'https://shop.example/b': [issue] };
  expect(rows(await read({ total: 2, passes: 0, errors: 3, results }))).toEqual([
    ['link-name', undefined, 'https://shop.example/a'],
    ['link-name', undefined, 'https://shop.example/b'],
  ]);
});

test('pa11y-ci (pa11y-ci#7): 0 of 0 pages passed is no success', async () => {
  expect((await read({ total: 0, passes: 0, errors: 0, results: {} })).examinedNothing).toBe(true);
});

test('pa11y-ci: addresses of a configuration may have blanks', async () => {
  const report = await read({ total: 1, passes: 1, errors: 0, results: { 'https://shop.example/a b': [] } });
  expect(report.pages).toEqual(['https://shop.example/a%20b']);
});

const lighthouse = (over: object) => ({
  ...{ audits: {}, categories: { accessibility: { auditRefs: [] } } },
  ...{ requestedUrl: 'https://shop.example/', finalUrl: 'https://shop.example/' },
  ...over,
});

test('Lighthouse (lighthouse#6420): version 3 writes an error that is none', async () => {
  const report = await read(
    lighthouse({ lighthouseVersion: '3.2.1', runtimeError: { code: 'NO_ERROR', message: '' } }),
  );
  expect(report).toMatchObject({
    failed: [],
    examinedNothing: false,
    partialBecause: [],
    pages: ['https://shop.example/'],
  });
});

test('Lighthouse (developer.chrome.com#2093): a page of an extension that painted nothing was not examined', async () => {
  const url = 'chrome-extension://abc/_generated_background_page.html';
  const runtimeError = {
    code: 'NO_FCP',
    message: 'Something went wrong with recording the trace over your page load.',
  };
  const report = await read(lighthouse({ lighthouseVersion: '5.7.1', requestedUrl: url, finalUrl: url, runtimeError }));
  expect(report).toMatchObject({
    failed: [url],
    examinedNothing: true,
    partialBecause: [`The page ${url} failed: NO_FCP`],
  });
});

test('Lighthouse CI: of several runs of a page one may fail', async () => {
  const failed = lighthouse({ lighthouseVersion: '12.8.2', runtimeError: { code: 'NO_FCP', message: 'm' } });
  const report = await read([lighthouse({ lighthouseVersion: '12.8.2' }), failed], { format: 'lhci' });
  expect(report).toMatchObject({ examinedNothing: false, failed: ['https://shop.example/'] });
});

test('IBM (equal-access#1020, #1812): a rule by its former name fails, and one that passes is no finding', async () => {
  const of = (ruleId: string, reasonId: string, outcome: string) => ({
    ...{
      ruleId,
      reasonId,
      value: ['VIOLATION', outcome],
      path: { dom: '/html[1]', aria: '' },
      message: 'm',
      snippet: '<html>',
    },
  });
  const results = [of('WCAG20_Html_HasLang', 'Fail_3', 'FAIL'), of('WCAG20_Elem_Lang_Valid', 'Pass_0', 'PASS')];
  expect(rows(await read({ numExecuted: 2, results }))).toEqual([['html_lang_exists', '/html[1]', undefined]]);
});

test('ESLint (eslint-annotate-action#41): a file that is ignored was not examined', async () => {
  const message = 'File ignored because of a matching ignore pattern. Use "--no-ignore" to override.';
  const ignored = {
    filePath: '/app/ignored-me.js',
    messages: [{ fatal: false, severity: 1, message }],
    suppressedMessages: [],
    errorCount: 0,
  };
  const report = await read([ignored], { root: '/app' });
  expect(report).toMatchObject({
    findings: [],
    selections: ['The file ignored-me.js was ignored.'],
    examinedNothing: true,
  });
});

test('ESLint (eslint-stats#4): a file that cannot be parsed was not examined', async () => {
  const message = "Parsing error: 'import' and 'export' may appear only with 'sourceType: module'";
  const messages = [{ ruleId: null, fatal: true, severity: 2, source: 'import x', message, line: 1, column: 1 }];
  const clean = { filePath: '/app/b.js', messages: [], errorCount: 0, suppressedMessages: [] };
  const broken = { filePath: '/app/a.js', messages, errorCount: 1, warningCount: 0, suppressedMessages: [] };
  const report = await read({ results: [broken, clean], metadata: { cwd: '/app' } });
  expect(report).toMatchObject({
    failed: ['a.js'],
    examinedNothing: false,
    partialBecause: [`The file a.js was not examined: ${message}`],
  });
});

test('html-validate: a text that ends within a tag was not examined', async () => {
  const messages = [
    {
      column: 1,
      line: 1,
      message: 'stream ended before TAG_CLOSE token was found',
      offset: 0,
      ruleId: 'parser-error',
      selector: null,
      severity: 2,
      size: 4,
    },
  ];
  const report = await read([{ errorCount: 1, filePath: 'inline', messages, source: '<div', warningCount: 0 }]);
  expect(report).toMatchObject({ failed: ['inline'], examinedNothing: true });
});

const sarif = (uri: string, over: object = {}) => ({
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'a11y-lint', rules: [{ id: 'alt' }] } },
      results: [
        { ruleId: 'alt', message: { text: 'm' }, locations: [{ physicalLocation: { artifactLocation: { uri } } }] },
      ],
      ...over,
    },
  ],
});

test.each([
  [
    'sarif-sdk#2197',
    'https://github.com/acme/shop/blob/5271273/src/a.html',
    'src/a.html',
    {
      invocations: [
        { executionSuccessful: true, workingDirectory: { uri: 'https://github.com/acme/shop/blob/5271273/' } },
      ],
    },
  ],
  ['scorecard-action#1149', 'no file associated with this alert', 'no file associated with this alert', {}],
  ['jfrog-cli#2303', 'file://Package Descriptor', 'Package Descriptor', {}],
  ['zshellcheck#1442', 'file:///C:/app/a%20b.html', 'C:/app/a b.html', {}],
])('SARIF (%s): %s is the file %s', async (_where, uri, path, over) => {
  expect((await read(sarif(uri, over))).findings[0]!.selector).toBe(path);
});

test('EARL (axe-reporter-earl): an assertion without a test was not made', async () => {
  const report = await read({
    '@context': 'https://act-rules.github.io/earl-context.json',
    '@graph': [
      {
        ...{
          '@type': 'Assertion',
          mode: 'earl:automatic',
          subject: { '@type': 'WebPage', source: 'https://shop.example/' },
        },
        ...{
          assertedBy: 'https://github.com/dequelabs/axe-core/releases/tag/4.10.2',
          result: { outcome: 'earl:untested' },
        },
      },
    ],
  });
  expect(report).toMatchObject({
    findings: [],
    pages: [],
    examinedNothing: true,
    partialBecause: ['1 of 1 tests were not run.'],
  });
});
