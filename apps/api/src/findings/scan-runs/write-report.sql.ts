import { sql, type Uuid } from '#libs/database';
import { type CountedRow, pendingChanges, pendingKind } from '../triage/pending-counts.sql.js';
import {
  isOneOf,
  ROW_COLUMNS,
  rowsBefore,
  SET_ROW,
  setTexts,
  TEXT_NAMES,
  textsIn,
} from '../triage/store-findings.sql.js';
import type { LineKind } from '../../records/test-activities/test-activity.entity.js';

const TEXTS = `"wordingDigest" uuid, title text, description text, severity rating, impact rating, wcag text[], criteria text[],
  snippet text, "helpUrl" text, "groupKey" uuid`;

// Looks up each, where a planner without statistics would read all of the product.
const IS_NAMED = `f.organization_id = $1 AND f.id = ANY (ARRAY(
      SELECT known.id FROM unnest($5::uuid[]) AS named(identity), LATERAL (
        SELECT n.id FROM findings n WHERE n.organization_id = $1 AND n.product_id = $2 AND n.tool = $3
          AND n.identity = named.identity LIMIT 1) known))`;

type OfLine = [
  organizationId: Uuid,
  productId: Uuid,
  line: number,
  number: number,
  completedAt: Date,
  streak: number,
  arrivedAt: Date,
  layers: string,
  rest: string | null,
];

export const OPEN_LINE = sql<
  [
    ...ofLine: OfLine,
    id: Uuid,
    tool: string,
    kind: LineKind,
    key: string,
    name: string | null,
    repository: string | null,
    prNumber: number | null,
  ]
>(`
  INSERT INTO lines (organization_id, product_id, number, first_number, last_number, first_at, last_at, arrived_at,
    last_track, layers, rest,
    id, tool, kind, key, name, repository, pr_number)
  VALUES ($1, $2, $3, $4, $4, $5, $5, $7, $6, $8::json, coalesce($9, '[]'), $10, $11, $12, $13, $14, $15, $16)`);

export const UPDATE_LINE = sql<OfLine>(`
  UPDATE lines SET last_number = $4, last_at = $5, arrived_at = $7, last_track = $6,
    first_number = coalesce(first_number, $4), first_at = coalesce(first_at, $5), layers = $8::json,
      rest = coalesce($9, rest)
  WHERE organization_id = $1 AND product_id = $2 AND number = $3`);

export const STORE_STREAK = sql<
  [organizationId: Uuid, productId: Uuid, line: number, number: number, setId: Uuid, completedAt: Date, arrivedAt: Date]
>(`
  INSERT INTO finding_tracks AS t (organization_id, product_id, line, number, set_id, moment, arrived_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (organization_id, product_id, number) DO UPDATE SET
    set_id = excluded.set_id, moment = excluded.moment, arrived_at = excluded.arrived_at`);

/** `added` and `removed` are arrays in PostgreSQL's text form. */
export const KEEP_SET = sql<
  [
    organizationId: Uuid,
    productId: Uuid,
    id: Uuid,
    baseId: Uuid | null,
    depth: number,
    added: string,
    removed: string,
    pages: string,
    marks: string | null,
  ]
>(`
  INSERT INTO finding_sets (organization_id, product_id, id, base_id, depth, added, removed, pages, marks)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (organization_id, product_id, id) DO NOTHING`);

export const KEEP_ANSWER = sql<
  [
    organizationId: Uuid,
    productId: Uuid,
    id: Uuid,
    raised: string,
    regressed: string,
    dismissed: string,
    resolved: string,
    spread: string,
  ]
>(`
  INSERT INTO finding_answers (organization_id, product_id, id, raised, regressed, dismissed, resolved, spread)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (organization_id, product_id, id) DO NOTHING`);

/** `sets` is an array in PostgreSQL's text form. */
export const KEEP_CONTENT = sql<[organizationId: Uuid, productId: Uuid, id: Uuid, sets: string, rest: string]>(`
  INSERT INTO finding_contents (organization_id, product_id, id, sets, rest)
  VALUES ($1, $2, $3, $4, $5) ON CONFLICT (organization_id, product_id, id) DO NOTHING`);

export const KEEP_PAGES = sql<[organizationId: Uuid, productId: Uuid, id: Uuid, addresses: string]>(`
  INSERT INTO scanned_pages (organization_id, product_id, id, addresses)
  VALUES ($1, $2, $3, $4) ON CONFLICT (organization_id, product_id, id) DO NOTHING`);

/** What other lines have from now on, as JSON. */
export const CHANGE_OTHERS = sql<[organizationId: Uuid, productId: Uuid, lines: string]>(`
  UPDATE lines l SET layers = c.layers, rest = c.rest FROM json_to_recordset($3::json) AS c(number int, layers json,
    rest text)
  WHERE l.organization_id = $1 AND l.product_id = $2 AND l.number = c.number`);

/** New findings, which are JSON. It takes the organization from a table, and so happens where the rows are. */
export const CREATE = sql<
  [
    organizationId: Uuid,
    productId: Uuid,
    tool: string,
    streak: number,
    number: number,
    completedAt: Date,
    activityId: Uuid,
    landed: boolean,
    line: number,
    findings: string,
    arrivedAt: Date,
  ]
>(`
  INSERT INTO findings (organization_id, id, product_id, tool, rule_id, selector, identity, ${TEXT_NAMES}, needs_review,
    first_activity_id, first_seen_at, last_seen_at, last_reported_at, landed, present, tracks, words, raised_number,
      spelling)
  SELECT p.organization_id, n.id, p.id, $3, n."ruleId", n.selector, n.identity, ${textsIn('n')}, n."needsReview",
    $7::uuid, $6::timestamptz, $6, $11::timestamptz, $8::boolean, ARRAY[$9::int], ARRAY[$4::int], n."wordingDigest",
      $5::int, n.spelling
  FROM products p, json_to_recordset($10::json) AS n(id uuid, identity uuid, "ruleId" text, selector text,
    spelling uuid, "needsReview" boolean, ${TEXTS})
  WHERE p.organization_id = $1 AND p.id = $2`);

/**
 * These findings have these selectors from now on: in main lines, whose number is 0 here, or in a proposal. Lists are
 * arrays in PostgreSQL's text form.
 */
export const HOLD_SPELLINGS = sql<
  [organizationId: Uuid, productId: Uuid, tool: string, line: number, spellings: string, identities: string]
>(`
  INSERT INTO finding_spellings (organization_id, product_id, tool, line, spelling, identity)
  SELECT p.organization_id, p.id, $3, $4::int, s.spelling, s.identity
  FROM products p, unnest($5::uuid[], $6::uuid[]) AS s(spelling, identity) WHERE p.organization_id = $1 AND p.id = $2
  ON CONFLICT (organization_id, product_id, tool, line, spelling) DO UPDATE SET identity = excluded.identity`);

/** These findings are no longer known by these selectors. */
export const FORGET_SPELLINGS = sql<
  [organizationId: Uuid, productId: Uuid, tool: string, spellings: string, identities: string]
>(`
  DELETE FROM finding_spellings s USING unnest($4::uuid[], $5::uuid[]) AS gone(spelling, identity)
  WHERE s.organization_id = $1 AND s.product_id = $2 AND s.tool = $3 AND s.line = 0 AND s.spelling = gone.spelling
    AND s.identity = gone.identity`);

/** Keeps the wording that findings have shown in all lines. */
export const KEEP_WORDING = sql<[organizationId: Uuid, findingIds: readonly Uuid[]]>(`
  INSERT INTO finding_words (organization_id, finding_id, line, from_number, digest, ${TEXT_NAMES})
  SELECT f.organization_id, f.id, 0, 0, f.words, ${TEXT_NAMES}
  FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])`);

/** Keeps wordings of a line, which are JSON. */
export const ADD_WORDING = sql<
  [organizationId: Uuid, productId: Uuid, line: number, number: number, wordings: string]
>(`
  INSERT INTO finding_words (organization_id, finding_id, line, from_number, digest, ${TEXT_NAMES})
  SELECT p.organization_id, w."findingId", $3::int, $4::int, w."wordingDigest", ${textsIn('w')}
  FROM products p, json_to_recordset($5::json) AS w("findingId" uuid, ${TEXTS})
  WHERE p.organization_id = $1 AND p.id = $2`);

/** Stores `ChangedRow`s, which are JSON. */
export const CHANGE = sql<[organizationId: Uuid, rows: string, activityId: Uuid], CountedRow>(`
  WITH applied AS MATERIALIZED (
    SELECT c.*, now() AS written_at FROM json_to_recordset($2::json) AS c(place int, ids uuid[], ${ROW_COLUMNS},
      varied boolean, reported boolean, touched boolean, aliases text[], selector text, spelling uuid, ${TEXTS})
  ), targets AS MATERIALIZED (
    SELECT place, id FROM applied, unnest(ids) AS id
  ), before AS MATERIALIZED (${rowsBefore('targets')}
  ), changed AS (
    UPDATE findings f SET ${SET_ROW}, varied = c.varied,
      first_activity_id = CASE WHEN c.reported THEN coalesce(f.first_activity_id, $3::uuid)
        ELSE f.first_activity_id END,
      updated_at = CASE WHEN c.touched THEN c.written_at ELSE f.updated_at END,
        words = coalesce(c."wordingDigest", f.words),
      selector = CASE WHEN c.aliases IS NULL THEN f.selector ELSE c.selector END, spelling = CASE
        WHEN c.aliases IS NULL THEN f.spelling ELSE c.spelling END,
      aliases = coalesce(c.aliases, f.aliases), ${setTexts('"wordingDigest"')}
    FROM targets JOIN applied c USING (place) WHERE ${isOneOf('targets')} AND f.id = targets.id
    RETURNING ${pendingKind('f')}
  )
  SELECT ${pendingChanges('before', 'changed')} AS changes`);

type OfStreak = [organizationId: Uuid, productId: Uuid, tool: string, streak: number, identities: readonly Uuid[]];

/** The streak is the first to have these findings. */
export const JOIN = sql<OfStreak>(`UPDATE findings f SET tracks = tracks || $4::int WHERE ${IS_NAMED}`);

/** The streak no longer has these findings. Its times are those before the run. */
export const LEAVE = sql<[...ofStreak: OfStreak, line: number, completedAt: Date, arrivedAt: Date, before: number]>(`
  UPDATE findings f SET tracks = array_remove(tracks, $4::int), last_seen_at = greatest(last_seen_at, $7::timestamptz),
    last_reported_at = greatest(last_reported_at, $8::timestamptz),
    seen_in = coalesce(seen_in, '{}') || $6::int, seen_at = coalesce(seen_at, '{}') || $7::timestamptz
  WHERE ${IS_NAMED} AND tracks @> ARRAY[$9::int]`);
