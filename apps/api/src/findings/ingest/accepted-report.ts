import { clock } from '#libs/clock';
import { withoutSecrets } from '#libs/snippets';
import type { Report, ReportedFinding } from './dto/ingest.schema.js';

/** How far a clock may be ahead. */
const AHEAD = 5 * 60_000;

/** A report as it is stored, and what that changes of it. */
export interface AcceptedReport {
  report: Report;
  /** Each a sentence. */
  warnings: string[];
}

/**
 * A report without times that are still to come, which would count as newer than all that follows, and without secrets
 * of the pages that a scanner has seen.
 */
export function acceptedReport(sentReport: Report, now = clock.millis()): AcceptedReport {
  const report = { ...sentReport };
  const warnings: string[] = [];
  for (const name of ['startedAt', 'completedAt'] as const) {
    const moment = report[name];
    if (moment === undefined || Date.parse(moment) <= now + AHEAD) continue;
    report[name] = new Date(now).toISOString();
    warnings.push(`${name} ${moment} is in the future, so it counts as now: is the clock of the scanner ahead?`);
  }
  if (report.type === 'automated_scan') report.findings = withoutSecretsOfPages(report.findings);
  return { report, warnings };
}

/** Elements that differ only in what is masked are numbered, in the order of the report. */
function withoutSecretsOfPages(findings: readonly ReportedFinding[]): ReportedFinding[] {
  const numbers = new Map<string, Map<string, number>>();
  return findings.map((finding) => {
    const { title, description, snippet, selector } = finding;
    const masked = {
      title: withoutSecrets(title),
      ...(description !== undefined && { description: withoutSecrets(description) }),
      ...(snippet !== undefined && { snippet: withoutSecrets(snippet) }),
      ...(selector !== undefined && { selector: withoutSecrets(selector) }),
    };
    if (selector !== masked.selector) {
      const key = JSON.stringify([finding.ruleId, finding.sourceUrl, finding.needsReview, masked.selector]);
      let known = numbers.get(key);
      if (!known) numbers.set(key, (known = new Map()));
      const number = known.get(selector!) ?? known.size + 1;
      known.set(selector!, number);
      if (number > 1) masked.selector = `${masked.selector} (${number})`;
    }
    const isSame =
      masked.title === title &&
      masked.description === description &&
      masked.snippet === snippet &&
      masked.selector === selector;
    return isSame ? finding : { ...finding, ...masked };
  });
}
