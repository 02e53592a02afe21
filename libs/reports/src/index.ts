import { axeCore } from './axe-core.js';
import { earl } from './earl.js';
import { equalAccess } from './equal-access.js';
import { eslint } from './eslint.js';
import { lighthouse } from './lighthouse.js';
import { pa11y, pa11yCi } from './pa11y.js';
import type { ToolReport } from './report.js';
import { sarif } from './sarif.js';

export type { ToolReport } from './report.js';

const FORMATS = [axeCore, pa11yCi, pa11y, lighthouse, equalAccess, eslint, sarif, earl];

/** The report is of no format that we know. */
export class UnknownReport extends Error {
  constructor() {
    super('This is no report of axe-core, pa11y, pa11y-ci, Lighthouse, IBM Equal Access, ESLint, SARIF 2.1.0 or EARL.');
  }
}

/**
 * Reads the report of an accessibility tool, whichever it is, into what the ingest endpoint takes.
 * @throws UnknownReport
 */
export function readReport(report: unknown): ToolReport {
  const format = FORMATS.find(({ recognises }) => recognises(report));
  if (!format) throw new UnknownReport();
  return format.read(report);
}
