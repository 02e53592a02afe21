import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReadOptions, readReport, type ReadReport } from './index.js';

const read = async (report: unknown, options?: ReadOptions): Promise<ReadReport> => {
  const reports = await readReport({ name: 'a.json', text: JSON.stringify(report) }, options);
  expect(reports).toHaveLength(1);
  return reports[0]!;
};
const fixture = (name: string) =>
  JSON.parse(readFileSync(join(process.cwd(), 'test/fixtures/reports/tools', name), 'utf8')) as never;

describe('axe-core', () => {
  const result = { testEngine: { name: 'axe-core', version: '4.14.1' }, url: 'https://shop.example/', violations: [] };

  test('a frame that it could not enter makes a run partial', async () => {
    const incomplete = [{ id: 'frame-tested', nodes: [{ target: ['#ad', 'iframe'] }] }];
    expect((await read({ ...result, incomplete })).partialBecause).toEqual([
      'The frame #ad iframe of https://shop.example/ was not examined.',
    ]);
  });

  test('a rule that failed to run makes it partial, one that needs a person does not', async () => {
    const incomplete = [
      { id: 'a', error: { message: 'm' }, nodes: [] },
      { id: 'b', nodes: [{ target: ['p'] }] },
    ];
    expect((await read([result, { ...result, incomplete }])).partialBecause).toEqual([
      'The rule a failed to run on https://shop.example/.',
    ]);
  });

  test('what it could not decide needs review, beside a failure of the same rule and place', async () => {
    const of = (ruleId: string) => ({
      id: ruleId,
      help: 'h',
      tags: ['wcag143'],
      nodes: [{ target: ['p'], impact: 'serious' }],
    });
    const { findings, partialBecause } = await read({
      ...result,
      violations: [of('color-contrast')],
      incomplete: [of('color-contrast')],
    });
    const finding = {
      ...{ title: 'h', ruleId: 'color-contrast', selector: 'p', sourceUrl: 'https://shop.example/' },
      ...{ severity: 'high', impact: 'medium', wcag: ['1.4.3', 'rgaa:3.2'] },
    };
    expect(findings).toEqual([finding, { ...finding, needsReview: true }]);
    expect(partialBecause).toEqual([]);
  });

  test('results from before it named itself are read', async () => {
    const { testEngine: _, ...old } = result;
    expect(await read({ ...old, timestamp: '2019-01-01T00:00:00Z', incomplete: [] })).toMatchObject({
      tool: 'axe-core',
    });
  });
});

describe('IBM Equal Access', () => {
  const result = { value: ['VIOLATION', 'FAIL'], path: { dom: '/html[1]' }, message: 'm' };

  test.each([
    ['img_alt_valid', 'VIOLATION', 'high', 'medium'],
    ['a_text_purpose', 'VIOLATION', 'medium', 'medium'],
    ['fieldset_label_valid', 'VIOLATION', 'medium', 'low'],
    ['element_id_unique', 'VIOLATION', 'medium', 'low'],
    ['img_alt_valid', 'RECOMMENDATION', 'low', 'low'],
    ['img_alt_valid', 'INFORMATION', undefined, undefined],
  ])('%s as %s has severity %s and impact %s', async (ruleId, policy, ...ratings) => {
    const { findings } = await read({ toolID: 'x', results: [{ ...result, ruleId, value: [policy, 'FAIL'] }] });
    expect([findings[0]!.severity, findings[0]!.impact]).toEqual(ratings);
  });
});

describe('pa11y', () => {
  const issue = {
    code: 'WCAG2AA.Principle1.Guideline1_1.1_1_1.H37',
    type: 'error',
    message: 'm',
    selector: 'img',
    runner: 'htmlcs',
  };

  test.each([
    ['WCAG2AA.Principle1.Guideline1_1.1_1_1.H37', ['1.1.1']],
    ['WCAG2AA.Principle1.Guideline1_3.1_3_1_A.G141', ['1.3.1']],
    ['WCAG2AA.Principle1.Guideline1_3.1_3_1.H42', ['1.3.1']],
    ['WCAG2AAA.Principle2.Guideline2_4.2_4_10', ['2.4.10']],
    ['WCAG2AA.Principle1.Guideline1_4.1_4_3_F24.F24.BGColour', ['1.4.3']],
    ['image-alt', undefined],
  ])('the code %s is of %s', async (code, wcag) => {
    expect((await read([{ ...issue, code }])).findings[0]!.wcag).toEqual(wcag);
  });

  test.each([
    ['htmlcs', 'error', undefined, undefined, undefined],
    ['axe', 'error', 'critical', 'high', 'high'],
    ['axe', 'error', 'serious', 'high', 'medium'],
    ['axe', 'warning', 'moderate', 'medium', 'medium'],
    ['axe', 'notice', 'minor', 'low', 'low'],
    // Of an older version, without its impact.
    ['axe', 'error', undefined, 'high', undefined],
    ['axe', 'warning', undefined, 'medium', 'medium'],
  ])(
    'of the runner %s, %s with the impact %s has severity %s and impact %s',
    async (runner, type, impact, ...ratings) => {
      const { findings } = await read([{ ...issue, runner, type, runnerExtras: { impact } }]);
      expect([findings[0]!.severity, findings[0]!.impact]).toEqual(ratings);
    },
  );

  test.each([
    ['htmlcs', 'error', {}, undefined],
    ['htmlcs', 'warning', {}, true],
    ['htmlcs', 'notice', {}, true],
    ['axe', 'warning', { impact: 'moderate' }, undefined],
    ['axe', 'error', { impact: 'serious', needsFurtherReview: true }, true],
  ])('of the runner %s, %s with %j needs review: %s', async (runner, type, runnerExtras, needsReview) => {
    const { findings } = await read([{ ...issue, runner, type, runnerExtras }]);
    expect(findings[0]!.needsReview).toBe(needsReview);
  });

  test('of two ratings for one finding the higher holds, on all pages', async () => {
    const of = (impact: string) => ({ ...issue, code: 'image-alt', runner: 'axe', runnerExtras: { impact } });
    const results = { 'https://a.example/': [of('minor')], 'https://b.example/': [of('minor'), of('critical')] };
    const { findings } = await read({ total: 2, passes: 0, errors: 3, results });
    expect(findings.map(({ sourceUrl, severity, impact }) => [sourceUrl, severity, impact])).toEqual([
      ['https://a.example/', 'high', 'high'],
      ['https://b.example/', 'high', 'high'],
    ]);
  });

  test.each([
    ['with its message', { message: 'timed out' }, 'The page https://b.example/ failed: timed out.'],
    ['that lost its message', {}, 'The page https://b.example/ failed: no reason given.'],
  ])('a page that could not be tested, %s, makes a run of pa11y-ci partial', async (_name, error, because) => {
    const results = { 'https://a.example/': [], 'https://b.example/': [error] };
    expect(await read({ total: 2, passes: 1, errors: 0, results })).toMatchObject({
      findings: [],
      pages: ['https://a.example/'],
      failed: ['https://b.example/'],
      examinedEverything: false,
      partialBecause: [because],
    });
  });

  test('a page whose address is too long is told without its query', async () => {
    const results = { [`https://a.example/?q=${'x'.repeat(5000)}`]: [issue] };
    const { pages, findings } = await read({ total: 1, passes: 0, errors: 1, results });
    expect([pages, findings[0]!.sourceUrl]).toEqual([['https://a.example/'], 'https://a.example/']);
  });
});

describe('Playwright', () => {
  const axe = (selector: string) =>
    JSON.stringify({
      testEngine: { name: 'axe-core', version: '4.14.1' },
      violations: [{ id: 'label', nodes: [{ target: [selector] }] }],
      incomplete: [],
    });
  const attached = (body: string) => ({
    name: 'axe',
    contentType: 'application/json',
    body: Buffer.from(body).toString('base64'),
  });
  const reportOf = (results: object[], more: object = {}) => ({
    config: { shard: null },
    errors: [],
    suites: [{ title: 'a', suites: [{ title: 'b', specs: [{ title: 'home', tests: [{ results }] }] }] }],
    ...more,
  });

  test('results are read from what tests attach, of the last attempt only', async () => {
    const { tool, findings, examinedEverything } = await read(
      reportOf([
        { status: 'failed', attachments: [attached(axe('first'))] },
        { status: 'passed', attachments: [attached(axe('second')), attached('{"a":1}'), attached('no JSON')] },
      ]),
    );
    expect([tool, examinedEverything]).toEqual(['axe-core', true]);
    expect(findings.map(({ selector }) => selector)).toEqual(['second']);
  });

  test('a test that failed because of what was found is no reason for a partial report, one that ended before is', async () => {
    const failed = { status: 'failed', attachments: [attached(axe('a'))] };
    expect((await read(reportOf([failed]))).partialBecause).toEqual([]);
    const early = [{ title: 'early', tests: [{ results: [{ status: 'failed', attachments: [] }] }] }];
    const late = [{ title: 'late', tests: [{ results: [{ status: 'timedOut', attachments: [attached(axe('b'))] }] }] }];
    const skipped = [{ title: 'later', tests: [{ results: [{ status: 'skipped' }] }] }];
    const report = reportOf([failed], { errors: [{ message: 'm' }] });
    report.suites.push({ title: 'c', suites: [{ title: 'd', specs: [...early, ...late, ...skipped] }] } as never);
    expect((await read(report)).partialBecause).toEqual([
      'The run had 1 error outside of tests.',
      'The test "early" ended early: failed.',
      'The test "late" ended early: timedOut.',
      'The test "later" was skipped.',
    ]);
  });

  test('attachments that lie in files are asked for, and missed', async () => {
    const attachments = ['here.json', 'gone.json'].map((path) => ({
      name: 'axe',
      contentType: 'application/json',
      path,
    }));
    const report = reportOf([{ status: 'passed', attachments }]);
    const readFile = async (path: string) => (path === 'here.json' ? axe('a') : undefined);
    expect(await read(report, { readFile })).toMatchObject({
      findings: [{ ruleId: 'label' }],
      partialBecause: ['The attachment gone.json of the test "home" does not exist.'],
    });
  });

  test.each([
    ['a shard', { shard: { current: 2, total: 4 } }, 'It is shard 2 of 4.'],
    [
      'a choice of tests',
      { argv: ['node', 'playwright', 'test', '--grep=@a11y'] },
      'Only some tests were selected by --grep.',
    ],
  ])('%s is partial, and others may have the rest', async (_name, config, because) => {
    const report = reportOf([{ status: 'passed', attachments: [attached(axe('a'))] }], { config });
    expect(await read(report)).toMatchObject({ partialBecause: [because], isShard: true, examinedEverything: false });
  });
});

describe('Vitest and Storybook', () => {
  const result = {
    testEngine: { name: 'axe-core' },
    url: 'http://localhost:63315/?sessionId=1',
    violations: [{ id: 'label', nodes: [{ target: ['.b'] }] }],
  };
  const story = (name: string, status: string, reports?: object[]) => ({
    fullName: name,
    status,
    meta: { storyId: name, ...(reports ? { reports } : {}) },
  });
  const report = (...assertionResults: object[]) => ({
    numTotalTests: 1,
    testResults: [{ name: 'a.tsx', status: 'passed', assertionResults }],
  });
  const examined = story('button--todo', 'passed', [{ type: 'a11y', version: 1, result }]);

  test('a story is the place of a finding; its address, which changes with each run, is not told', async () => {
    const { findings, pages } = await read(report(examined));
    expect([findings, pages]).toEqual([
      [{ title: 'label', ruleId: 'label', selector: 'button--todo: .b', wcag: ['4.1.2', 'rgaa:11.1'] }],
      [],
    ]);
  });

  test('stories that left no result make a report partial, but for those that are not to be examined', async () => {
    const { partialBecause } = await read(
      report(examined, story('off', 'passed', []), story('red', 'failed'), story('blue', 'skipped'), {
        fullName: 'sum',
        status: 'passed',
        meta: {},
      }),
    );
    expect(partialBecause).toEqual([
      "The story red produced no result: failed (parameters.a11y.test = 'todo' lets it produce one).",
      'The story blue produced no result: skipped.',
    ]);
  });

  test('a file of stories that could not be loaded makes it partial', async () => {
    const whole = report(examined);
    whole.testResults.push({ name: 'b.tsx', status: 'failed', assertionResults: [] });
    expect((await read(whole)).partialBecause).toEqual(['The tests in b.tsx did not run.']);
  });

  test('tests without a result of axe-core, such as those of Jest, are no report', async () => {
    await expect(read(report({ fullName: 'sum', status: 'passed', meta: {} }))).rejects.toThrow(
      /without axe-core results/,
    );
  });
});

describe('Lighthouse', () => {
  test('the steps of a flow are read together, but for those without the category', async () => {
    const steps = [fixture('lighthouse-12.8.2.json'), fixture('lighthouse-12.8.2-seo.json')].map((lhr) => ({ lhr }));
    const flow = await read({ name: 'Checkout', steps });
    expect(flow.findings).toEqual((await read(fixture('lighthouse-12.8.2.json'))).findings);
  });

  test('an audit that failed to run makes a report partial', async () => {
    const audits = { label: { id: 'label', score: null, scoreDisplayMode: 'error' } };
    const categories = { accessibility: { auditRefs: [{ id: 'label' }] } };
    const report = { lighthouseVersion: '12.0.0', requestedUrl: 'https://shop.example/', audits, categories };
    expect((await read(report)).partialBecause).toEqual(['The audit label failed on https://shop.example/.']);
  });
});

describe('IBM Equal Access', () => {
  const result = { ruleId: 'img_alt_valid', value: ['VIOLATION', 'FAIL'], path: { dom: '/html[1]' }, message: 'm' };

  test('what a person has to judge needs review, and what somebody has set aside is none', async () => {
    const values = ['PASS', 'POTENTIAL', 'MANUAL', 'FAIL'];
    const { findings } = await read({
      results: [
        ...values.map((outcome) => ({ ...result, ruleId: outcome, value: ['RECOMMENDATION', outcome] })),
        { ...result, ignored: true },
        { ...result, ignored: false },
      ],
    });
    expect(findings.map(({ ruleId, severity, needsReview }) => [ruleId, severity, needsReview])).toEqual([
      ['POTENTIAL', 'low', true],
      ['MANUAL', 'low', true],
      ['FAIL', 'low', undefined],
      ['img_alt_valid', 'high', undefined],
    ]);
  });

  test('a report without results is clean, other JSON with results is none', async () => {
    expect((await read({ results: [], toolID: 'accessibility-checker-v4.0.34' })).findings).toEqual([]);
    await expect(read({ results: [] })).rejects.toThrow(/not a known report/);
    await expect(read({ results: [{ ruleId: 'a' }] })).rejects.toThrow(/not a known report/);
  });
});

describe('linters', () => {
  const file = (messages: object[], more: object = { fixableErrorCount: 0 }) => [
    { filePath: '/app/src/a.jsx', messages, errorCount: 0, ...more },
  ];
  const message = { severity: 2, line: 1, column: 1, message: 'm' };

  test.each([
    ['jsx-a11y/alt-text', true],
    ['vuejs-accessibility/alt-text', true],
    ['@angular-eslint/template/alt-text', true],
    ['@angular-eslint/template/accessibility-alt-text', true],
    ['@angular-eslint/template/eqeqeq', false],
    ['svelte/a11y-alt-text', true],
    ['svelte/no-at-html-tags', false],
    ['no-undef', false],
    ['security/detect-object-injection', false],
  ])('the rule %s of ESLint counts: %s', async (ruleId, counts) => {
    expect((await read(file([{ ...message, ruleId }]))).findings).toHaveLength(counts ? 1 : 0);
  });

  test.each(["Definition for rule 'jsx-a11y/label' not found.", "Definition for rule 'jsx-a11y/label' was not found."])(
    '"%s" is no finding: the rule did not run',
    async (words) => {
      expect(await read(file([{ ...message, ruleId: 'jsx-a11y/label', message: words }]))).toMatchObject({
        findings: [],
        partialBecause: ['The rule jsx-a11y/label did not run: ESLint does not have it.'],
      });
    },
  );

  test('a file that could not be parsed makes a report partial', async () => {
    const fatal = { ...message, ruleId: null, fatal: true, message: 'Parsing error' };
    expect((await read(file([fatal]), { root: '/app' })).partialBecause).toEqual([
      'The file src/a.jsx was not examined: Parsing error',
    ]);
  });

  test('html-validate is told from ESLint, also where it found nothing', async () => {
    const found = { ...message, ruleId: 'wcag/h37', offset: 3, size: 2, selector: 'img' };
    const other = { ...found, ruleId: 'close-order' };
    const report = await read(file([found, other], {}), { root: '/app' });
    expect(report).toMatchObject({
      tool: 'html-validate',
      findings: [{ ruleId: 'wcag/h37', selector: 'src/a.jsx: img' }],
    });
    expect((await read(file([], {}))).tool).toBe('html-validate');
    expect((await read(file([]))).tool).toBe('eslint');
  });
});
