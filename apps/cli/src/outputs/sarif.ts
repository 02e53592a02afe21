import { createHash } from 'node:crypto';
import { VERSION } from '../version.js';
import { identityOf } from '#libs/reports';
import { failuresIn, type Found } from '../reading/report.js';
import { type Shown, shownAt } from './places.js';
import type { UploadResult } from './upload-result.js';

const LEVELS = { high: 'error', medium: 'warning', low: 'note' } as const;

/**
 * SARIF 2.1.0 of all failures, also known ones: its readers compare with the base themselves. GitHub refuses addresses
 * of pages, so that those of pages stand at a file.
 */
export function asSarif({ reports, shown }: UploadResult): string {
  const runs = reports.map(({ report }) => {
    const failures = failuresIn(report.found);
    const rules = [...new Set(failures.map(({ finding }) => finding.ruleId))];
    return {
      tool: {
        driver: {
          name: report.tool,
          ...(report.toolVersion === undefined ? {} : { version: report.toolVersion }),
          properties: { exportedBy: `curbcut ${VERSION}` },
          rules: rules.map((id) => {
            const { title } = failures.find(({ finding }) => finding.ruleId === id)!.finding;
            return { id, shortDescription: { text: title }, properties: { tags: ['accessibility'] } };
          }),
        },
      },
      results: failures.map((found) => resultOf(found, rules, shown)),
    };
  });
  return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs }, null, 2)}\n`;
}

function resultOf(found: Found, rules: readonly string[], shown: Shown) {
  const { finding } = found;
  const { path, line, column, message } = shownAt(found, shown);
  return {
    ruleId: finding.ruleId,
    ruleIndex: rules.indexOf(finding.ruleId),
    level: LEVELS[finding.severity ?? 'medium'],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: relativeUri(path) },
          region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) },
        },
      },
    ],
    partialFingerprints: { 'curbcutIdentity/v1': fingerprint(onPage(found)) },
  };
}

/** A path as a relative reference (RFC 3986): a colon would end a scheme, `#` and `?` the path. */
const relativeUri = (path: string): string => encodeURI(path).replace(/[:#?]/g, encodeURIComponent);

/** What tells a finding from all others of its tool: one that stands on several pages is one for each. */
export const onPage = ({ finding, place }: Found): string =>
  place === undefined && finding.sourceUrl !== undefined
    ? `${identityOf(finding)} ${finding.sourceUrl}`
    : identityOf(finding);

/** A name for an identity that is the same in each run. */
export const fingerprint = (identity: string): string =>
  createHash('sha256').update(identity).digest('hex').slice(0, 32);
