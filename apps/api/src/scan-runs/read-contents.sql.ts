import { sql, type Uuid } from '#libs/database';
import { milliseconds } from '../findings/known-findings.js';
import type { Layer, Seen } from './line-content.js';
import type { StoredSet } from './reported-set.js';

/** What lines have, with the sets that say it. */
export interface StoredContents {
  lines: { number: number; kind: 'main' | 'proposal'; layers: Layer[]; rest: Seen[] }[];
  /** Of each main line the run of what a proposal is based on, and what the line had after it. */
  bases: StoredBase[];
  sets: StoredSet[];
  /** Pages of the reported findings that somebody has answered. */
  answers: { identity: string; page: string }[];
}

interface StoredBase {
  number: number;
  commitSha: string;
  completedAt: number;
  /** Where its commit stands in the list, from 1. */
  place: number;
  sets: string[];
  rest: [identity: string, address: string | null][];
}

/** Reads what main lines have, if asked, and what some other lines have, with further sets. */
export const READ_CONTENTS = sql<
  [
    organizationId: Uuid,
    productId: Uuid,
    tool: string,
    ofMainLines: boolean,
    lines: readonly number[],
    commits: readonly string[],
    setIds: readonly Uuid[],
    identities: readonly Uuid[],
  ],
  { contents: StoredContents }
>(`
  WITH RECURSIVE meant AS MATERIALIZED (
    SELECT number, kind, layers, rest FROM lines
    WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND ended_at IS NULL AND ($4 AND kind = 'main' OR number = ANY ($5::int[]))
  ), bases AS MATERIALIZED (
    SELECT DISTINCT ON (a.line) a.number, a.context ->> 'commitSha' AS commit_sha, a.completed_at, a.set_id, a.content_id,
      array_position($6::text[], a.context ->> 'commitSha') AS place
    FROM meant JOIN test_activities a ON a.organization_id = $1 AND a.product_id = $2 AND a.line = meant.number
      AND a.context ->> 'commitSha' = ANY ($6::text[]) AND a.line_kind = 'main'
    WHERE $4 AND a.set_id IS NOT NULL ORDER BY a.line, place, a.number DESC
  ), based AS MATERIALIZED (
    SELECT b.*, coalesce(c.sets, ARRAY[b.set_id]) AS sets, coalesce(c.rest, '[]') AS rest
    FROM bases b LEFT JOIN finding_contents c ON c.organization_id = $1 AND c.product_id = $2 AND c.id = b.content_id
  ), needed AS (
    SELECT id FROM (
      SELECT (layer ->> 0)::uuid AS id FROM meant, json_array_elements(meant.layers) AS layer
      UNION ALL SELECT unnest(sets) FROM based UNION ALL SELECT unnest($7::uuid[])) named
    UNION
    SELECT s.base_id FROM needed JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = $2 AND s.id = needed.id
    WHERE s.base_id IS NOT NULL
  ), named AS MATERIALIZED (
    SELECT f.id, f.identity FROM unnest($8::uuid[]) AS n(identity), LATERAL (
      SELECT id, identity FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3 AND f.identity = n.identity LIMIT 1) f
    WHERE $4
  )
  SELECT json_build_object(
    'lines', (SELECT coalesce(json_agg(json_build_object('number', number, 'kind', kind, 'layers', layers, 'rest', rest::json)), '[]') FROM meant),
    'bases', (SELECT coalesce(json_agg(json_build_object('number', number, 'commitSha', commit_sha, 'completedAt', ${milliseconds('completed_at')},
      'place', place, 'sets', sets, 'rest', rest::json) ORDER BY place, number DESC), '[]') FROM based),
    'sets', (SELECT coalesce(json_agg(json_build_object('id', s.id, 'baseId', s.base_id, 'depth', s.depth, 'added', s.added, 'removed', s.removed, 'pages', s.pages)), '[]')
      FROM needed JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = $2 AND s.id = needed.id),
    'answers', (SELECT coalesce(json_agg(json_build_object('identity', named.identity, 'page', a.page)), '[]')
      FROM named JOIN finding_page_answers a ON a.organization_id = $1 AND a.finding_id = named.id WHERE a.until IS NULL OR a.until > now())
  ) AS contents`);
