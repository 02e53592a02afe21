import { sql, type Uuid } from '#libs/database';
import { milliseconds } from '../triage/stored-findings.js';
import type { PageRule } from '../../products/products/product.entity.js';
import type { LineKind } from '../../records/test-activities/test-activity.entity.js';
import type { StoredSet } from './reported-set.js';
import type { SweepPlace } from './sweep-parts.js';

/** A run of a tool as it is stored. */
export interface FactRun {
  id: string;
  number: number;
  line: number;
  kind: LineKind;
  setId: string;
  streak: number;
  completedAt: number;
  arrivedAt: number;
  complete: boolean;
  alsoEnds: number[] | null;
  sweep: SweepPlace | null;
  /** What its line had after it, as it is stored. */
  contentId: string | null;
  /** The pages that it was complete for. */
  pagesId: string | null;
}

/** Everything that runs of a tool have reported of a product, and which lines have ended. */
export interface Facts {
  runs: FactRun[];
  sets: StoredSet[];
  /** Lists of addresses, as JSON. */
  scanned: { id: string; addresses: string }[];
  /** Of the product. */
  pageRules: PageRule[];
  lines: { number: number; kind: LineKind; endedAt: number | null; endedNumber: number | null }[];
}

/**
 * `Facts` of some lines of a product as json; `$1` is the organization, `$2` the product.
 * @param lines a condition about `lines`
 * @param runs selects from `tool_runs`, the runs of those lines
 */
const factsOf = (lines: string, runs: string): string => `
  WITH RECURSIVE tool_lines AS MATERIALIZED (
    SELECT number, kind, ended_at, ended_number FROM lines WHERE organization_id = $1 AND product_id = $2 AND ${lines}
  ), tool_runs AS (
    SELECT a.id, a.number, a.line, l.kind, a.set_id, a.track, a.completed_at, a.created_at, a.complete, a.also_ends,
      a.sweep_key, a.part, a.parts, a.piece, a.pieces, a.content_id, a.pages_id
    FROM tool_lines l JOIN test_activities a ON a.organization_id = $1 AND a.product_id = $2 AND a.line = l.number
    WHERE a.set_id IS NOT NULL
  ), runs AS MATERIALIZED (
    ${runs}
  ), needed AS (
    SELECT set_id AS id FROM runs
    UNION
    SELECT s.base_id FROM needed JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = $2
      AND s.id = needed.id
    WHERE s.base_id IS NOT NULL
  )
  SELECT json_build_object(
    'runs', (SELECT coalesce(json_agg(json_build_object('id', r.id, 'number', r.number, 'line', r.line, 'kind', r.kind,
      'setId', r.set_id, 'streak', r.track,
      'completedAt', ${milliseconds('r.completed_at')}, 'arrivedAt', ${milliseconds('r.created_at')}, 'complete',
        r.complete, 'alsoEnds', r.also_ends, 'contentId', r.content_id, 'pagesId', r.pages_id,
      'sweep', CASE WHEN r.sweep_key IS NOT NULL THEN json_build_object('key', r.sweep_key, 'part', r.part, 'of',
        r.parts, 'piece', r.piece, 'pieces', r.pieces) END) ORDER BY r.number), '[]') FROM runs r),
    'sets', (SELECT coalesce(json_agg(json_build_object('id', s.id, 'baseId', s.base_id, 'depth', s.depth, 'added',
      s.added, 'removed', s.removed, 'pages', s.pages, 'marks', s.marks) ORDER BY s.depth), '[]')
      FROM needed JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = $2 AND s.id = needed.id),
    'scanned', (SELECT coalesce(json_agg(json_build_object('id', p.id, 'addresses', p.addresses)), '[]')
      FROM scanned_pages p WHERE p.organization_id = $1 AND p.product_id = $2 AND p.id IN (SELECT pages_id FROM runs)),
    'pageRules', (SELECT page_rules FROM products WHERE organization_id = $1 AND id = $2),
    'lines', (SELECT coalesce(json_agg(json_build_object('number', number, 'kind', kind, 'endedAt',
      ${milliseconds('ended_at')}, 'endedNumber', ended_number)), '[]') FROM tool_lines)
  ) AS facts`;

export const FACTS_OF_TOOL = sql<[organizationId: Uuid, productId: Uuid, tool: string], { facts: Facts }>(
  factsOf('tool = $3', 'SELECT * FROM tool_runs'),
);

// What came before a complete run leaves nothing where that run and all after it are not older than any before. Parts
// of sweeps may belong to each other across it.
const FROM_LAST_COMPLETE = `
  SELECT * FROM (
    SELECT *, max(number) FILTER (WHERE is_last_word) OVER (PARTITION BY line) AS from_number FROM (
      SELECT *, complete AND bool_and(sweep_key IS NULL) OVER (PARTITION BY line)
        AND completed_at >= max(completed_at) OVER (PARTITION BY line ORDER BY number)
        AND completed_at <= min(completed_at) OVER (PARTITION BY line ORDER BY number DESC) AS is_last_word
          FROM tool_runs) marked) dated
  WHERE number >= coalesce(from_number, 0)`;

export const FACTS_OF_PROPOSALS = sql<
  [organizationId: Uuid, productId: Uuid, lines: readonly number[]],
  { facts: Facts }
>(factsOf('number = ANY ($3::int[])', FROM_LAST_COMPLETE));
