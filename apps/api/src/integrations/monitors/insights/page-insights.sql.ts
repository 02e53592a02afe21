import { sql, type Uuid } from '#libs/database';
import type { NewFindingsDto, PagesOfAreaDto, PagesOfTemplateDto, RunsOfWeekDto } from './dto/page-insights.dto.js';

/** How many templates are told, those with most pages on which something is found first. */
const TOLD_TEMPLATES = 50;
const WEEKS = 26;

const FIGURES = `
  count(*)::int AS pages,
  (count(*) FILTER (WHERE finding_count > 0))::int AS "withFindings",
  (count(*) FILTER (WHERE finding_count = 0))::int AS "withoutFindings",
  (count(*) FILTER (WHERE finding_count IS NULL))::int AS "notLookedAt"`;

/** Pages of a product that are looked at. */
const ACTIVE = `FROM inventory_pages WHERE organization_id = $1 AND product_id = $2 AND state = 'active'`;

/** What the last look at each page found, by area and in all; `isTotal` tells which row is of all. */
export const PAGES_BY_AREA = sql<[organizationId: Uuid, productId: Uuid], PagesOfAreaDto & { isTotal: boolean }>(`
  SELECT GROUPING(area_id) = 1 AS "isTotal", area_id AS "areaId", ${FIGURES} ${ACTIVE}
  GROUP BY GROUPING SETS ((), (area_id)) ORDER BY 1 DESC, "withFindings" DESC, 2`);

/** The same by how pages are made, as far as agents have told it. */
export const PAGES_BY_TEMPLATE = sql<[organizationId: Uuid, productId: Uuid], PagesOfTemplateDto>(`
  SELECT template, min(url) AS example, ${FIGURES} ${ACTIVE} AND template IS NOT NULL
  GROUP BY template ORDER BY "withFindings" DESC, pages DESC, template LIMIT ${TOLD_TEMPLATES}`);

/** How many pages that are looked at have one of these addresses. */
export const COUNT_ADDRESSES = sql<
  [organizationId: Uuid, productId: Uuid, addressKeys: readonly Uuid[]],
  { count: number }
>(`SELECT count(*)::int AS count ${ACTIVE} AND address_key = ANY ($3::uuid[])`);

/** The addresses of entries of audits on which a person has decided a requirement. */
export const ADDRESSES_OF_PEOPLE = sql<[organizationId: Uuid, productId: Uuid], { url: string }>(`
  SELECT DISTINCT e.url FROM audits a JOIN audit_entries e ON e.organization_id = a.organization_id AND e.audit_id = a.id
  WHERE a.organization_id = $1 AND a.product_id = $2 AND e.url IS NOT NULL AND EXISTS (
    SELECT 1 FROM audit_outcomes o
    WHERE o.organization_id = e.organization_id AND o.audit_id = e.audit_id AND o.entry IN (0, e.number)
      AND o.outcome <> 'untested')`);

/** On how many pages something was found, by week (it begins on Monday, in UTC): of each monitor its last run. */
export const RUNS_BY_WEEK = sql<[organizationId: Uuid, productId: Uuid], RunsOfWeekDto>(`
  SELECT to_char(week, 'YYYY-MM-DD') AS week, sum(looked_pages)::int AS "lookedAt", sum(found_pages)::int AS "withFindings"
  FROM (
    SELECT DISTINCT ON (r.monitor_id, week) r.monitor_id, week, r.looked_pages, r.found_pages
    FROM monitors m JOIN monitor_runs r ON r.organization_id = m.organization_id AND r.monitor_id = m.id,
      date_trunc('week', r.ended_at AT TIME ZONE 'UTC') AS week
    WHERE m.organization_id = $1 AND m.product_id = $2 AND r.state IN ('done', 'partial')
      AND r.ended_at >= now() - interval '${WEEKS} weeks'
    ORDER BY r.monitor_id, week, r.ended_at DESC
  ) runs GROUP BY week ORDER BY week`);

/** What the last run of each monitor that has reported brought that was not known. */
export const LAST_RUNS = sql<[organizationId: Uuid, productId: Uuid], NewFindingsDto>(`
  SELECT m.number AS "monitorNumber", m.name, last.id AS "runId", last.ended_at AS "endedAt",
    coalesce((
      SELECT sum((t.delta ->> 'new')::int)
      FROM jsonb_to_recordset(last.reports) AS report("testActivityNumber" int)
        JOIN test_activities t ON t.organization_id = m.organization_id AND t.product_id = m.product_id
          AND t.number = report."testActivityNumber"
    ), 0)::int AS "newFindings"
  FROM monitors m JOIN LATERAL (
    SELECT r.id, r.ended_at, r.reports FROM monitor_runs r
    WHERE r.organization_id = m.organization_id AND r.monitor_id = m.id AND r.state IN ('done', 'partial')
    ORDER BY r.created_at DESC, r.id DESC LIMIT 1
  ) last ON true
  WHERE m.organization_id = $1 AND m.product_id = $2 ORDER BY m.number`);
