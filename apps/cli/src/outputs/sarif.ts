import { createHash } from 'node:crypto';
import { VERSION } from '../version.js';
import { type Found, identityOf } from '../reading/report.js';
import type { UploadResult } from './upload-result.js';

const LEVELS = { high: 'error', medium: 'warning', low: 'note' } as const;

/**
 * SARIF 2.1.0 of all findings in files, also known ones: its readers compare with the base themselves. GitHub refuses
 * addresses of pages, so findings of pages are left out.
 */
export function asSarif({ reports }: UploadResult): string {
  const runs = reports.map(({ report }) => {
    const inFiles = report.found.filter(({ place }) => place !== undefined);
    const rules = [...new Set(inFiles.map(({ finding }) => finding.ruleId))];
    return {
      tool: {
        driver: {
          name: report.tool,
          ...(report.toolVersion === undefined ? {} : { version: report.toolVersion }),
          properties: { exportedBy: `curbcut ${VERSION}` },
          rules: rules.map((id) => {
            const { title } = inFiles.find(({ finding }) => finding.ruleId === id)!.finding;
            return { id, shortDescription: { text: title }, properties: { tags: ['accessibility'] } };
          }),
        },
      },
      results: inFiles.map((found) => resultOf(found, rules)),
    };
  });
  return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs }, null, 2)}\n`;
}

function resultOf({ finding, place }: Found, rules: readonly string[]) {
  const { path, line, column } = place!;
  return {
    ruleId: finding.ruleId,
    ruleIndex: rules.indexOf(finding.ruleId),
    level: LEVELS[finding.severity ?? 'medium'],
    message: { text: finding.description ?? finding.title },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(path) },
          region: { startLine: line ?? 1, ...(column === undefined ? {} : { startColumn: column }) },
        },
      },
    ],
    partialFingerprints: { 'curbcutIdentity/v1': fingerprint(identityOf(finding)) },
  };
}

/** A name for an identity that is the same in each run. */
export const fingerprint = (identity: string): string =>
  createHash('sha256').update(identity).digest('hex').slice(0, 32);
