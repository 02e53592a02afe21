import type { ConformanceReport, VerdictValue } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { now } from '../app/clock';
import { Badge } from '../ui/badge';
import { REPORT_STATUSES, VERDICTS } from './words';

const hasPassed = (at: string | null): boolean => at !== null && Date.parse(at) < now();

/** Whether a report holds: drafts, what is published, and what holds no longer. */
export function ReportBadges({ report }: { report: Pick<ConformanceReport, 'status' | 'superseded' | 'validUntil'> }) {
  const { t, i18n } = useLingui();
  const { status, superseded, validUntil } = report;
  const isExpired = status === 'published' && hasPassed(validUntil);
  const kinds = { draft: 'accent', published: 'good', withdrawn: 'plain' } as const;
  return (
    <>
      <Badge kind={kinds[status]}>{i18n._(REPORT_STATUSES[status])}</Badge>
      {superseded && <Badge>{t`Replaced by a revision`}</Badge>}
      {isExpired && <Badge kind="warn">{t`Expired`}</Badge>}
    </>
  );
}

/** What is said of a requirement; nothing yet where it is undefined. */
export function VerdictBadge({ verdict }: { verdict: VerdictValue | undefined }) {
  const { t, i18n } = useLingui();
  if (verdict === undefined) return <Badge>{t`No verdict`}</Badge>;
  const kinds = {
    supports: 'good',
    partially_supports: 'warn',
    does_not_support: 'wrong',
    not_applicable: 'plain',
    not_evaluated: 'plain',
  } as const;
  return <Badge kind={kinds[verdict]}>{i18n._(VERDICTS[verdict])}</Badge>;
}
