import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReadOptions, type ReadReport, readReport, REPORT_FORMATS, UnreadableReportError } from './index.js';

const folder = join(process.cwd(), 'test/fixtures/reports');

const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

const read = (name: string, options?: ReadOptions): Promise<ReadReport[]> =>
  readReport({ name, text: textOf(name) }, options);

const rowsOf = ({ findings }: ReadReport): string[] =>
  findings.map(({ ruleId, severity, wcag, selector, sourceUrl }) =>
    [ruleId, severity, wcag?.join(), selector, sourceUrl].map((part) => part ?? '-').join(' | '),
  );

test.each([
  'axe-core.json',
  'pa11y.json',
  'pa11y-ci.json',
  'lighthouse.json',
  'ibm-equal-access-engine.json',
  'eslint-jsx-a11y.json',
  'eslint-jsx-a11y.sarif',
  'act-earl.json',
])('a real report %s becomes exactly these findings', async (name) => {
  const reports = await read(name);
  expect(reports.map((report) => ({ ...report, findings: rowsOf(report), locations: undefined }))).toMatchSnapshot();
});

test('a file that is no report is refused by name, with the reason and what to do', async () => {
  const refused = readReport({ name: 'a.json', text: '{}' });
  await expect(refused).rejects.toThrow(UnreadableReportError);
  await expect(refused).rejects.toThrow(
    `a.json: is JSON, but no report that is known. Known are: ${REPORT_FORMATS.join(', ')}.`,
  );
});
