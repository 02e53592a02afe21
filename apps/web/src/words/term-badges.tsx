import type { AuditStatus, FindingStatus, IssueState, Priority, Rating, RiskStatus } from '@curbcut/client';
import { useLingui } from '@lingui/react';
import { Badge } from '../ui/badge';
import { AUDIT_STATUSES, FINDING_STATUSES, ISSUE_STATES, PRIORITIES, RATINGS, RISK_STATUSES } from './terms';

const NONE = '–';

/** A severity, an impact or an effort; nothing where nobody said. */
export function RatingBadge({ rating }: { rating: Rating | null }) {
  const { i18n } = useLingui();
  if (rating === null) return <>{NONE}</>;
  const kinds = { high: 'wrong', medium: 'warn', low: 'plain' } as const;
  return <Badge kind={kinds[rating]}>{i18n._(RATINGS[rating])}</Badge>;
}

/** A priority; nothing where nobody said. */
export function PriorityBadge({ priority }: { priority: Priority | null }) {
  const { i18n } = useLingui();
  if (priority === null) return <>{NONE}</>;
  const kinds = { critical: 'wrong', high: 'warn', medium: 'plain', low: 'plain' } as const;
  return <Badge kind={kinds[priority]}>{i18n._(PRIORITIES[priority])}</Badge>;
}

/** Whether an issue is still to be done. */
export const IssueStateBadge = ({ state }: { state: IssueState }) => (
  <Badge kind={state === 'open' ? 'accent' : 'good'}>{useLingui().i18n._(ISSUE_STATES[state])}</Badge>
);

/** What became of a finding. */
export function FindingStatusBadge({ status }: { status: FindingStatus }) {
  const kinds = { pending: 'accent', confirmed: 'warn', dismissed: 'plain', resolved: 'good' } as const;
  return <Badge kind={kinds[status]}>{useLingui().i18n._(FINDING_STATUSES[status])}</Badge>;
}

/** How far an audit is. */
export const AuditStatusBadge = ({ status }: { status: AuditStatus }) => (
  <Badge kind={status === 'in_progress' ? 'accent' : 'good'}>{useLingui().i18n._(AUDIT_STATUSES[status])}</Badge>
);

/** What became of a risk. */
export function RiskStatusBadge({ status }: { status: RiskStatus }) {
  const kinds = { identified: 'accent', mitigated: 'good', materialized: 'wrong', aged_out: 'plain' } as const;
  return <Badge kind={kinds[status]}>{useLingui().i18n._(RISK_STATUSES[status])}</Badge>;
}
