import type { Issue } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { Day } from '../organizations/day';
import { Badge } from '../ui/badge';

/** By when an issue is to be done, and whether that has passed. */
export function Due({ issue: { dueAt, overdue } }: { issue: Pick<Issue, 'dueAt' | 'overdue'> }) {
  const { t } = useLingui();
  if (dueAt === null) return null;
  return (
    <>
      <Day at={dueAt} /> {overdue && <Badge kind="warn">{t`Overdue`}</Badge>}
    </>
  );
}
