import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReadReport, readReport } from '#libs/reports';
import type { ReportResult } from '../gate/result.js';
import { printable } from '../printable.js';
import { annotate } from '../platforms/github.js';
import type { Found } from '../reading/report.js';
import { asCodeQuality, asGitlabAccessibility } from './gitlab.js';
import { asHtml } from './html.js';
import { asJson } from './json.js';
import { asJunit } from './junit.js';
import { asMarkdown } from './markdown.js';
import { asSarif } from './sarif.js';
import { asTable } from './table.js';
import type { UploadResult } from './upload-result.js';

const inPage = (ruleId: string, selector = 'img'): Found => ({
  finding: {
    ruleId,
    selector,
    title: `About ${ruleId}`,
    severity: 'high',
    sourceUrl: 'https://shop.example/?a=1&b=<2>',
  },
});
const inFile = (ruleId: string): Found => ({
  finding: { ruleId, selector: `src/a.tsx ${ruleId} 1`, title: `About ${ruleId}`, severity: 'medium' },
  place: { path: 'src/a b.tsx', line: 7, column: 3 },
});

function result(found: Found[], introduced: Found[], over: Partial<ReportResult> = {}): UploadResult {
  const report = {
    tool: 'axe-core',
    found,
    pages: ['https://clean.example/'],
    gaps: [],
    isShard: false,
    ...{ selections: [], failed: [], examinedNothing: false },
    files: ['axe.json'],
  };
  const delta = { new: introduced.length, known: 0, regressed: 0, dismissed: 0, resolved: 0 };
  const answer = {
    ...{
      testActivity: { id: 'a', number: 3 },
      findingCount: found.length,
      resolvedCount: 0,
      fixes: null,
      created: true,
      delta,
    },
    introduced: { count: introduced.length, indexes: [], regressed: [] },
  };
  return {
    isDryRun: false,
    line: { line: 'proposal', because: 'pull request 7' },
    shown: { pages: [{ path: '/cart/:id/*', file: 'src/cart.tsx' }], configuration: 'web/curbcut.config.json' },
    gate: { verdict: 'failed', failOn: 'introduced', max: 0, count: introduced.length, reason: 'It fails.' },
    reports: [
      {
        ...{
          report,
          coverage: { coverage: 'partial', because: 'of reasons' },
          partCount: 1,
          answers: [answer],
          unnamed: 0,
        },
        introduced: introduced.map((one) => ({ ...one, change: 'new' as const, pages: [] })),
        review: [],
        ...over,
      },
    ],
  };
}

/** A terminal that keeps the commands that it is given. */
function listener() {
  const commands: string[] = [];
  const none = (): void => undefined;
  const command = (text: string, stream: string): void => void commands.push(`${stream} ${text}`);
  return { commands, terminal: { out: none, err: none, progress: none, detail: none, command, hasColour: false } };
}

const some = result([inPage('known'), inPage('added'), inFile('label')], [inPage('added')]);

test('JUnit has a suite for each page and a case for each rule: introduced ones fail, known ones are skipped', () => {
  const text = asJunit(some);
  expect(text).toContain(
    '<testsuite name="https://shop.example/?a=1&amp;b=&lt;2&gt;" tests="2" failures="1" skipped="1">',
  );
  expect(text).toMatch(/name="known"><skipped/);
  expect(text).toMatch(/name="added"><failure message="About added \(1 introduced\)">/);
  expect(text).toMatch(
    /<testsuite name="https:\/\/clean\.example\/" tests="1" failures="0" skipped="0">\n +<testcase [^>]*\/>/,
  );
});

test('SARIF and Code Quality hold all findings: those of pages at a file, with page and selector in words', () => {
  const cart: Found = { finding: { ...inPage('cart').finding, sourceUrl: 'https://shop.example/cart/7/pay?x=1' } };
  const { results } = JSON.parse(asSarif(result([inPage('known'), cart, inFile('label')], []))).runs[0];
  const at = results.map(
    ({ locations: [one] }: { locations: { physicalLocation: unknown }[] }) => one!.physicalLocation,
  );
  expect(at).toEqual([
    { artifactLocation: { uri: 'web/curbcut.config.json' }, region: { startLine: 1 } },
    { artifactLocation: { uri: 'src/cart.tsx' }, region: { startLine: 1 } },
    { artifactLocation: { uri: 'src/a%20b.tsx' }, region: { startLine: 7, startColumn: 3 } },
  ]);
  expect(results[1].message.text).toBe('About cart (https://shop.example/cart/7/pay?x=1 img)');
  const issues = JSON.parse(asCodeQuality(some));
  expect(issues.map(({ location }: { location: unknown }) => location)).toEqual([
    { path: 'web/curbcut.config.json', lines: { begin: 1 } },
    { path: 'web/curbcut.config.json', lines: { begin: 1 } },
    { path: 'src/a b.tsx', lines: { begin: 7 } },
  ]);
  expect(issues[2]).toMatchObject({ check_name: 'label', severity: 'minor', description: 'About label' });
  expect(issues[0].fingerprint).toMatch(/^[0-9a-f]{32}$/);
});

test('SARIF names each file by a relative reference that leads back to its path (codeql-action#1553)', async () => {
  const text = readFileSync(join(process.cwd(), 'test/fixtures/reports/outside/path-with-colon.sarif'), 'utf8');
  const [{ findings, locations }] = (await readReport({ name: 'a.sarif', text })) as [ReadReport];
  const found = findings.map((finding, index): Found => ({ finding, place: locations[index]! }));
  const written = asSarif(result(found, []));
  const uris = JSON.parse(written).runs[0].results.map(
    ({ locations: [one] }: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }) =>
      one!.physicalLocation.artifactLocation.uri,
  );
  expect(uris).toEqual([
    'nginx%3A1.23/index.html',
    'docs/C%23/index.html',
    'docs/what%3F/index.html',
    'docs/a%20b/index.html',
  ]);
  const [again] = (await readReport({ name: 'b.sarif', text: written })) as [ReadReport];
  expect(again.locations).toEqual(locations);
});

test('one finding on two pages has two names, else readers would show one of them', () => {
  const pages = ['https://shop.example/a', 'https://shop.example/b'];
  const found = pages.map((sourceUrl): Found => ({ finding: { ...inPage('alt').finding, sourceUrl } }));
  const names = JSON.parse(asCodeQuality(result(found, []))).map(
    ({ fingerprint }: { fingerprint: string }) => fingerprint,
  );
  expect(new Set(names).size).toBe(2);
});

test('the table never cuts a rule or a page, only titles and selectors', () => {
  const rule = `@angular-eslint/template/${'long-'.repeat(20)}rule`;
  const page = `https://shop.example/${'segment/'.repeat(20)}`;
  const long: Found = { finding: { ruleId: rule, title: 'T'.repeat(200), selector: 's'.repeat(500), sourceUrl: page } };
  const text = asTable(result([long], [long]), { hasColour: false });
  expect(text).toContain(`${rule}: T`);
  expect(text).toContain(`${page}\n`);
  expect(text).toMatch(/T…T/);
  expect(text).not.toContain('s'.repeat(100));
});

test('JSON that is printed has nothing that a log would act on, and says the same', () => {
  const odd: Found = {
    finding: { ruleId: '##vso[x]', selector: 'a\u009b1m', title: '\u202e##[error] 👩\u200d💻 \u{e0061}' },
  };
  const text = asJson(result([odd], [odd]));
  expect(text).toBe(printable(text));
  expect(JSON.parse(text).reports[0].introduced[0]).toMatchObject(odd.finding);
});

test('the accessibility widget of GitLab gets all findings of pages, and pages without any', () => {
  const { total, passes, errors, results } = JSON.parse(asGitlabAccessibility(some));
  expect([total, passes, errors]).toEqual([2, 1, 2]);
  expect(results['https://shop.example/?a=1&b=<2>'][0]).toMatchObject({ code: 'known', type: 'error', typeCode: 1 });
});

test('nothing that a report says becomes markup, mail to people, a colour or a workflow command', () => {
  const evil: Found = {
    finding: {
      ruleId: 'r`|<script>',
      selector: 'a\u001b[31m\n::error::x',
      title: '<img src=x> @everyone |\n::error::',
    },
  };
  const hostile = result([evil], [evil]);
  expect(asHtml(hostile)).not.toMatch(/<img|<script/);
  expect(asJunit(hostile)).not.toMatch(/<img|\u001b/);
  expect(asMarkdown(hostile)).not.toMatch(/^::error|@everyone|[^\\]<img/m);
  expect(asTable(hostile, { hasColour: false })).not.toMatch(/\u001b|^::error/m);
  const { commands, terminal } = listener();
  annotate(hostile, terminal, false);
  expect(commands).toHaveLength(1);
  expect(commands[0]!.split('\n')).toHaveLength(1);
});

test('at most nine annotations, and how many more there are', () => {
  const many = Array.from({ length: 20 }, (_, index) => inPage(`rule-${index}`));
  const { commands, terminal } = listener();
  annotate(result(many, many, { unnamed: 5 }), terminal, true);
  expect(commands).toHaveLength(10);
  expect(commands.at(-1)).toBe('err error::and 16 more introduced findings');
});

test('JSON names each introduced finding as it was sent', () => {
  expect(JSON.parse(asJson(some))).toMatchObject({
    gate: { verdict: 'failed', count: 1 },
    reports: [
      {
        tool: 'axe-core',
        coverage: 'partial',
        parts: { sent: 1, of: 1 },
        introduced: [{ ruleId: 'added', change: 'new' }],
      },
    ],
  });
});

test('what has spread is told with its pages, what the main line has mended with what to do, and the base by its run', () => {
  const one = { ...inPage('added'), change: 'spread' as const, pages: ['/a', '/b\u001b[31m'] };
  const whole = result([inPage('added')], []);
  const [report] = whole.reports;
  const [answer] = report!.answers;
  const base = { commitSha: 'b'.repeat(40), number: 12 };
  const spread: UploadResult = {
    ...whole,
    base: { commits: ['a'.repeat(40), 'b'.repeat(40)], because: 'the merge base with main' },
    reports: [{ ...report!, introduced: [one], answers: [{ ...answer!, behind: 2, base }] }],
  };
  const table = asTable(spread, { hasColour: false });
  expect(table).toContain('spread high');
  expect(table).toMatch(/also on \/a\n +also on \/b \[31m/);
  expect(table).toContain('2 of these are fixed on the main branch: rebase.');
  expect(table.replaceAll(/\s+/g, ' ')).toContain(
    'Base: aaaaaaaa (the merge base with main), as in run 12 of bbbbbbbb.',
  );
  expect(asMarkdown(spread)).toContain('also on `/a`');
  expect(asMarkdown(spread)).toContain('2 fixed on the main branch (rebase)');
  expect(JSON.parse(asJson(spread)).reports[0]).toMatchObject({
    ...{ behind: 2, base },
    introduced: [{ change: 'spread', spreadTo: ['/a', '/b\u001b[31m'] }],
  });
  const unknown = { ...spread, base: { commits: [], because: 'no commit is checked out: set it with --base' } };
  expect(asTable(unknown, { hasColour: false })).toContain('Base: unknown, because no commit is checked out');
});

test('every form tells what was not examined, and that nothing was', () => {
  const whole = result([inPage('added')], []);
  const [one] = whole.reports;
  const left = {
    gaps: ['the page /a failed'],
    failedPages: ['/b could not be scanned'],
    selections: ['rules were turned off: x'],
  };
  const all = ['the page /a failed', '/b could not be scanned', 'rules were turned off: x'];
  const resultWith = (over: object = {}): UploadResult => ({
    ...whole,
    reports: [{ ...one!, report: { ...one!.report, ...left, ...over } }],
  });
  for (const omission of all) {
    expect(asTable(resultWith(), { hasColour: false })).toContain(`    - ${omission}\n`);
    expect(asMarkdown(resultWith())).toContain(`Not examined by axe-core: ${omission}`);
    expect(asJunit(resultWith())).toContain(`name="${omission}"><skipped message="not examined"/>`);
    expect(asHtml(resultWith())).toContain(`<li>${omission}</li>`);
  }
  expect(JSON.parse(asJson(resultWith())).reports[0]).toMatchObject({ notExamined: all, examinedNothing: false });
  expect(asJunit(resultWith({ examinedNothing: true }))).toContain('tests="3" errors="3"');
  expect(JSON.parse(asJson(resultWith({ examinedNothing: true }))).reports[0].examinedNothing).toBe(true);
});
