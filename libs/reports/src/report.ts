/** One failure at one place, as the ingest endpoint takes it. */
export interface ReportFinding {
  title: string;
  description?: string;
  severity?: 'high' | 'medium' | 'low';
  sourceUrl?: string;
  wcag?: string[];
  selector?: string;
  ruleId: string;
}

/** What a tool's report says, ready to be posted as an `automated_scan`. */
export interface ToolReport {
  format: string;
  tool: string;
  /** What was tested, where the report says it. */
  target?: string;
  /** ISO 8601, where the report says it. */
  completedAt?: string;
  /** False where a part of the run failed: it must not resolve anything. */
  complete: boolean;
  findings: ReportFinding[];
}

/** One format: how to recognise it, and how to read it. */
export interface ReportFormat {
  recognises(report: unknown): boolean;
  read(report: unknown): ToolReport;
}

/** What a reader found out about one failure. Absent parts are left out of the finding. */
export interface Failure {
  ruleId: string | undefined;
  title: string | undefined;
  description?: string;
  severity?: ReportFinding['severity'];
  page?: string;
  wcag?: readonly string[];
  selector?: string;
}

// The limits of the ingest endpoint.
const TITLE = 300;
const DESCRIPTION = 5000;
const RULE = 200;
const CRITERIA = 20;

/** The finding of a failure, within the limits of the ingest endpoint; none where it has no rule. */
export function findingOf({
  ruleId,
  title,
  description,
  severity,
  page,
  wcag = [],
  selector,
}: Failure): ReportFinding[] {
  if (ruleId === undefined) return [];
  const criteria = [...new Set(wcag)].slice(0, CRITERIA);
  return [
    {
      title: cut(title ?? ruleId, TITLE),
      ...(description === undefined ? {} : { description: cut(description, DESCRIPTION) }),
      ...(severity === undefined ? {} : { severity }),
      ...(page !== undefined && /^https?:\/\//.test(page) && URL.canParse(page) ? { sourceUrl: page } : {}),
      ...(criteria.length === 0 ? {} : { wcag: criteria }),
      ...(selector === undefined ? {} : { selector }),
      ruleId: cut(ruleId, RULE),
    },
  ];
}

/** The WCAG criteria that tags such as `wcag143` name, as numbers. */
export function criteriaOfTags(tags: readonly unknown[]): string[] {
  return tags.flatMap((tag) => {
    const parts = typeof tag === 'string' ? /^wcag([1-4])(\d)(\d{1,2})$/.exec(tag) : null;
    return parts ? [`${parts[1]}.${parts[2]}.${parts[3]}`] : [];
  });
}

const SEVERITIES: Readonly<Record<string, ReportFinding['severity']>> = {
  critical: 'high',
  serious: 'high',
  moderate: 'medium',
  minor: 'low',
};

/** The severity of an impact of axe-core. */
export const severityOfImpact = (impact: unknown): ReportFinding['severity'] => SEVERITIES[String(impact)];

function cut(whole: string, length: number): string {
  const letters = [...whole.toWellFormed().replaceAll('\u0000', '')];
  return letters.length <= length ? letters.join('') : `${letters.slice(0, length - 1).join('')}…`;
}
