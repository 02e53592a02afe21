import type { FieldChange } from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Fragment } from 'react';
import { Time } from '../ui/time';
import {
  AUDIT_METHODS,
  AUDIT_STATUSES,
  AUDIT_TYPES,
  DISMISSAL_REASONS,
  FINDING_CHANGES,
  FINDING_STATUSES,
  ISSUE_STATES,
  OUTCOMES,
  PRIORITIES,
  PRODUCT_TYPES,
  RATINGS,
  RISK_STATUSES,
} from '../words/terms';
import styles from './timeline.module.css';

/** What fields are called; one that is not here by its name in the interface. */
const FIELDS: Readonly<Record<string, MessageDescriptor>> = {
  acceptUntested: msg`Completed with untested requirements`,
  areaIds: msg`Areas`,
  archivedAt: msg`Archived`,
  assignee: msg`Assignee`,
  assigneeId: msg`Assignee`,
  auditFrequency: msg`Audit frequency`,
  baseline: msg`Browsers and assistive technologies`,
  cause: msg`Cause`,
  closedAt: msg`Closed`,
  completedAt: msg`Completed`,
  conformanceLevelId: msg`Level`,
  deadlines: msg`Deadlines`,
  description: msg`Description`,
  dismissalComment: msg`Comment`,
  dismissalReason: msg`Reason`,
  dismissedUntil: msg`Until`,
  dueAt: msg`Due`,
  dueSetBy: msg`Due date set by`,
  effort: msg`Effort`,
  evaluators: msg`Evaluators`,
  executiveSummary: msg`Executive summary`,
  features: msg`Features`,
  field: msg`Field`,
  findings: msg`Findings`,
  functionalNeedIds: msg`Functional needs`,
  impact: msg`Impact`,
  import: msg`Import from the tracker requested`,
  imported: msg`Imported issues`,
  issueNumber: msg`Issue`,
  label: msg`Label`,
  leadId: msg`Lead auditor`,
  letter: msg`Grade`,
  likelihood: msg`Likelihood`,
  line: msg`Line`,
  method: msg`Method`,
  mitigation: msg`Mitigation`,
  name: msg`Name`,
  note: msg`Note`,
  outcome: msg`Outcome`,
  outcomes: msg`Outcomes`,
  priority: msg`Priority`,
  raised: msg`New findings`,
  resolved: msg`Resolved findings`,
  reason: msg`Reason`,
  requirementIds: msg`Requirements`,
  responsiblePersonId: msg`Responsible`,
  role: msg`Role`,
  scopeText: msg`Scope`,
  severity: msg`Severity`,
  side: msg`Kept value`,
  slug: msg`Address`,
  sourceId: msg`ID in another tracker`,
  sourceUrl: msg`URL`,
  standardId: msg`Standard`,
  startedAt: msg`Started`,
  state: msg`State`,
  status: msg`Status`,
  teamId: msg`Team`,
  title: msg`Title`,
  tracker: msg`Tracker`,
  trackerDifference: msg`Decided`,
  type: msg`Type`,
  verdicts: msg`Verdicts`,
};

/** Values that are terms, in the fields that have such. */
const TERMS: Readonly<Record<string, Readonly<Record<string, MessageDescriptor>>>> = {
  status: { ...AUDIT_STATUSES, ...RISK_STATUSES, ...FINDING_STATUSES },
  state: ISSUE_STATES,
  type: { ...AUDIT_TYPES, ...PRODUCT_TYPES },
  method: AUDIT_METHODS,
  outcome: OUTCOMES,
  severity: RATINGS,
  impact: RATINGS,
  likelihood: RATINGS,
  effort: RATINGS,
  priority: PRIORITIES,
  dismissalReason: DISMISSAL_REASONS,
  side: { here: msg`Curbcut value`, there: msg`Tracker value` },
};

const LONG = 200;

/** Fields of a record, what they were and what they are. */
export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  const { t, i18n } = useLingui();
  if (changes.length === 0) return null;
  return (
    <ul role="list" className={styles.fields}>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          {FIELDS[field] ? i18n._(FIELDS[field]) : field}:{' '}
          {from !== null && (
            <>
              <span className="visually-hidden">{t`previously`} </span>
              <del className={styles.was}>
                <Value field={field} value={from} />
              </del>{' '}
              <span aria-hidden="true">→</span> <span className="visually-hidden">{t`now`} </span>
            </>
          )}
          {to === null ? t`(empty)` : <Value field={field} value={to} />}
        </li>
      ))}
    </ul>
  );
}

function Value({ field, value }: { field: string; value: NonNullable<FieldChange['to']> }) {
  const { t, i18n } = useLingui();
  if (typeof value === 'boolean') return <>{value ? t`yes` : t`no`}</>;
  if (Array.isArray(value)) return <>{value.length === 0 ? t`none` : listed(value)}</>;
  if (typeof value === 'object') return <Counts value={value} />;
  if (typeof value === 'number') return <>{value}</>;
  // Which field it is about.
  const term = field === 'field' ? FIELDS[value] : TERMS[field]?.[value];
  if (term) return <>{i18n._(term)}</>;
  if (/(At|Until)$/.test(field) && !Number.isNaN(Date.parse(value))) return <Time at={value} isBare />;
  return <>{shortened(value)}</>;
}

/** Numbers by their names, as a run counts findings; what else there is as it is. */
function Counts({ value }: { value: Readonly<Record<string, unknown>> }) {
  const { t, i18n } = useLingui();
  if (typeof value['count'] === 'number') return <>{value['count']}</>;
  const entries = Object.entries(value);
  if (entries.some(([, number]) => typeof number !== 'number')) return <Parts value={value} />;
  const counted = entries.filter(([, number]) => number !== 0);
  if (counted.length === 0) return <>{t`none`}</>;
  const words: Readonly<Record<string, MessageDescriptor>> = FINDING_CHANGES;
  return (
    <>{counted.map(([name, number]) => `${words[name] ? i18n._(words[name]) : name}: ${String(number)}`).join(', ')}</>
  );
}

/** Fields of a part of a record, such as of a cell of an audit. */
function Parts({ value }: { value: Readonly<Record<string, unknown>> }) {
  const { t, i18n } = useLingui();
  return (
    <>
      {Object.entries(value).map(([field, one], place) => (
        <Fragment key={field}>
          {place > 0 && ', '}
          {FIELDS[field] ? i18n._(FIELDS[field]) : field}:{' '}
          {one === null || one === undefined ? (
            t`(empty)`
          ) : (
            <Value field={field} value={one as NonNullable<FieldChange['to']>} />
          )}
        </Fragment>
      ))}
    </>
  );
}

const listed = (values: readonly unknown[]): string =>
  shortened(values.map((value) => (typeof value === 'string' ? value : nameOf(value))).join(', '));

/** What a part of a record is called, where it says so. */
function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { name, title, browser } = value as Record<string, unknown>;
  const said = name ?? title ?? browser;
  return typeof said === 'string' ? said : JSON.stringify(value);
}

const shortened = (text: string): string => (text.length > LONG ? `${text.slice(0, LONG)}…` : text);
