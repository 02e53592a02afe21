import type { Fault } from '#libs/errors';
import type { BulkTriageData } from './dto/triage.dto.js';
import type { TriageAction } from './lifecycle.js';

/** The fields that each bulk action accepts. */
const FIELDS: Readonly<Record<TriageAction, readonly (keyof BulkTriageData)[]>> = {
  confirm: ['issueNumber', 'asOne', 'areaIds', 'severity', 'impact', 'effort', 'priority'],
  dismiss: ['reason', 'comment', 'until', 'duplicateOfId'],
  reopen: [],
};

/** Validates a bulk action: a dismissal needs a reason, and other fields must belong to the action. */
export function bulkFaults({ action, ...fields }: BulkTriageData): Fault[] {
  const faults: Fault[] = [];
  if (action === 'dismiss' && fields.reason === undefined)
    faults.push({ path: '/data/reason', code: 'required', message: 'reason is required to dismiss' });
  for (const field of ['asOne', 'areaIds'] as const) {
    if (fields[field] && fields.issueNumber !== undefined)
      faults.push({
        path: `/data/${field}`,
        code: 'not_applicable',
        message: `${field} is allowed only if an issue is created`,
      });
  }
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined && !FIELDS[action].includes(field as keyof BulkTriageData))
      faults.push({ path: `/data/${field}`, code: 'not_applicable', message: `${action} does not allow ${field}` });
  }
  return faults;
}
