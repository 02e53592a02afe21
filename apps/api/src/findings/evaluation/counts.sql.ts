import { sql, type Uuid } from '#libs/database';
import type { Outcome } from './outcome.js';

/** The outcomes of a requirement by entry: two lists of equal length. */
export interface OutcomesRow {
  requirementId: Uuid;
  entries: number[];
  outcomes: Outcome[];
}

export const OUTCOMES_BY_REQUIREMENT = sql<[organizationId: Uuid, auditId: Uuid], OutcomesRow>(`
  SELECT requirement_id AS "requirementId", array_agg(entry ORDER BY entry) AS entries,
    array_agg(outcome ORDER BY entry) AS outcomes
  FROM audit_outcomes WHERE organization_id = $1 AND audit_id = $2 AND outcome <> 'untested' GROUP BY requirement_id`);

export const ENTRY_NUMBERS = sql<[organizationId: Uuid, auditId: Uuid], { number: number }>(`
  SELECT number FROM audit_entries WHERE organization_id = $1 AND audit_id = $2 ORDER BY position, number`);
