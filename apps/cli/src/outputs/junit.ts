import { identityOf } from '#libs/reports';
import { failuresIn, omissionsIn, type ToolReport } from '../reading/report.js';
import type { UploadResult } from './upload-result.js';
import { placeOf } from './places.js';
import { xml } from './xml.js';

/**
 * JUnit: a suite for each page, a case for each rule. Those with an introduced finding fail, known ones are skipped.
 */
export function asJunit({ reports }: UploadResult): string {
  const suites = reports.flatMap(({ report, introduced }) => {
    const news = new Set(introduced.map(({ finding }) => identityOf(finding)));
    const byPage = new Map<string, Map<string, Case>>(report.pages.map((page) => [page, new Map()]));
    for (const found of failuresIn(report.found)) {
      const page = found.place?.path ?? found.finding.sourceUrl ?? report.tool;
      const rules = byPage.get(page) ?? new Map<string, Case>();
      byPage.set(page, rules);
      const { ruleId, title } = found.finding;
      const ruleCase = rules.get(ruleId) ?? { title, failing: [], known: 0 };
      rules.set(ruleId, ruleCase);
      if (news.has(identityOf(found.finding))) ruleCase.failing.push(placeOf(found));
      else ruleCase.known += 1;
    }
    return [...[...byPage].map(([page, rules]) => suite(report.tool, page, rules)), ...notExamined(report)];
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="curbcut">\n${suites.join('')}</testsuites>\n`;
}

/** What was not examined is skipped; where nothing was, it is an error. */
function notExamined(report: ToolReport): string[] {
  const omissions = omissionsIn(report);
  const all = omissions.length === 0 && report.examinedNothing ? ['nothing was examined'] : omissions;
  if (all.length === 0) return [];
  const [sign, count] = report.examinedNothing ? ['error', 'errors'] : ['skipped', 'skipped'];
  const cases = all.map(
    (omission) =>
      `    <testcase classname="${xml(report.tool)}" name="${xml(omission)}"><${sign} message="not examined"/></testcase>\n`,
  );
  const counts = `tests="${all.length}" ${count}="${all.length}"`;
  return [`  <testsuite name="${xml(`Not examined by ${report.tool}`)}" ${counts}>\n${cases.join('')}  </testsuite>\n`];
}

interface Case {
  title: string;
  /** Where its introduced findings are. */
  failing: string[];
  known: number;
}

function suite(tool: string, page: string, rules: ReadonlyMap<string, Case>): string {
  const cases = [...rules];
  const failures = cases.filter(([, { failing }]) => failing.length > 0).length;
  const counts = `tests="${Math.max(1, cases.length)}" failures="${failures}" skipped="${cases.length - failures}"`;
  const inner = cases.map(([rule, ruleCase]) => testCase(tool, rule, ruleCase));
  // A page without findings is a case that passed, else readers would show nothing of it.
  const lines = inner.length > 0 ? inner : [`    <testcase classname="${xml(tool)}" name="no findings"/>\n`];
  return `  <testsuite name="${xml(page)}" ${counts}>\n${lines.join('')}  </testsuite>\n`;
}

function testCase(tool: string, rule: string, { title, failing, known }: Case): string {
  const head = `    <testcase classname="${xml(tool)}" name="${xml(rule)}">`;
  const inner =
    failing.length > 0
      ? `<failure message="${xml(`${title} (${failing.length} introduced)`)}">${xml(failing.join('\n'))}</failure>`
      : `<skipped message="${xml(`${title} (${known} known)`)}"/>`;
  return `${head}${inner}</testcase>\n`;
}
