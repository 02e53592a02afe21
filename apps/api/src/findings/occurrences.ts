import type { EntityManager } from 'typeorm';

/** Where a finding was seen, and when. */
export interface Occurrence {
  sourceUrl: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

/** The pages of findings of an organization, by finding: of landed ones those that main lines saw, of proposed ones all from the first run that counts. One statement. */
export async function occurrencesOf(
  tx: EntityManager,
  organizationId: string,
  findingIds: readonly string[],
): Promise<Map<string, Occurrence[]>> {
  const rows = await tx.query<(Occurrence & { findingId: string })[]>(OCCURRENCES, [organizationId, findingIds]);
  const byFinding = new Map<string, Occurrence[]>();
  for (const { findingId, ...occurrence } of rows)
    byFinding.set(findingId, [...(byFinding.get(findingId) ?? []), occurrence]);
  return byFinding;
}

// From the set of each run back to the one that names the finding last.
const OCCURRENCES = `
  WITH RECURSIVE used AS (
    SELECT f.id AS finding_id, f.product_id, f.identity, a.set_id, min(a.completed_at) AS first, max(a.completed_at) AS last
    FROM findings f
    LEFT JOIN test_activities first ON first.organization_id = $1 AND first.id = f.first_activity_id
    JOIN lines l ON l.organization_id = $1 AND l.product_id = f.product_id AND l.tool = f.tool
    JOIN test_activities a ON a.organization_id = $1 AND a.product_id = f.product_id AND a.line = l.number
    WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[]) AND a.number >= coalesce(first.number, f.raised_number) AND (l.kind = 'main') = f.landed
    GROUP BY 1, 2, 3, 4
  ), walk AS (
    SELECT used.*, set_id AS at FROM used
    UNION ALL
    SELECT w.finding_id, w.product_id, w.identity, w.set_id, w.first, w.last, s.base_id
    FROM walk w JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = w.product_id AND s.id = w.at
    WHERE w.identity <> ALL (s.added) AND w.identity <> ALL (s.removed)
  )
  SELECT w.finding_id AS "findingId", url AS "sourceUrl", min(w.first) AS "firstSeenAt", max(w.last) AS "lastSeenAt"
  FROM walk w
  JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = w.product_id AND s.id = w.at AND w.identity = ANY (s.added),
    json_array_elements_text(s.pages::json -> (array_position(s.added, w.identity) - 1)) AS url
  GROUP BY 1, 2 ORDER BY 1, 2`;
