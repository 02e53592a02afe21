import { sql, type Uuid } from '#libs/database';
import type { Applicant } from '../../standards/catalogue/applies-to.js';
import type { ConformanceSettings } from '../../standards/catalogue/conformance.js';

/** Where a finding was seen, and when. */
export interface Occurrence {
  sourceUrl: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

/**
 * From the set of each run back to the one that names the finding last. Each set is read once, whatever the number of
 * findings: what it names, and the pages of that, would have to be parsed for each of them.
 */
export const OCCURRENCES = sql<[organizationId: Uuid, findingIds: readonly Uuid[]], Occurrence & { findingId: Uuid }>(`
  WITH RECURSIVE used AS MATERIALIZED (
    SELECT f.id AS finding_id, f.product_id, f.identity, a.set_id, min(a.completed_at) AS first,
      max(a.completed_at) AS last
    FROM findings f
    LEFT JOIN test_activities first ON first.organization_id = $1 AND first.id = f.first_activity_id
    JOIN lines l ON l.organization_id = $1 AND l.product_id = f.product_id AND l.tool = f.tool
    JOIN test_activities a ON a.organization_id = $1 AND a.product_id = f.product_id AND a.line = l.number
    WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[]) AND a.number >= coalesce(first.number, f.raised_number)
      AND (l.kind = 'main') = f.landed
    GROUP BY 1, 2, 3, 4
  ), walk AS (
    SELECT * FROM (SELECT DISTINCT product_id, set_id, set_id AS at, 0 AS steps FROM used) starts
    UNION ALL
    SELECT w.product_id, w.set_id, s.base_id, w.steps + 1
    FROM walk w JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = w.product_id AND s.id = w.at
    WHERE s.base_id IS NOT NULL
  ), named AS MATERIALIZED (
    SELECT s.product_id, s.id, member.identity, member.pages
    FROM (SELECT DISTINCT product_id, at FROM walk) walked
    JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = walked.product_id AND s.id = walked.at,
      LATERAL (
        SELECT * FROM ROWS FROM (unnest(s.added), json_array_elements(s.pages::json)) AS added(identity, pages)
        UNION ALL SELECT removed, NULL::json FROM unnest(s.removed) AS removed
      ) member
    WHERE member.identity IN (SELECT identity FROM used)
  ), nearest AS (
    SELECT DISTINCT ON (u.finding_id, u.set_id) u.finding_id, u.first, u.last, n.pages
    FROM used u JOIN walk w ON w.product_id = u.product_id AND w.set_id = u.set_id
    JOIN named n ON n.product_id = w.product_id AND n.id = w.at AND n.identity = u.identity
    ORDER BY u.finding_id, u.set_id, w.steps
  )
  SELECT finding_id AS "findingId", url AS "sourceUrl", min(first) AS "firstSeenAt", max(last) AS "lastSeenAt"
  FROM nearest, json_array_elements_text(pages) AS url GROUP BY 1, 2 ORDER BY 1, 2`);

/** What the issues of findings take from their products. */
export const FINDING_CONTEXT = sql<
  [organizationId: Uuid, findingIds: readonly Uuid[]],
  { findingId: Uuid } & ConformanceSettings & Applicant
>(`
  SELECT f.id AS "findingId", p.standard_id AS "standardId", p.conformance_level_id AS "conformanceLevelId",
    p.audit_frequency AS "auditFrequency", p.type, p.features, p.drawn_in AS "drawnIn"
  FROM findings f JOIN products p ON p.organization_id = f.organization_id AND p.id = f.product_id
  WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])`);

/** It takes the organization from a table, and so happens where the rows are. */
export const ADD_TO_DAYS = sql<[organizationId: Uuid, changes: string]>(`
  INSERT INTO finding_days AS d (organization_id, product_id, day, raised, regressed, resolved)
  SELECT p.organization_id, p.id, coalesce(c.day, (now() AT TIME ZONE 'UTC')::date) AS on_day, sum(c.raised),
    sum(c.regressed), sum(c.resolved)
  FROM products p, json_to_recordset($2::json) AS c("productId" uuid, day date, raised int, regressed int, resolved int)
  WHERE p.organization_id = $1 AND p.id = c."productId"
  GROUP BY p.organization_id, p.id, on_day ORDER BY p.id, on_day
  ON CONFLICT ON CONSTRAINT pk_finding_days DO UPDATE SET
    raised = d.raised + excluded.raised, regressed = d.regressed + excluded.regressed,
      resolved = d.resolved + excluded.resolved`);
