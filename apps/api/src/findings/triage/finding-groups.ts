import { withinTime } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { refusePosition } from '../../platform/lists/errors.js';
import { conditionOf, type RecordList } from '../../platform/lists/page-of.js';
import { currentPaging } from '../../platform/lists/paging.js';
import { MAX_FOUND, SEARCH_TIMEOUT_MS, SearchTooBroad } from '../../platform/lists/search-limits.js';
import type { ListScope } from '../../products/products/record-totals.js';
import type { FindingGroupPage, FindingGroupsQuery, GroupKey } from './dto/finding-groups.dto.js';
import { Finding } from './finding.entity.js';
import { currentPages } from './pages/current-pages.js';
import { hasStatus } from './status.js';

/** In SQL: what the findings `l` of a group have in common. */
const KEYS: Readonly<Record<GroupKey, string>> = {
  rule: 'l.rule_id',
  sourceUrl: 'here.address',
  selector: 'l.selector',
  tool: 'l.tool',
  groupKey: 'l.group_key::text',
  severity: 'l.severity::text',
  status: `CASE WHEN ${hasStatus('l', 'confirmed')} THEN 'confirmed' WHEN ${hasStatus('l', 'dismissed')} THEN 'dismissed'
    WHEN ${hasStatus('l', 'resolved')} THEN 'resolved' ELSE 'pending' END`,
};

/** A row of a page of groups; of an empty page there is one whose count is null. */
interface GroupRow {
  groups: number;
  findings: number;
  key: string | null;
  title: string | null;
  count: number | null;
  high: number;
  medium: number;
  low: number;
  byTool: FindingGroupPage['groups'][number]['byTool'];
}

const TITLE_OF_RULE = `(SELECT f.title FROM findings f
      WHERE f.organization_id = $1 AND f.product_id = shown.product_id AND f.rule_id = shown.key LIMIT 1)`;

/**
 * A page of the groups of findings in one statement. Findings are grouped by product first, so that an index has them
 * in order and a rule's title can be looked up by it.
 */
export async function groupsOf(
  tx: EntityManager,
  list: RecordList,
  { product }: ListScope,
  { by, page, pageSize, total }: FindingGroupsQuery,
): Promise<FindingGroupPage> {
  const { where, values, bind } = conditionOf(tx.connection.getMetadata(Finding), list);
  const severity = (rating: string): string => `count(*) FILTER (WHERE l.severity = '${rating}')`;
  const paging = currentPaging();
  const after = paging.after(2);
  // Tools and titles are told where nothing finds them by the key; of rules an index has all but the title.
  const isByGroupKey = by === 'groupKey';
  const title = isByGroupKey ? 'shown.title' : by === 'rule' ? TITLE_OF_RULE : 'NULL';
  const isByPage = by === 'sourceUrl';
  const lines = isByPage && product ? `AND n.product_id = ${bind(product.id)}` : '';
  const pages = isByPage
    ? `LEFT JOIN (${currentPages(lines, 'IS NOT NULL')}) here ON here.product_id = l.product_id AND here.tool = l.tool AND here.identity = l.identity AND here.landed = l.landed`
    : '';
  const [countBehind, keyBehind] = after ?? [];
  const equal =
    keyBehind == null ? 'false' : `count = ${bind(countBehind)}::int AND (key > ${bind(keyBehind)} OR key IS NULL)`;
  const behind = after ? `WHERE count < ${bind(countBehind)}::int OR ${equal}` : '';
  const text = `
    WITH counted AS MATERIALIZED (
      SELECT l.product_id, ${KEYS[by]} AS key, ${isByGroupKey ? 'l.tool' : 'NULL::text'} AS tool, count(*) AS n,
        ${severity('high')} AS high, ${severity('medium')} AS medium, ${severity('low')} AS low, ${isByGroupKey ? 'min(l.title)' : 'NULL::text'} AS title
      FROM findings l ${pages} WHERE ${where} GROUP BY 1, 2, 3
    ), grouped AS MATERIALIZED (
      SELECT key, (array_agg(product_id))[1] AS product_id, sum(n)::int AS count, sum(high)::int AS high, sum(medium)::int AS medium, sum(low)::int AS low,
        min(title) AS title
      FROM counted GROUP BY key
    ), whole AS (SELECT count(*)::int AS groups, ${isByPage ? `(SELECT count(*)::int FROM findings l WHERE ${where})` : 'coalesce(sum(count), 0)::int'} AS findings FROM grouped
    ), shown AS MATERIALIZED (SELECT * FROM grouped ${behind} ORDER BY count DESC, key NULLS LAST LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
    ), by_tool AS (
      SELECT key, json_agg(json_build_object('tool', tool, 'count', n) ORDER BY n DESC, tool) AS tools FROM (
        SELECT c.key, c.tool, sum(c.n)::int AS n FROM shown JOIN counted c ON c.key IS NOT DISTINCT FROM shown.key WHERE ${isByGroupKey} GROUP BY 1, 2) of_tool
      GROUP BY 1)
    SELECT whole.groups, whole.findings, shown.key, ${title} AS title, shown.count, shown.high, shown.medium, shown.low, by_tool.tools AS "byTool"
    FROM whole LEFT JOIN shown ON true LEFT JOIN by_tool ON by_tool.key IS NOT DISTINCT FROM shown.key AND shown.count IS NOT NULL
    ORDER BY shown.count DESC, shown.key NULLS LAST`;
  const read = (manager: EntityManager) => manager.query<GroupRow[]>(text, values);
  const reading = list.search || isByPage ? withinTime(tx, SEARCH_TIMEOUT_MS, read) : read(tx);
  const rows = await (after ? reading.catch(refusePosition) : reading);
  const { groups, findings } = rows[0]!;
  if (list.search && findings > MAX_FOUND) throw new SearchTooBroad();
  const last = rows.at(-1)!;
  if (rows.length === pageSize && last.count !== null) paging.goOnBehind([String(last.count), last.key]);
  return {
    groups: rows.flatMap(({ key, title: of, count, high, medium, low, byTool }) =>
      count === null
        ? []
        : [{ key, title: of, count, bySeverity: { high, medium, low, none: count - high - medium - low }, byTool }],
    ),
    total: total ? groups : null,
    findings,
    page,
    pageSize,
  };
}
