import { sql, type Uuid } from '#libs/database';
import { NO_REQUIREMENT } from '../../records/evidence/evidence.sql.js';
import type { IssueState } from '../../records/issues/issue.entity.js';
import type { Priority, Rating } from '../../accounts/organizations/ratings.js';

/** An issue of an audit, as files of it tell it. */
export interface IssueOfAudit {
  number: number;
  title: string;
  description: string | null;
  state: IssueState;
  severity: Rating | null;
  priority: Priority | null;
  /** Its own, beside that of the outcomes that it is of. */
  evidenceIds: Uuid[];
}

/** The issues of the outcomes of an audit, and those that name it. */
export const ISSUES_OF_AUDIT = sql<[organizationId: Uuid, auditId: Uuid], IssueOfAudit>(`
  SELECT i.number, i.title, i.description, i.state, i.severity, i.priority,
    ARRAY(SELECT e.evidence_id FROM evidence_links e WHERE e.organization_id = $1 AND e.record_id = i.id
      AND e.requirement_id = '${NO_REQUIREMENT}' ORDER BY e.evidence_id) AS "evidenceIds"
  FROM issues i
  WHERE i.organization_id = $1 AND i.id IN (
    SELECT l.issue_id FROM audit_outcome_issues l WHERE l.organization_id = $1 AND l.audit_id = $2
    UNION SELECT n.id FROM issues n WHERE n.organization_id = $1 AND n.audit_id = $2)
  ORDER BY i.number`);

/** A file of evidence, as reports tell it. */
export interface EvidenceOfAudit {
  id: Uuid;
  mediaType: string;
  title: string | null;
  alt: string | null;
  bytes: number;
}

/** The evidence of the outcomes of an audit and of its issues. */
export const EVIDENCE_OF_AUDIT = sql<[organizationId: Uuid, auditId: Uuid], EvidenceOfAudit>(`
  SELECT e.id, e.media_type AS "mediaType", e.title, e.alt, e.bytes FROM evidence e
  WHERE e.organization_id = $1 AND e.id IN (
    SELECT l.evidence_id FROM evidence_links l WHERE l.organization_id = $1 AND l.record_id IN (
      SELECT $2::uuid
      UNION ALL SELECT o.issue_id FROM audit_outcome_issues o WHERE o.organization_id = $1 AND o.audit_id = $2
      UNION ALL SELECT n.id FROM issues n WHERE n.organization_id = $1 AND n.audit_id = $2))
  ORDER BY e.id`);
