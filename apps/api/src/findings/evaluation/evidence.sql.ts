import { sql, type Uuid } from '#libs/database';

/** Whether evidence is at an outcome of a completed audit. */
export const IN_COMPLETED_AUDIT = sql<[organizationId: Uuid, evidenceId: Uuid], { isUsed: boolean }>(`
  SELECT EXISTS (
    SELECT FROM evidence_links l JOIN audits a ON a.organization_id = $1 AND a.id = l.record_id
    WHERE l.organization_id = $1 AND l.evidence_id = $2 AND a.status = 'completed') AS "isUsed"`);
