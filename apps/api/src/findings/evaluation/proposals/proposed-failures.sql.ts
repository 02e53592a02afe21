import { sql, type Uuid } from '#libs/database';
import { currentPages } from '../../triage/pages/current-pages.js';
import { hasStatus } from '../../triage/status.js';
import { criterionAnswers, criterionFailures, saidOf } from '../../../standards/standards/criterion-answers.js';

/** How many findings a proposal names. */
export const MAX_FINDINGS = 20;

/** A requirement that findings fail on the address of an entry. */
export interface FailureRow {
  requirementId: Uuid;
  entry: number;
  /** The tools that report them, in alphabetical order. */
  tools: string[];
  /** The first of them. */
  findings: Uuid[];
  /** Since when the first of them is known. */
  since: Date;
}

const OF_PRODUCT = `
    CROSS JOIN (SELECT type, features, drawn_in FROM products WHERE organization_id = $1 AND id = $2) p`;

/**
 * What findings fail of a standard at the addresses of entries: those that have landed, are there now, need no review,
 * and that nobody has dismissed, for that page or at all. Of each address its entry and its page, in three lists of
 * equal length.
 */
export const PROPOSED_FAILURES = sql<
  [
    organizationId: Uuid,
    productId: Uuid,
    standardId: Uuid | null,
    entries: readonly number[],
    addresses: readonly string[],
    pages: readonly string[],
  ],
  FailureRow
>(`
  WITH ${criterionAnswers('$3::uuid', 'p', OF_PRODUCT)}, ${criterionFailures('$3::uuid')}, there AS MATERIALIZED (
    SELECT DISTINCT asked.entry, f.id, f.tool, f.criteria, f.first_seen_at
    FROM (${currentPages("AND n.product_id = $2 AND n.kind = 'main'", '= ANY ($5::text[])')}) here
    JOIN unnest($4::int[], $5::text[], $6::text[]) AS asked(entry, address, page) ON asked.address = here.address
    JOIN findings f ON f.organization_id = $1 AND f.product_id = here.product_id AND f.tool = here.tool
      AND f.identity = here.identity
    WHERE f.landed AND NOT f.needs_review AND (${hasStatus('f', 'pending')} OR ${hasStatus('f', 'confirmed')})
      AND NOT EXISTS (SELECT FROM finding_page_answers a WHERE a.organization_id = $1 AND a.finding_id = f.id
        AND a.page = asked.page AND a.action = 'dismiss' AND (a.until IS NULL OR a.until > now()))
  )
  SELECT failures.requirement_id AS "requirementId", there.entry,
    array_agg(DISTINCT there.tool ORDER BY there.tool) AS tools,
    (array_agg(DISTINCT there.id ORDER BY there.id))[1:${MAX_FINDINGS}] AS findings, min(there.first_seen_at) AS since
  FROM there CROSS JOIN LATERAL unnest(${saidOf('there.criteria')}) AS said
  JOIN failures ON failures.criterion = said
  GROUP BY 1, 2`);
