import { sql, type Uuid } from '#libs/database';
import { milliseconds } from '../triage/stored-findings.js';
import type { Layer, Seen } from './line-content.js';
import type { StoredSet } from './reported-set.js';

/** What lines have, with the sets that say it. */
export interface StoredContents {
  lines: { number: number; kind: 'main' | 'proposal'; layers: Layer[]; rest: Seen[] }[];
  /** Of each main line the run of what a proposal is based on, and what the line had after it. */
  bases: StoredBase[];
  sets: StoredSet[];
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

/**
 * What lines have, with the sets that say it.
 * @param lines a condition about `lines` of a tool that have not ended
 * @param commits what a proposal is based on, if that is asked
 * @param setIds further sets
 */
const contentsOf = (lines: string, { commits, setIds }: { commits: string; setIds: string }): string => `
  WITH RECURSIVE meant AS MATERIALIZED (
    SELECT number, kind, layers, rest FROM lines
    WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND ended_at IS NULL AND (${lines})
  ), bases AS MATERIALIZED (
    SELECT DISTINCT ON (a.line) a.number, a.context ->> 'commitSha' AS commit_sha, a.completed_at, a.set_id,
      a.content_id,
      array_position(${commits}, a.context ->> 'commitSha') AS place
    FROM meant JOIN test_activities a ON a.organization_id = $1 AND a.product_id = $2 AND a.line = meant.number
      AND a.context ->> 'commitSha' = ANY (${commits}) AND a.line_kind = 'main'
    WHERE a.set_id IS NOT NULL ORDER BY a.line, place, a.number DESC
  ), based AS MATERIALIZED (
    SELECT b.*, coalesce(c.sets, ARRAY[b.set_id]) AS sets, coalesce(c.rest, '[]') AS rest
    FROM bases b LEFT JOIN finding_contents c ON c.organization_id = $1 AND c.product_id = $2 AND c.id = b.content_id
  ), needed AS (
    SELECT id FROM (
      SELECT (layer ->> 0)::uuid AS id FROM meant, json_array_elements(meant.layers) AS layer
      UNION ALL SELECT unnest(sets) FROM based UNION ALL SELECT unnest(${setIds})) named
    UNION
    SELECT s.base_id FROM needed JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = $2
      AND s.id = needed.id
    WHERE s.base_id IS NOT NULL
  )
  SELECT json_build_object(
    'lines', (SELECT coalesce(json_agg(json_build_object('number', number, 'kind', kind, 'layers', layers, 'rest',
      rest::json)), '[]') FROM meant),
    'bases', (SELECT coalesce(json_agg(json_build_object('number', number, 'commitSha', commit_sha, 'completedAt',
      ${milliseconds('completed_at')},
      'place', place, 'sets', sets, 'rest', rest::json) ORDER BY place, number DESC), '[]') FROM based),
    'sets', (SELECT coalesce(json_agg(json_build_object('id', s.id, 'baseId', s.base_id, 'depth', s.depth, 'added',
      s.added, 'removed', s.removed, 'pages', s.pages, 'marks', s.marks)), '[]')
      FROM needed JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = $2 AND s.id = needed.id)
  ) AS contents`;

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
  ],
  { contents: StoredContents }
>(contentsOf(`$4 AND kind = 'main' OR number = ANY ($5::int[])`, { commits: '$6::text[]', setIds: '$7::uuid[]' }));

/**
 * Reads what those proposals have that have findings of some rules which no main line has reported, and the identities
 * of these.
 */
export const READ_PROPOSED = sql<
  [organizationId: Uuid, productId: Uuid, tool: string, ruleIds: readonly string[]],
  { proposed: string[]; contents: StoredContents }
>(`
  WITH proposed AS MATERIALIZED (
    SELECT f.identity, f.present FROM findings f
    WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3 AND f.rule_id = ANY ($4::text[]) AND NOT f.landed
      AND f.present <> '{}'
  )
  SELECT (SELECT coalesce(json_agg(identity), '[]') FROM proposed) AS proposed, (${contentsOf(
    `kind = 'proposal' AND number IN (SELECT unnest(present) FROM proposed)`,
    { commits: `'{}'::text[]`, setIds: `'{}'::uuid[]` },
  )}) AS contents`);
