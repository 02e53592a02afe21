import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReadOptions, readReport, type ReadReport } from './index.js';

const text = (name: string): string => readFileSync(join(process.cwd(), 'test/fixtures/reports/outside', name), 'utf8');

const read = async (report: unknown, options?: ReadOptions): Promise<ReadReport> => {
  const source = typeof report === 'string' ? text(report) : JSON.stringify(report);
  const [first, ...others] = await readReport({ name: 'a.json', text: source }, options);
  expect(others).toEqual([]);
  return first!;
};

const axe = { testEngine: { name: 'axe-core', version: '4.14.1' }, url: 'https://shop.example/', violations: [] };
const rule = (id: string, ...nodes: object[]) => ({ id, help: 'h', tags: [], nodes });

describe('one bad character costs its field, never the report', () => {
  test('in the address of a page', async () => {
    const report = await read('half-a-character-in-page-address.json');
    expect(report.pages).toEqual(['https://shop.example/s?q=Sale\ufffd']);
    expect(report.findings[0]!.sourceUrl).toBe(report.pages[0]);
  });

  test('in the name of a tool, a path and a message', async () => {
    const { tool, findings, locations } = await read('half-a-character-in-tool-name.sarif');
    expect(tool).toBe('axe-lint\ufffd');
    expect(findings.map(({ title, selector }) => [title, selector])).toEqual([
      ['Bad \ufffd text here', 'src/a\ufffd.html'],
      ['fine', 'src/b.html'],
    ]);
    expect(locations[0]!.path).toBe('src/a\ufffd.html');
  });

  test.each([
    ['axe-core', [{ ...axe, testEngine: { name: 'axe-core', version: '4\ud83d' } }], 'toolVersion', '4\ufffd'],
    [
      'pa11y-ci',
      { total: 1, passes: 1, errors: 0, results: { 'https://a.example/\ud83d': [] } },
      'pages',
      ['https://a.example/\ufffd'],
    ],
    [
      'ESLint',
      [{ filePath: '/app/\u0000a\udc00.js', messages: [{ fatal: true, message: '\ud83dx' }], suppressedMessages: [] }],
      'partialBecause',
      ['The file a\ufffd.js was not examined: \ufffdx'],
    ],
  ])('of %s', async (_tool, report, field, expected) => {
    expect((await read(report, { root: '/app' }))[field as 'pages']).toEqual(expected);
  });

  test('and a name that is cut is cut between characters', async () => {
    const { tool } = await read(axe, { tool: `${'x'.repeat(119)}🙂🙂` });
    expect(tool.isWellFormed()).toBe(true);
  });

  test('an address that is none is left out, with a warning', async () => {
    const { pages, warnings } = await read({ ...axe, url: 'https://shop\ud83d:x/' });
    expect(pages).toEqual([]);
    expect(warnings).toEqual(['The address https://shop\ufffd:x/ is not valid, so it is left out.']);
  });
});

describe('what was not examined is told', () => {
  test.each([
    [
      'a rule that failed',
      'rule-failed-to-run-2.json',
      ['The rule color-contrast failed to run on https://shop.example/a.'],
    ],
    [
      'a list that was shortened',
      'shortened-list-2.json',
      ['The list "incomplete" of https://shop.example/a has one element of each rule only (resultTypes).'],
    ],
    ['a list that was not', 'shortened-list-1.json', []],
    [
      'a rule without elements',
      { ...axe, incomplete: [rule('label')] },
      ['The rule label failed to run on https://shop.example/.'],
    ],
    [
      'results in another file',
      {
        version: '2.1.0',
        runs: [
          {
            tool: { driver: { name: 'axe' } },
            results: [],
            externalPropertyFileReferences: { results: [{ location: { uri: 'x' } }] },
          },
        ],
      },
      ['Further results of axe are in another file, which was not read.'],
    ],
  ])('%s', async (_name, report, omissions) => {
    const { partialBecause, examinedEverything } = await read(report, {
      format: typeof report === 'object' && 'runs' in report ? 'sarif' : undefined,
    });
    expect(partialBecause).toEqual(omissions);
    expect(examinedEverything).toBe(omissions.length === 0);
  });

  test('an element at which a rule failed, and no other, is none to review', async () => {
    const failed = { target: ['th:nth-child(2)'], none: [{ id: 'error-occurred' }] };
    const report = await read({ ...axe, incomplete: [rule('color-contrast', failed, { target: ['p'] })] });
    expect(report.findings.map(({ selector }) => selector)).toEqual(['p']);
    expect(report.partialBecause).toEqual(['The rule color-contrast failed to run on https://shop.example/.']);
  });

  test.each([
    [
      'rules by tags',
      { ...axe, toolOptions: { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa'] } } },
      'Only the rules of wcag2a, wcag2aa ran (runOnly).',
    ],
    ['rules by a list', { ...axe, toolOptions: { runOnly: ['label'] } }, 'Only the rules of label ran (runOnly).'],
    [
      'rules that are off',
      { ...axe, toolOptions: { rules: { region: { enabled: false }, label: { enabled: true } } } },
      'Rules were turned off: region.',
    ],
    [
      'a reporter without passes',
      { ...axe, toolOptions: { reporter: 'no-passes' } },
      'Results that need review were left out (the reporter writes no list "incomplete").',
    ],
    [
      'audits',
      {
        lighthouseVersion: '12.8.2',
        audits: {},
        categories: { accessibility: { auditRefs: [] } },
        configSettings: { skipAudits: ['label'] },
      },
      'Audits were left out: label.',
    ],
    [
      'levels',
      { toolID: 'x', results: [], summary: { reportLevels: ['violation'] } },
      'Results were left out: potentialviolation (reportLevels).',
    ],
  ])('and what somebody has chosen, by itself: %s', async (_name, report, selection) => {
    const result = await read({
      ...(report === undefined ? {} : report),
      ...('violations' in report && !('no-passes' === (report.toolOptions as { reporter?: string }).reporter)
        ? { incomplete: [] }
        : {}),
    });
    expect(result.selections).toEqual([selection]);
    expect(result.partialBecause).toEqual([]);
    expect(result.examinedEverything).toBe(false);
  });
});

describe('nothing examined is told, and so is each page that failed', () => {
  const lighthouse = (over: object) => ({
    lighthouseVersion: '12.8.2',
    audits: {},
    categories: { accessibility: { auditRefs: [] } },
    ...over,
  });

  test.each([
    ['pa11y-ci', 'pa11y-ci-all-pages-failed-2.json', ['https://shop.example/a', 'https://shop.example/b']],
    ['pa11y-ci without pages', { total: 0, passes: 0, errors: 0, results: {} }, []],
    [
      'axe-core',
      { ...axe, url: 'chrome-error://chromewebdata/', violations: [rule('html-has-lang', { target: ['html'] })] },
      ['chrome-error://chromewebdata/'],
    ],
    [
      'Lighthouse',
      lighthouse({ requestedUrl: 'https://shop.example/', finalDisplayedUrl: 'chrome-error://chromewebdata/' }),
      ['https://shop.example/'],
    ],
    [
      'IBM',
      { toolID: 'x', results: [], summary: { URL: 'chrome-error://chromewebdata/' } },
      ['chrome-error://chromewebdata/'],
    ],
    ['ESLint', [{ filePath: 'a.js', messages: [{ fatal: true, message: 'x' }], suppressedMessages: [] }], ['a.js']],
    [
      'html-validate',
      [{ filePath: 'a.html', messages: [{ ruleId: 'parser-error', offset: 0, message: 'x' }] }],
      ['a.html'],
    ],
    [
      'SARIF',
      {
        version: '2.1.0',
        runs: [{ tool: { driver: { name: 'axe' } }, results: [], invocations: [{ executionSuccessful: false }] }],
      },
      [],
    ],
  ])('%s', async (tool, report, failed) => {
    const result = await read(report, tool === 'SARIF' ? { format: 'sarif' } : undefined);
    expect(result).toMatchObject({ examinedNothing: true, failed, findings: [], pages: [] });
  });

  test.each(['pa11y-ci-pages-1.json', axe, [axe, { ...axe, url: 'chrome-error://chromewebdata/' }]])(
    '%j has examined something',
    async (report) => {
      expect((await read(report)).examinedNothing).toBe(false);
    },
  );
});

test('a message of SARIF is found by its id in an extension, with its arguments and single braces', async () => {
  expect((await read('message-of-extension.sarif')).findings[0]!.title).toBe("Element <b> has {role} 'buton'");
});

test.each([
  ['its own text has arguments too', { text: 'No {0} in {{x}}', arguments: ['alt'] }, 'No alt in {x}'],
  ['an argument is no pattern', { text: '{0} {1}', arguments: ['{1}', 'b'] }, '{1} b'],
  ['what is not given stays', { text: '{0} {7}', arguments: ['a'] }, 'a {7}'],
  ['a name for all rules', { id: 'all' }, 'For all'],
  ['a link to a place in the report', { text: 'See [the \\[other\\] one](1).' }, 'See the [other] one.'],
])('a message of SARIF: %s', async (_name, message, title) => {
  const driver = { name: 'a11y', globalMessageStrings: { all: { text: 'For all' } }, rules: [{ id: 'r' }] };
  const locations = [{ physicalLocation: { artifactLocation: { uri: 'a.html' } } }];
  const sarif = { version: '2.1.0', runs: [{ tool: { driver }, results: [{ ruleId: 'r', message, locations }] }] };
  expect((await read(sarif)).findings[0]!.title).toBe(title);
});

describe('one file has one path', () => {
  test('in SARIF', async () => {
    const [plain, dotted] = await Promise.all([read('path-plain.sarif'), read('path-with-dots.sarif')]);
    expect(dotted).toEqual(plain);
  });

  test.each([
    ['/app/src/./a/..//b.js', 'src/b.js'],
    ['./src/b.js', 'src/b.js'],
    ['file:///app/x/../src/b.js', 'src/b.js'],
    ['C:\\app\\src\\..\\b.js', 'C:/app/b.js'],
    ['/app/../../../etc/b.js', '/etc/b.js'],
    ['../b.js', '../b.js'],
    ['webpack://app/./src/b.js', 'webpack://app/src/b.js'],
  ])('in ESLint: %s', async (filePath, path) => {
    const messages = [{ ruleId: 'jsx-a11y/alt-text', message: 'm', line: 1 }];
    const { findings } = await read([{ filePath, messages, suppressedMessages: [] }], { root: '/app' });
    expect(findings[0]!.selector).toBe(path);
  });
});

describe('secrets of pages are not sent', () => {
  test.each(['password-in-selector-axe.json', 'password-in-snippet-ibm.json'])('%s', async (name) => {
    expect(JSON.stringify(await read(name))).not.toContain('hunter2');
  });

  test('elements that differ only in what is masked are numbered, and the same again on another page', async () => {
    const page = (url: string, ...values: string[]) => ({
      ...axe,
      url,
      incomplete: [],
      violations: [rule('label', ...values.map((value) => ({ target: [`input[value="${value}"]`] })))],
    });
    const { findings } = await read([page('https://a.example/', 'x', 'y'), page('https://a.example/b', 'z')]);
    expect(findings.map(({ selector, sourceUrl }) => [selector, sourceUrl])).toEqual([
      ['input[value="***"]', 'https://a.example/'],
      ['input[value="***"] (2)', 'https://a.example/'],
      ['input[value="***"]', 'https://a.example/b'],
    ]);
  });
});

test('former names of rules are present ones', async () => {
  const result = { value: ['VIOLATION', 'FAIL'], path: { dom: '/html[1]' }, message: 'm', reasonId: 'Fail_3' };
  const ibm = (ruleId: string) => read({ toolID: 'x', results: [{ ...result, ruleId }] });
  expect(await ibm('WCAG20_Html_HasLang')).toEqual(await ibm('html_lang_exists'));
  const lint = (ruleId: string) =>
    read([{ filePath: 'a.html', messages: [{ ruleId, message: 'm' }], suppressedMessages: [] }]);
  expect(await lint('@angular-eslint/template/accessibility-alt-text')).toEqual(
    await lint('@angular-eslint/template/alt-text'),
  );
});

test.each([
  ['before', '> shop@1.0.0 a11y\n> pa11y\n\n[{"a":1}]\n', 'has text before its JSON, on line 1: "> shop@1.0.0 a11y".'],
  ['before, in brackets', '[vite] ready\n{"a":[1]}', 'has text before its JSON, on line 1: "[vite] ready".'],
  ['after', '[{"a":\n1}]\n\n(node:12) Warning: x\n', 'has text after its JSON, on line 4: "(node:12) Warning: x".'],
  ['after, on the same line', '{"a":"}"} done', 'has text after its JSON, on line 1: "done".'],
])('text %s the JSON is told with its line', async (_name, content, reason) => {
  await expect(readReport({ name: 'a.json', text: content })).rejects.toThrow(`a.json: ${reason} Let the tool`);
});

describe('EARL', () => {
  const context = 'https://act-rules.github.io/earl-context.json';
  const assertion = (over: object) => ({
    '@type': 'Assertion',
    assertedBy: 'https://tool.example/checker',
    subject: { '@type': 'WebPage', source: 'https://shop.example/' },
    test: { '@id': 'https://act-rules.github.io/rules/23a2a8', title: 'Image' },
    result: { outcome: 'earl:passed' },
    ...over,
  });
  const earl = (...graph: object[]) => read({ '@context': context, '@graph': graph });

  test.each([
    ['no result', { result: undefined }],
    ['a result without an outcome', { result: { description: 'x' } }],
    ['an outcome that nobody knows', { result: { outcome: 'earl:perhaps' } }],
  ])('%s is a test that was not made, with a warning', async (_name, over) => {
    const report = await earl(assertion({}), assertion(over));
    expect(report.partialBecause).toEqual(['1 of 2 tests have no outcome that is known.']);
    expect(report.warnings).toEqual(['1 of 2 tests have no outcome that is known: they count as not made.']);
    expect((await earl(assertion(over))).examinedNothing).toBe(true);
  });

  test('a subject that the file does not define is told', async () => {
    const report = await earl(assertion({ subject: { '@id': '_:lost' } }), assertion({}));
    expect(report.partialBecause).toEqual([
      expect.stringMatching(/^A test is about the subject _:\w+, which the file does not define\.$/),
    ]);
  });

  test.each(['description', 'title'])(
    'the WCAG-EM Report Tool may write the address of a page as its %s',
    async (name) => {
      const subject = {
        '@type': ['TestSubject', 'WebPage'],
        [`http://purl.org/dc/terms/${name}`]: 'https://shop.example/a',
      };
      expect((await earl(assertion({ subject }))).pages).toEqual(['https://shop.example/a']);
    },
  );
});
