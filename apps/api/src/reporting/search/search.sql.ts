import { sql, type Uuid } from '#libs/database';
import { isActive } from '../../products/products/active.js';

/** As many are found by the indexes of texts and then put in order. */
const FEW = '1000';
/** Where more have the words, so many of the newest are read, and these only if the first do not have five of them. */
const RECENT = '500';
const NEWEST = '20000';

/** A record that was found. */
export interface Hit {
  id: Uuid;
  number: number | null;
  slug: string | null;
  title: string;
  productSlug: string | null;
  productName: string | null;
}

/** In SQL: the rows `f` as JSON, those that are named by number or slug first, then the newest. */
const HITS = `coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'slug', f.slug, 'title', f.title,
  'productSlug', f.product_slug,
  'productName', f.product_name) ORDER BY f.exact DESC, f.created_at DESC, f.id DESC), '[]')`;
const FIRST_FIVE = 'ORDER BY exact DESC, created_at DESC, id DESC LIMIT 5';
const NEWEST_FIVE = 'ORDER BY l.created_at DESC, l.id DESC LIMIT 5';

/** In SQL: what is shown of a numbered record `l`, and of one with a slug. */
const NUMBERED = `l.id, l.created_at, l.number, NULL AS slug, coalesce(l.title, '#' || l.number) AS title,
  p.slug AS product_slug, p.name AS product_name`;
const NAMED = 'l.id, l.slug = $4 AS exact, l.created_at, NULL::int AS number, l.slug, l.name AS title';
const WITHOUT_PRODUCT = 'NULL AS product_slug, NULL AS product_name';
const PRODUCT = 'p.slug AS product_slug, p.name AS product_name';

const OF_ACTIVE = `JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND ${isActive('p')}`;

const fewByTitle = (table: string): string =>
  `(SELECT l.id FROM ${table} l WHERE l.organization_id = $1 AND l.title ~* $2 LIMIT ${FEW})`;
const fewByTexts = (table: string): string =>
  `${fewByTitle(table)} UNION (SELECT l.id FROM ${table} l WHERE l.organization_id = $1 AND l.description ~* $2
    LIMIT ${FEW})`;
// Written so that no index of texts is used.
const TITLE = `(l.title || '') ~* $2`;
const TEXTS = `(${TITLE} OR (l.description || '') ~* $2)`;

/**
 * The numbered records of active products: by their number, or by words. Few are found by the index of their texts and
 * put in order; of many the newest soon come to five. Null where neither finds the five newest: the words are in many
 * records, but hardly in the newest.
 */
const numbered = (table: string, few: string, contains: string): string => `
  WITH few AS MATERIALIZED (${few}),
  tally AS MATERIALIZED (SELECT count(*) >= ${FEW} AS many FROM few),
  recent AS MATERIALIZED (
    SELECT ${NUMBERED} FROM (
      SELECT l.* FROM ${table} l WHERE l.organization_id = $1 ORDER BY l.created_at DESC, l.id DESC
      LIMIT ${RECENT}) l ${OF_ACTIVE}
    WHERE (SELECT tally.many FROM tally) AND l.number IS DISTINCT FROM $3 AND ${contains} ${NEWEST_FIVE}
  ), further AS MATERIALIZED (
    SELECT ${NUMBERED} FROM (
      SELECT l.* FROM ${table} l WHERE l.organization_id = $1 ORDER BY l.created_at DESC, l.id DESC
      LIMIT ${NEWEST}) l ${OF_ACTIVE}
    WHERE (SELECT tally.many FROM tally) AND (SELECT count(*) FROM recent) < 5
      AND l.id NOT IN (SELECT recent.id FROM recent)
      AND l.number IS DISTINCT FROM $3 AND ${contains} ${NEWEST_FIVE}
  ), indexed AS MATERIALIZED (
    SELECT ${NUMBERED} FROM ${table} l ${OF_ACTIVE}
    WHERE l.organization_id = $1 AND NOT (SELECT tally.many FROM tally) AND l.id IN (SELECT few.id FROM few)
      AND l.number IS DISTINCT FROM $3 ${NEWEST_FIVE}
  ), found AS MATERIALIZED (
    SELECT * FROM recent UNION ALL SELECT * FROM further UNION ALL SELECT * FROM indexed
  ), numbers AS MATERIALIZED (
    SELECT ${NUMBERED} FROM ${table} l ${OF_ACTIVE} WHERE l.organization_id = $1 AND l.number = $3 ${NEWEST_FIVE}
  )
  SELECT CASE WHEN NOT (SELECT tally.many FROM tally) OR (SELECT count(*) FROM found) >= 5
    OR NOT EXISTS (SELECT FROM ${table} l WHERE l.organization_id = $1 ORDER BY l.created_at DESC,
      l.id DESC OFFSET ${NEWEST} LIMIT 1)
    THEN (SELECT ${HITS} FROM (
      SELECT * FROM (SELECT true AS exact, * FROM numbers UNION ALL SELECT false, *
        FROM found) every ${FIRST_FIVE}) f) END`;

const PRODUCTS = `
  SELECT ${HITS} FROM (
    SELECT ${NAMED}, ${WITHOUT_PRODUCT} FROM products l WHERE l.organization_id = $1
      AND (l.slug = $4 OR l.name ~* $2) ${FIRST_FIVE}) f`;
const AREAS = `
  SELECT ${HITS} FROM (
    SELECT ${NAMED}, ${PRODUCT} FROM areas l ${OF_ACTIVE} WHERE l.organization_id = $1 AND (l.slug = $4 OR l.name ~* $2)
    ORDER BY exact DESC, l.created_at DESC, l.id DESC LIMIT 5) f`;

/** Built-in standards, and those of the organization. */
const STANDARDS = `
  SELECT ${HITS} FROM (
    SELECT ${NAMED}, ${WITHOUT_PRODUCT} FROM standards l
    WHERE (l.organization_id IS NULL OR l.organization_id = $1) AND (l.slug = $4 OR l.name ~* $2) ${FIRST_FIVE}) f`;

// Failures of a rule, as its index has them.
const FAILURES = `findings f WHERE f.organization_id = $1 AND f.landed AND NOT f.needs_review`;

// Of each rule one finding: an index leads from rule to rule, where reading the texts of all findings would take long.
const FINDINGS = `
  WITH RECURSIVE rules AS (
    (SELECT f.rule_id FROM ${FAILURES} ORDER BY f.rule_id LIMIT 1)
    UNION ALL
    SELECT following.rule_id FROM rules CROSS JOIN LATERAL (
      SELECT f.rule_id FROM ${FAILURES} AND f.rule_id > rules.rule_id ORDER BY f.rule_id LIMIT 1) following
  ), active AS MATERIALIZED (
    SELECT array_agg(p.id) AS ids FROM products p WHERE p.organization_id = $1 AND ${isActive('p')}
  ), asked AS MATERIALIZED (
    SELECT one.rule_id FROM (SELECT rules.rule_id FROM rules LIMIT 2000) one CROSS JOIN LATERAL (
      SELECT f.title FROM ${FAILURES} AND f.rule_id = one.rule_id LIMIT 1) first
    WHERE one.rule_id = $4 OR one.rule_id ~* $2 OR first.title ~* $2
  )
  SELECT ${HITS} FROM (
    SELECT l.id, asked.rule_id = $4 AS exact, l.created_at, NULL::int AS number, NULL AS slug, l.title, ${PRODUCT}
    FROM asked CROSS JOIN LATERAL (
      SELECT f.id, f.title, f.created_at, f.product_id FROM ${FAILURES} AND f.rule_id = asked.rule_id
        AND f.product_id = ANY ((SELECT active.ids FROM active)::uuid[]) LIMIT 1) l ${OF_ACTIVE}
    ORDER BY exact DESC, l.created_at DESC, l.id DESC LIMIT 5) f`;

/** What finds records of each kind: a list in JSON; null: too many have the words. */
const KINDS = {
  products: PRODUCTS,
  areas: AREAS,
  standards: STANDARDS,
  issues: numbered('issues', fewByTexts('issues'), TEXTS),
  findings: FINDINGS,
  audits: numbered('audits', fewByTitle('audits'), TITLE),
  risks: numbered('risks', fewByTexts('risks'), TEXTS),
  conformanceReports: numbered('conformance_reports', fewByTitle('conformance_reports'), TITLE),
};

/** What is searched for. */
export type SearchedKind = keyof typeof KINDS;

/**
 * The parameters of a search: words as a regular expression, a number, and a slug, each null where the text is none;
 * and which kinds are searched.
 */
type SearchParameters = [
  organizationId: Uuid,
  words: string | null,
  number: number | null,
  slug: string | null,
  kinds: readonly string[],
];

/**
 * For the transaction: by what PostgreSQL assumes of expressions, reading whole tables seems cheaper than the indexes
 * of texts, and one plan serves all texts.
 */
export const PLAN_SEARCH = sql<[], { plan: string; indexes: string }>(`
  SELECT set_config('plan_cache_mode', 'force_generic_plan', true) AS plan,
    set_config('enable_seqscan', 'off', true) AS indexes`);

export const SEARCH = sql<SearchParameters, Record<SearchedKind, Hit[] | null>>(`
  SELECT ${Object.entries(KINDS)
    .map(([kind, text]) => `CASE WHEN '${kind}' = ANY ($5) THEN (${text}) END AS "${kind}"`)
    .join(', ')}
  FROM (SELECT $1::uuid, $2::text, $3::int, $4::text, $5::text[]) asked`);
