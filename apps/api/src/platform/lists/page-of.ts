import type { EntityManager, EntityMetadata, EntityTarget, ObjectLiteral } from 'typeorm';
import { plannedForValues, withinTime } from '#libs/database';
import type { Position } from './cursors.js';
import { type Detail, type Detailed, detailedColumns, type DetailsOfPage } from './details.js';
import { refusePosition } from './errors.js';
import type { SortDirection } from './page-query.js';
import type { Page } from './pagination.js';
import { currentPaging } from './paging.js';
import { MAX_FOUND, SEARCH_TIMEOUT_MS, SearchTooBroad } from './search-limits.js';

/** A condition in SQL on the row `l` of a list; `bind` gives the parameter that stands for a value. */
export type Condition = (bind: (value: unknown) => string) => string;

/** Which rows of a table a list has. */
export interface RecordList {
  /** The column that says whose rows they are, and its value: `$1` in conditions. */
  owner: [column: 'organization_id' | 'account_id', id: string];
  where?: readonly Condition[];
  /** A search in texts, beside the other conditions. What finds too much, or takes too long, is refused. */
  search?: Condition | undefined;
  /** Values of which a field has one; undefined ones are ignored. */
  filters?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** In SQL: how many rows there are, from counts that are kept; without it they are counted. */
  total?: Condition | undefined;
  /** Fields that no index serves, so that all rows are sorted. */
  unindexed?: readonly string[];
  /**
   * Fields that are no columns, in SQL: a subquery on `l` whose answer many rows share, and the value, which may name
   * it `common.shared`.
   */
  computed?: Readonly<Record<string, { shared: string; value: string }>>;
}

/** The same with what it shows of each beside its columns. */
export interface DetailedList<D, P = object> extends RecordList {
  details: D;
  ofPage?: DetailsOfPage<P>;
}

/**
 * Which page, in which order; what is ordered by must be selectable. `total` false: how many rows there are is not
 * asked for.
 */
export interface PageOrder {
  page: number;
  pageSize: number;
  total: boolean;
  sortField: string;
  sortDirection: SortDirection;
}

/**
 * Reads one page of a list and its total in one statement: finds the ids of the page by an index alone where one has
 * all that the conditions name, and reads only its rows whole. Rows without a value come last in both directions, ties
 * break on `id`, so that pages neither repeat nor lose a row. It begins behind the row that the cursor of the request
 * names. Each item has the record under `name`, and its details.
 */
export async function pageOf<
  Name extends string,
  Row extends ObjectLiteral,
  D extends Record<string, Detail<unknown>>,
  P = object,
>(
  tx: EntityManager,
  kind: [Name, EntityTarget<Row>],
  list: DetailedList<D, P>,
  given: PageOrder,
): Promise<Page<Record<Name, Row> & Detailed<D> & P>> {
  const paging = currentPaging();
  const order = { ...given, ...paging.part };
  const { page, pageSize } = order;
  const columns = detailedColumns(kind, list.details);
  const metadata = tx.connection.getMetadata(kind[1]);
  const itemsOf = (rows: readonly Record<string, unknown>[]) =>
    rows.flatMap((row) => {
      const item = columns.read(row);
      return item ? [{ ...item, ...(list.ofPage?.read(row) as P) }] : [];
    });
  if (list.search && paging.found) {
    const { text, values, total } = await pageOfFound(tx, metadata, list, order, columns.sql);
    const rows = await tx.query<Record<string, never>[]>(text, values);
    return { items: itemsOf(rows), total, page, pageSize };
  }
  const after = paging.after(2);
  const { text, values } = statementOf(metadata, list, order, columns.sql, after);
  const read = (manager: EntityManager) => manager.query<(Key & Record<string, never>)[]>(text, values);
  const reading = list.search
    ? withinTime(tx, SEARCH_TIMEOUT_MS, read)
    : // How long sorting takes depends on how many rows there are.
      isSorted(list, order)
      ? plannedForValues(() => read(tx))
      : read(tx);
  const rows = await (after ? reading.catch(refusePosition) : reading);
  if (list.search && rows[0]!.total! > MAX_FOUND) throw new SearchTooBroad();
  const items = itemsOf(rows);
  const total = order.total ? rows[0]!.total! : null;
  const isLast = items.length < pageSize || (!after && total !== null && total <= page * pageSize);
  const { key_text, key_id } = rows.at(-1) ?? {};
  if (!isLast) paging.goOnBehind([key_text!, key_id!]);
  return { items, total, page, pageSize };
}

const isSorted = ({ unindexed = [], computed = {} }: RecordList, { sortField }: PageOrder): boolean =>
  unindexed.includes(sortField) || sortField in computed;

/** What a row of a page has beside its record. */
interface Key {
  total?: number;
  key_text: string | null;
  key_id: string;
}

/** The same where nothing is shown but the records. */
export async function recordsOf<Row extends ObjectLiteral>(
  tx: EntityManager,
  of: EntityTarget<Row>,
  list: RecordList,
  order: PageOrder,
): Promise<Page<Row>> {
  const page = await pageOf(tx, ['record', of], { ...list, details: {} }, order);
  return { ...page, items: page.items.map(({ record }) => record) };
}

/** In SQL: the condition that the rows `l` of a list meet, with the values of its parameters. */
export function conditionOf(
  { columns }: Pick<EntityMetadata, 'columns'>,
  { owner: [owner, id], where: conditions = [], search, filters = {} }: RecordList,
): { where: string; values: unknown[]; bind: (value: unknown) => string } {
  const values: unknown[] = [id];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const wanted = Object.entries(filters).flatMap(([field, given]) => {
    if (given === undefined) return [];
    const column = columns.find(({ propertyName }) => propertyName === field)!.databaseName;
    return [`l.${column} = ANY (${bind([given].flat())})`];
  });
  const all = search ? [...conditions, search] : conditions;
  const where = [`l.${owner} = $1`, ...all.map((condition) => `(${condition(bind)})`), ...wanted].join(' AND ');
  return { where, values, bind };
}

/**
 * The statement of the next page of a list that is told whole, of what its search finds: that is looked for once, since
 * each page would take as long.
 * @throws SearchTooBroad
 */
async function pageOfFound(
  tx: EntityManager,
  metadata: EntityMetadata,
  list: DetailedList<unknown, unknown>,
  order: PageOrder,
  columns: string,
): Promise<{ text: string; values: unknown[]; total: number | null }> {
  const paging = currentPaging();
  const found = paging.found!;
  const isFirst = found.ids === undefined;
  found.ids ??= await idsFound(tx, metadata, list, order, paging.after(2));
  const total = isFirst ? found.ids.length : null;
  const ids = found.ids.slice(0, order.pageSize);
  found.ids = found.ids.slice(order.pageSize);
  if (found.ids.length > 0) paging.goOnBehind([null, ids.at(-1)!]);
  const named: DetailedList<unknown, unknown> = {
    ...list,
    search: undefined,
    filters: {},
    where: [(bind) => `l.id = ANY (${bind(ids)}::uuid[])`],
  };
  return { ...statementOf(metadata, named, { ...order, page: 1, total: false }, columns, undefined), total };
}

async function idsFound(
  tx: EntityManager,
  metadata: EntityMetadata,
  list: RecordList,
  order: PageOrder,
  after: Position | undefined,
): Promise<string[]> {
  const { where, values, bind } = conditionOf(metadata, list);
  const behind = after?.map((value) => (value === null ? null : bind(value)));
  const keys = keysOf(metadata, list, { ...order, page: 1, pageSize: MAX_FOUND + 1 }, where, behind);
  const direction = order.sortDirection === 'asc' ? 'ASC' : 'DESC';
  const text = `SELECT key_id FROM ${keys} key ORDER BY key_sort ${direction} NULLS LAST, key_id ${direction}`;
  const reading = withinTime(tx, SEARCH_TIMEOUT_MS, (manager) => manager.query<{ key_id: string }[]>(text, values));
  const rows = await (after ? reading.catch(refusePosition) : reading);
  if (rows.length > MAX_FOUND) throw new SearchTooBroad();
  return rows.map((row) => row.key_id);
}

function statementOf(
  metadata: EntityMetadata,
  list: DetailedList<unknown, unknown>,
  order: PageOrder,
  columns: string,
  after: Position | undefined,
): { text: string; values: unknown[] } {
  const [owner] = list.owner;
  const { where, values, bind } = conditionOf(metadata, list);
  const table = metadata.tableName;
  const offset = (order.page - 1) * order.pageSize;
  const direction = order.sortDirection === 'asc' ? 'ASC' : 'DESC';
  const behind = after?.map((value) => (value === null ? null : bind(value)));
  // `LIMIT` lets each row be looked up, where a planner without statistics would read all rows of the owner.
  const page = (condition: string): string => `${keysOf(metadata, list, order, `${where}${condition}`, behind)} key
    CROSS JOIN LATERAL (
      SELECT ${columns}, key_sort::text AS key_text FROM ${table} record WHERE record.${owner} = $1 AND record.id = key.key_id LIMIT 1
    ) record`;
  const inOrder = `ORDER BY key_sort ${direction} NULLS LAST, key_id ${direction}`;
  const { ofPage } = list;
  const details = ofPage ? `LEFT JOIN ${ofPage.from} details ON details.${ofPage.of} = page.key_id` : '';
  if (!order.total && !list.search) {
    const rows = `SELECT * FROM ${page('')}`;
    const text = ofPage
      ? `WITH RECURSIVE page AS MATERIALIZED (${rows}), ${ofPage.parts} SELECT * FROM page ${details} ${inOrder}`
      : `${rows} ${inOrder}`;
    return { text, values };
  }
  const total = list.search
    ? `SELECT count(*)::int FROM (SELECT FROM ${table} l WHERE ${where} LIMIT ${MAX_FOUND + 1}) found`
    : (list.total?.(bind) ?? `SELECT count(*)::int FROM ${table} l WHERE ${where}`);
  const counted = `counted AS MATERIALIZED (SELECT (${total}) AS total)`;
  const isThere = `(SELECT total FROM counted) > ${offset}${list.search ? ` AND (SELECT total FROM counted) <= ${MAX_FOUND}` : ''}`;
  const rows = `SELECT * FROM ${page(` AND ${isThere}`)}`;
  const text = ofPage
    ? `WITH RECURSIVE ${counted}, page AS MATERIALIZED (${rows}), ${ofPage.parts}
      SELECT * FROM counted LEFT JOIN page ON true ${details} ${inOrder}`
    : `WITH ${counted} SELECT * FROM counted LEFT JOIN (${rows}) page ON true ${inOrder}`;
  return { text, values };
}

/**
 * In SQL, a subquery: the keys of the rows of a page, with what they are ordered by; only of those behind a position,
 * if there is one.
 */
function keysOf(
  metadata: EntityMetadata,
  { unindexed = [], computed = {} }: RecordList,
  { page, pageSize, sortField, sortDirection }: PageOrder,
  where: string,
  behind: readonly (string | null)[] | undefined,
): string {
  const { databaseName, isNullable } = metadata.findColumnWithPropertyName(sortField)!;
  const { shared, value: sort = `l.${databaseName}` } = computed[sortField] ?? {};
  // With `OFFSET` the planner leaves it a subquery of its own, whose answers are remembered.
  const from = shared
    ? `${metadata.tableName} l CROSS JOIN LATERAL (SELECT (${shared}) AS shared OFFSET 0) common`
    : `${metadata.tableName} l`;
  const direction = sortDirection === 'asc' ? 'ASC' : 'DESC';
  const offset = (page - 1) * pageSize;
  const keys = (condition: string, order: string): string =>
    `SELECT l.id AS key_id, ${sort} AS key_sort FROM ${from} WHERE ${where}${condition} ORDER BY ${order}`;
  const limit = `LIMIT ${pageSize} OFFSET ${offset}`;
  const [sortBehind, idBehind] = behind ?? [];
  const isBehind = direction === 'ASC' ? '>' : '<';
  const valued = behind ? ` AND (${sort}, l.id) ${isBehind} (${sortBehind}, ${idBehind})` : '';
  if (!isNullable) return `(${keys(valued, `${sort} ${direction}, l.id ${direction}`)} ${limit})`;
  if (!behind && (direction === 'DESC' || unindexed.includes(sortField)))
    return `(${keys('', `${sort} ${direction} NULLS LAST, l.id ${direction}`)} ${limit})`;
  // Indexes have the order of the descending list, whose last rows have no value; so the ascending one is put together,
  // and what is behind a row.
  const order = `${sort} ${direction} NULLS ${direction === 'ASC' ? 'FIRST' : 'LAST'}, l.id ${direction}`;
  const first = `${order} LIMIT ${offset + pageSize}`;
  const without = (condition: string): string => `(${keys(` AND ${sort} IS NULL${condition}`, first)})`;
  if (sortBehind === null) return without(` AND l.id ${isBehind} ${idBehind}`);
  return `((${keys(` AND ${sort} IS NOT NULL${valued}`, first)}) UNION ALL ${without('')}
    ORDER BY key_sort ${direction} NULLS LAST, key_id ${direction} ${limit})`;
}
