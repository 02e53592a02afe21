import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { readReport, UnknownReport } from './index.js';

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(join(process.cwd(), 'test/fixtures/reports', name), 'utf8'));

test.each([
  'axe-core.json',
  'pa11y.json',
  'pa11y-ci.json',
  'lighthouse.json',
  'ibm-equal-access-engine.json',
  'eslint-jsx-a11y.json',
  'eslint-jsx-a11y.sarif',
  'act-earl.json',
])('a real report %s becomes exactly these findings', (name) => {
  const { findings, ...report } = readReport(fixture(name));
  const rows = findings.map(({ ruleId, severity, wcag, selector, sourceUrl }) =>
    [ruleId, severity, wcag?.join() ?? '', selector, sourceUrl].join(' | '),
  );
  expect({ ...report, rows }).toMatchSnapshot();
});

test('findings keep to the limits of the ingest endpoint', () => {
  const { findings } = readReport({
    testEngine: { name: 'axe-core' },
    url: 'file:///page.html',
    violations: [
      {
        id: 'r'.repeat(300),
        help: '🙂'.repeat(400),
        tags: ['wcag1410'],
        nodes: [{ target: [['#host', '.in-shadow'], 'b'], failureSummary: 'x'.repeat(6000) }],
      },
    ],
  });
  expect(findings).toHaveLength(1);
  expect([...findings[0]!.title]).toHaveLength(300);
  expect(findings[0]).toMatchObject({
    ruleId: `${'r'.repeat(199)}…`,
    selector: '#host .in-shadow b',
    wcag: ['1.4.10'],
  });
  expect(findings[0]!.description).toHaveLength(5000);
  expect(findings[0]).not.toHaveProperty('sourceUrl');
});

test('a page that could not be tested makes a pa11y-ci run partial', () => {
  const report = readReport({
    total: 2,
    passes: 0,
    errors: 1,
    results: { 'https://a.example/': [], 'https://b.example/': [{ message: 'timed out' }] },
  });
  expect(report).toMatchObject({ complete: false, findings: [] });
});

test('anything else is an unknown report, and never a crash', () => {
  const hostile = fc.oneof(
    fc.jsonValue(),
    fc.record({ testEngine: fc.constant({ name: 'axe-core' }), violations: fc.array(fc.jsonValue()) }),
    fc.record({ version: fc.constant('2.1.0'), runs: fc.array(fc.jsonValue()) }),
    fc.record({ total: fc.integer(), results: fc.dictionary(fc.string(), fc.jsonValue()) }),
    fc.record({ lighthouseVersion: fc.string(), audits: fc.jsonValue(), categories: fc.jsonValue() }),
    fc.record({
      '@graph': fc.array(
        fc.record({
          '@type': fc.constant('Assertion'),
          test: fc.jsonValue(),
          result: fc.record({ outcome: fc.constant('earl:failed') }),
        }),
      ),
    }),
  );
  fc.assert(
    fc.property(hostile, (report) => {
      try {
        for (const finding of readReport(report).findings) expect(finding.title.length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(UnknownReport);
      }
    }),
    { numRuns: 2_000 },
  );
});
