import type { Audit, AuditMethod, AuditType, NamedEvaluator, UpdateAudit } from '@curbcut/client';
import { dayOf, momentOf } from '../ui/day';

/** An audit as its form has it: days as fields of dates take them, '' where nobody said. */
export interface AuditValues extends Record<string, unknown> {
  title: string;
  description: string;
  type: AuditType;
  startedAt: string;
  completedAt: string;
  dueAt: string;
  standardId: string;
  conformanceLevel: string;
  scopeText: string;
  method: AuditMethod | '';
  leadId: string;
  /** Evaluators who are members. */
  memberIds: string[];
  /** Evaluators who are none, or who have left. */
  others: { name: string }[];
  baseline: { browser: string; assistiveTechnology: string }[];
  executiveSummary: string;
}

/** @see AuditValues */
export const valuesOf = (audit: Audit, timeZone: string): AuditValues => ({
  title: audit.title ?? '',
  description: audit.description ?? '',
  type: audit.type,
  startedAt: dayOf(audit.startedAt, timeZone),
  completedAt: dayOf(audit.completedAt, timeZone),
  dueAt: dayOf(audit.dueAt, timeZone),
  standardId: audit.standardId ?? '',
  conformanceLevel: audit.conformanceLevel ?? '',
  scopeText: audit.scopeText ?? '',
  method: audit.method ?? '',
  leadId: audit.leadId ?? '',
  memberIds: audit.evaluators.flatMap(({ userId }) => userId ?? []),
  others: audit.evaluators.filter(({ userId }) => userId === null).map(({ name }) => ({ name })),
  baseline: audit.baseline.map(({ browser, assistiveTechnology }) => ({
    browser,
    assistiveTechnology: assistiveTechnology ?? '',
  })),
  executiveSummary: audit.executiveSummary ?? '',
});

const DAYS = ['startedAt', 'completedAt'] as const;
const TEXTS = [
  'dueAt',
  'title',
  'description',
  'standardId',
  'conformanceLevel',
  'scopeText',
  'method',
  'leadId',
  'executiveSummary',
] as const;

/** What was changed of an audit, as the interface takes it; `from` is what it was. */
export function bodyOf(changed: Partial<AuditValues>, from: AuditValues, timeZone: string): UpdateAudit {
  const body: UpdateAudit = {};
  if (changed.type) body.type = changed.type;
  for (const name of TEXTS) if (changed[name] !== undefined) body[name] = (changed[name] || null) as never;
  for (const name of DAYS) if (changed[name] !== undefined) body[name] = momentOf(changed[name], timeZone);
  if (changed.baseline)
    body.baseline = changed.baseline
      .filter(({ browser, assistiveTechnology }) => browser.trim() || assistiveTechnology.trim())
      .map(({ browser, assistiveTechnology }) => ({
        browser,
        assistiveTechnology: assistiveTechnology.trim() || null,
      }));
  if (changed.memberIds || changed.others) body.evaluators = evaluatorsOf({ ...from, ...changed });
  return body;
}

const evaluatorsOf = ({ memberIds, others }: AuditValues): NamedEvaluator[] => [
  ...memberIds.map((userId) => ({ userId })),
  ...others.flatMap(({ name }) => (name.trim() ? [{ name: name.trim() }] : [])),
];
