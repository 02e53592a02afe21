import type { EntityManager, EntityMetadata, EntityTarget, ObjectLiteral } from 'typeorm';
import { withinTime } from '#libs/database';
import { type Detail, type Detailed, detailedColumns } from './details.js';
import type { SortDirection } from './page-query.js';
import type { Page } from './pagination.js';
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
  /** Fields without a value in some rows that no index serves, so that all rows are sorted. */
  unindexed?: readonly string[];
  /** Fields that are no columns, in SQL: a subquery on `l` whose answer many rows share, and the value, which may name it `common.shared`. */
  computed?: Readonly<Record<string, { shared: string; value: string }>>;
}

/** The same with what it shows of each beside its columns. */
export interface DetailedList<D> extends RecordList {
  details: D;
}

/** Which page, in which order; what is ordered by must be selectable. `total` false: how many rows there are is not asked for. */
export interface PageOrder {
  page: number;
  pageSize: number;
  total: boolean;
  sortField: string;
  sortDirection: SortDirection;
}

/**
 * Reads one page of a list and its total in one statement: finds the ids of the page by an index alone where one has all that the
 * conditions name, and reads only its rows whole. Rows without a value come last in both directions, ties break on `id`, so that
 * pages neither repeat nor lose a row. Each item has the record under `name`, and its details.
 */
export async function pageOf<Name extends string, Row extends ObjectLiteral, D extends Record<string, Detail<unknown>>>(
  tx: EntityManager,
  kind: [Name, EntityTarget<Row>],
  list: DetailedList<D>,
  order: PageOrder,
): Promise<Page<Record<Name, Row> & Detailed<D>>> {
  const { page, pageSize } = order;
  const columns = detailedColumns(kind, list.details);
  const { text, values } = statementOf(tx.connection.getMetadata(kind[1]), list, order, columns.sql);
  const read = (manager: EntityManager) => manager.query<({ total?: number } & Record<string, never>)[]>(text, values);
  const rows = await (list.search ? withinTime(tx, SEARCH_TIMEOUT_MS, read) : read(tx));
  if (list.search && rows[0]!.total! > MAX_FOUND) throw new SearchTooBroad();
  const items = rows.map((row) => columns.read(row)).filter((item) => item !== null);
  return { items, total: order.total ? rows[0]!.total! : null, page, pageSize };
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

function statementOf(
  metadata: EntityMetadata,
  list: RecordList,
  order: PageOrder,
  columns: string,
): { text: string; values: unknown[] } {
  const [owner] = list.owner;
  const { where, values, bind } = conditionOf(metadata, list);
  const table = metadata.tableName;
  const offset = (order.page - 1) * order.pageSize;
  const direction = order.sortDirection === 'asc' ? 'ASC' : 'DESC';
  // `LIMIT` lets each row be looked up, where a planner without statistics would read all rows of the owner.
  const page = (condition: string): string => `${keysOf(metadata, list, order, `${where}${condition}`)} key
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM ${table} record WHERE record.${owner} = $1 AND record.id = key.key_id LIMIT 1
    ) record`;
  const inOrder = `ORDER BY key_sort ${direction} NULLS LAST, key_id ${direction}`;
  if (!order.total && !list.search) return { text: `SELECT * FROM ${page('')} ${inOrder}`, values };
  const total = list.search
    ? `SELECT count(*)::int FROM (SELECT FROM ${table} l WHERE ${where} LIMIT ${MAX_FOUND + 1}) found`
    : (list.total?.(bind) ?? `SELECT count(*)::int FROM ${table} l WHERE ${where}`);
  const isThere = `(SELECT total FROM counted) > ${offset}${list.search ? ` AND (SELECT total FROM counted) <= ${MAX_FOUND}` : ''}`;
  const text = `WITH counted AS MATERIALIZED (SELECT (${total}) AS total)
    SELECT * FROM counted LEFT JOIN (SELECT * FROM ${page(` AND ${isThere}`)}) page ON true ${inOrder}`;
  return { text, values };
}

/** In SQL, a subquery: the keys of the rows of a page, with what they are ordered by. */
function keysOf(
  metadata: EntityMetadata,
  { unindexed = [], computed = {} }: RecordList,
  { page, pageSize, sortField, sortDirection }: PageOrder,
  where: string,
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
  // Indexes have the order of the descending list, whose last rows have no value; so the ascending one is put together.
  if (!isNullable) return `(${keys('', `${sort} ${direction}, l.id ${direction}`)} ${limit})`;
  if (direction === 'DESC' || unindexed.includes(sortField))
    return `(${keys('', `${sort} ${direction} NULLS LAST, l.id ${direction}`)} ${limit})`;
  const first = `${sort} ASC NULLS FIRST, l.id ASC LIMIT ${offset + pageSize}`;
  return `((${keys(` AND ${sort} IS NOT NULL`, first)}) UNION ALL (${keys(` AND ${sort} IS NULL`, first)})
    ORDER BY key_sort ASC NULLS LAST, key_id ASC ${limit})`;
}
