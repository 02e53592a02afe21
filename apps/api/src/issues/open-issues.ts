import { newId } from '#libs/ids';
import type { EntityManager } from 'typeorm';
import { reserveNumbers } from '../products/product-records.js';
import type { Product } from '../products/product.entity.js';
import type { Issue } from './issue.entity.js';

type Optional =
  | 'description'
  | 'severity'
  | 'impact'
  | 'effort'
  | 'priority'
  | 'source'
  | 'sourceUrl'
  | 'sourceId'
  | 'wcag'
  | 'auditId'
  | 'testActivityId'
  | 'createdByUserId';

/** What a new issue says; everything else has its default. `criteria`: WCAG numbers to link to requirements. */
export type IssueDraft = Pick<Issue, 'title'> & Partial<Pick<Issue, Optional>> & { criteria?: readonly string[] };

/** A new issue's place. */
export interface OpenedIssue {
  id: string;
  number: number;
}

/**
 * Opens issues in one block of numbers, in the order of the drafts: as many statements for a thousand as for one.
 * `standardId` is the standard whose requirements their criteria are linked to. Refuses an archived product.
 */
export async function openIssues(
  tx: EntityManager,
  product: Product,
  drafts: readonly IssueDraft[],
  standardId: string | null = null,
): Promise<OpenedIssue[]> {
  if (drafts.length === 0) return [];
  const first = await reserveNumbers(tx, product.id, 'issue', drafts.length);
  const rows = drafts.map((draft, index) => ({ ...draft, id: newId(), number: first + index }));
  await tx.query(OPEN, [product.organizationId, product.id, JSON.stringify(rows), standardId]);
  return rows;
}

const OPEN = `
  WITH draft AS (
    SELECT * FROM json_to_recordset($3::json) AS d(
      id uuid, number int, title text, description text, severity rating, impact rating, effort rating, priority issue_priority,
      source issue_source, "sourceUrl" text, "sourceId" text, wcag text[], "auditId" uuid, "testActivityId" uuid,
      "createdByUserId" uuid, criteria text[])
  ), opened AS (
    INSERT INTO issues (id, organization_id, product_id, number, title, description, severity, impact, effort, priority,
      source, source_url, source_id, wcag, audit_id, test_activity_id, created_by_user_id)
    SELECT id, $1, $2, number, title, description, severity, impact, effort, priority,
      coalesce(source, 'internal'), "sourceUrl", "sourceId", coalesce(wcag, '{}'), "auditId", "testActivityId", "createdByUserId"
    FROM draft
  )
  INSERT INTO issue_requirements (issue_id, requirement_id)
  SELECT draft.id, r.id
  FROM draft JOIN requirements r ON r.standard_id = $4 AND r.wcag && draft.criteria`;
