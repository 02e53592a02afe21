import type { LineCondition } from '../../records/test-activities/activity-list.js';

/** The condition that an activity belongs to one of some lines, by their ids. */
export const activitiesOfLines: LineCondition = (lines) => (bind) => `(l.product_id, l.line) IN (
    SELECT n.product_id, n.number FROM lines n WHERE n.organization_id = $1 AND n.id = ANY (${bind(lines)}::uuid[]))`;
