import { at, list, text } from './json.js';
import { criteriaOfTags, findingOf, type ReportFormat, severityOfImpact } from './report.js';

/** Lighthouse: the audits of its accessibility category that failed. */
export const lighthouse: ReportFormat = {
  recognises: (report) => typeof at(report, 'lighthouseVersion') === 'string' && at(report, 'audits') !== undefined,
  read: (report) => {
    const page =
      text(at(report, 'finalDisplayedUrl')) ?? text(at(report, 'finalUrl')) ?? text(at(report, 'requestedUrl'));
    const ids = list(at(report, 'categories', 'accessibility', 'auditRefs')).flatMap(
      (reference) => text(at(reference, 'id')) ?? [],
    );
    const failed = ids.map((id) => at(report, 'audits', id)).filter((audit) => at(audit, 'score') === 0);
    return {
      format: 'lighthouse',
      tool: 'lighthouse',
      target: page,
      completedAt: text(at(report, 'fetchTime')),
      complete: at(report, 'runtimeError') === undefined,
      findings: failed.flatMap((audit) => itemsOf(audit, page)),
    };
  },
};

const itemsOf = (audit: unknown, page: string | undefined) =>
  list(at(audit, 'details', 'items')).flatMap((item) =>
    findingOf({
      ruleId: text(at(audit, 'id')),
      title: words(at(audit, 'title')),
      description: text(at(item, 'node', 'explanation')),
      severity: severityOfImpact(at(audit, 'details', 'debugData', 'impact')),
      page,
      wcag: criteriaOfTags(list(at(audit, 'details', 'debugData', 'tags'))),
      selector: text(at(item, 'node', 'selector')),
    }),
  );

/** A text, or one that Lighthouse has not translated yet. */
const words = (value: unknown): string | undefined => text(value) ?? text(at(value, 'formattedDefault'));
