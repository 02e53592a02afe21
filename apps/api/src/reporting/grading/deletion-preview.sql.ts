import { sql, type Uuid } from '#libs/database';
import type { ProductStateDto } from './dto/deletion-preview.dto.js';

const total = (kind: string): string => `(SELECT coalesce(sum(t.value), 0)::int FROM record_totals t
    WHERE t.organization_id = $1 AND t.product_id = $2 AND t.kind = '${kind}')`;

/** What a product has, from kept counts and its current Grade. */
export const STATE = sql<[organizationId: Uuid, productId: Uuid], ProductStateDto>(`
  SELECT ${total('findings')} AS findings, ${total('findingsToReview')} AS "findingsToReview",
    (SELECT coalesce(sum(c.value), 0)::int FROM pending_counts c
      WHERE c.organization_id = $1 AND c.product_id = $2 AND c.pending_from <= clock_timestamp()) AS "pendingFindings",
    (SELECT coalesce(sum(a.value), 0)::int FROM activity_counts a WHERE a.organization_id = $1
      AND a.product_id = $2) AS "testActivities",
    (SELECT c.grade ->> 'letter' FROM current_grades c WHERE c.organization_id = $1 AND c.product_id = $2) AS letter,
    (SELECT (c.grade ->> 'score')::int FROM current_grades c WHERE c.organization_id = $1
      AND c.product_id = $2) AS score`);
