import { sql, type Uuid } from '#libs/database';

/** A page to add, as JSON names it. */
export interface PageToAdd {
  id: string;
  url: string;
  addressKey: string;
  title: string | null;
  kind: string;
  areaId: string | null;
}

/**
 * Adds those of these pages that the inventory does not have, and notes of the others that they were named again. One
 * that was there answers the id that it has.
 */
export const ADD_PAGES = sql<[organizationId: Uuid, productId: Uuid, pages: string, origin: string], { id: Uuid }>(`
  INSERT INTO inventory_pages AS l (organization_id, product_id, id, url, address_key, title, kind, area_id, state,
    origin)
  SELECT p.organization_id, p.id, given.id, given.url, given."addressKey", given.title, given.kind, given."areaId",
    'active', $4
  FROM products p, json_to_recordset($3::json) AS given(id uuid, url text, "addressKey" uuid, title text, kind text,
    "areaId" uuid)
  WHERE p.organization_id = $1 AND p.id = $2
  ON CONFLICT ON CONSTRAINT uq_inventory_pages_address DO UPDATE SET last_seen_at = excluded.last_seen_at
  RETURNING l.id`);

/** How many pages the inventory of a product has. */
export const COUNT_PAGES = sql<[organizationId: Uuid, productId: Uuid], { count: number }>(
  'SELECT count(*)::int AS count FROM inventory_pages WHERE organization_id = $1 AND product_id = $2',
);

/** Pages stay without an area that is about to be deleted. */
export const CLEAR_AREA = sql<[organizationId: Uuid, areaId: Uuid]>(
  'UPDATE inventory_pages SET area_id = NULL WHERE organization_id = $1 AND area_id = $2',
);

/** A page that a run has looked at, as JSON names it. */
export interface ExaminedPage {
  id: string;
  url: string;
  addressKey: string;
  title: string | null;
  template: string | null;
  findingCount: number;
  /** 1: it was not there. */
  gone: number;
}

/** Which of these addresses the inventory of a product has. */
export const KNOWN_ADDRESSES = sql<
  [organizationId: Uuid, productId: Uuid, addressKeys: readonly Uuid[]],
  { addressKey: Uuid }
>(`
  SELECT address_key AS "addressKey" FROM inventory_pages
  WHERE organization_id = $1 AND product_id = $2 AND address_key = ANY ($3::uuid[])`);

/**
 * Notes what a run saw of pages, unless a later one has looked at them since, and adds those that the inventory does not
 * have. What was gone twice in a row is gone; one that is there again is active.
 */
export const NOTE_LOOKED = sql<
  [organizationId: Uuid, productId: Uuid, pages: string, origin: string, lookedAt: Date],
  { id: Uuid }
>(`
  INSERT INTO inventory_pages AS l
    (organization_id, product_id, id, url, address_key, title, kind, state, origin, looked_at, template, finding_count, gone_runs)
  SELECT p.organization_id, p.id, given.id, given.url, given."addressKey", given.title, 'page', 'active', $4, $5::timestamptz, given.template,
    given."findingCount", given.gone
  FROM products p, json_to_recordset($3::json) AS given(id uuid, url text, "addressKey" uuid, title text, template text, "findingCount" int, gone int)
  WHERE p.organization_id = $1 AND p.id = $2
  ON CONFLICT ON CONSTRAINT uq_inventory_pages_address DO UPDATE SET last_seen_at = excluded.last_seen_at, looked_at = excluded.looked_at,
    title = coalesce(l.title, excluded.title), template = coalesce(excluded.template, l.template), finding_count = excluded.finding_count,
    gone_runs = CASE WHEN excluded.gone_runs = 1 THEN l.gone_runs + 1 ELSE 0 END,
    state = CASE WHEN l.state = 'ignored' THEN 'ignored' WHEN excluded.gone_runs = 0 THEN 'active' WHEN l.gone_runs > 0 THEN 'gone' ELSE l.state END
  WHERE l.looked_at IS NULL OR l.looked_at <= excluded.looked_at
  RETURNING l.id`);
