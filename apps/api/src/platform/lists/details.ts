import { type Columns, columnsOf } from '#libs/database';
import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import type { RowKey } from './key-of.js';
import type { LinkTable } from './links.js';

/**
 * An additional value of a record: a subquery on the row `record` of the organization `$1`, and how its result is read.
 * It names the organization by the parameter, not by the column of `record`: an engine that spreads organizations over
 * machines does not see through that.
 */
export interface Detail<T> {
  sql: string;
  read: (value: never) => T;
}

/**
 * Additional values of all records of a result page, found at once: looking for those of each record would do most of
 * the work again.
 */
export interface DetailsOfPage<T> {
  /** In SQL: parts of a `WITH RECURSIVE`, which read the records from `page`, as `key_id` and the columns of `record`. */
  parts: string;
  /** The part that has the values; records without any may be missing. */
  from: string;
  /** Its column with the id of the record. */
  of: string;
  read: (row: Record<string, unknown>) => T;
}

/** The values of some details. */
export type Detailed<D extends Record<string, Detail<unknown>>> = {
  [Name in keyof D]: D[Name] extends Detail<infer T> ? T : never;
};

/**
 * The columns of an entity and of some details for a SELECT on `record`, and how to read one back: the record under
 * `name`, and its details.
 */
export function detailedColumns<
  Name extends string,
  Row extends ObjectLiteral,
  D extends Record<string, Detail<unknown>>,
>([name, of]: [Name, EntityTarget<Row>], details: D): Columns<Record<Name, Row> & Detailed<D>> {
  const record = columnsOf(of, 'record');
  const named = Object.entries(details);
  return {
    sql: [record.sql, ...named.map(([detail, { sql }]) => `(${sql}) AS "${detail}"`)].join(', '),
    read(row) {
      const existing = record.read(row);
      if (!existing) return null;
      const shown = named.map(([detail, { read }]) => [detail, read(row[detail] as never)]);
      return { [name]: existing, ...Object.fromEntries(shown) } as Record<Name, Row> & Detailed<D>;
    },
  };
}

/**
 * Loads the records of one organization that have these values, or one of several, with their details, in one
 * statement; in the order of `orderBy`.
 */
export async function loadDetailed<
  Name extends string,
  Row extends ObjectLiteral & RowKey,
  D extends Record<string, Detail<unknown>>,
>(
  tx: EntityManager,
  [name, of]: [Name, EntityTarget<Row>],
  details: D,
  {
    organizationId,
    ...where
  }: Pick<RowKey, 'organizationId'> & Partial<Record<keyof Row, string | number | readonly string[]>>,
  orderBy?: keyof Row & string,
): Promise<(Record<Name, Row> & Detailed<D>)[]> {
  const metadata = tx.connection.getMetadata(of);
  const columns = detailedColumns([name, of], details);
  const column = (field: string): string => `record.${metadata.findColumnWithPropertyName(field)!.databaseName}`;
  const conditions = Object.entries(where).map(([field, value], index) =>
    Array.isArray(value) ? ` AND ${column(field)} = ANY ($${index + 2})` : ` AND ${column(field)} = $${index + 2}`,
  );
  const rows = await tx.query<Record<string, unknown>[]>(
    `SELECT ${columns.sql} FROM ${metadata.tableName} record
     WHERE record.organization_id = $1${conditions.join('')}${orderBy ? ` ORDER BY ${column(orderBy)}` : ''}`,
    [organizationId, ...Object.values(where)],
  );
  return rows.map((row) => columns.read(row)!);
}

/**
 * The rows that a table links to a record; `columns` are selected from the table `of` as `t`, which shares the columns
 * `within` with the link. Moments come as text.
 */
export function linkedRows<Row, T = Row>(
  { table, owner, target }: LinkTable,
  of: { table: string; columns: string; order: string; within?: readonly string[] },
  read: (row: Row) => T,
): Detail<T[]> {
  const shared = (of.within ?? []).map((column) => ` AND t.${column} = l.${column}`).join('');
  return {
    sql: `SELECT coalesce(json_agg(linked), '[]') FROM (
            SELECT ${of.columns} FROM ${table} l JOIN ${of.table} t ON t.id = l.${target}${shared}
            WHERE l.organization_id = $1 AND l.${owner} = record.id ORDER BY ${of.order}) linked`,
    read: (rows: Row[]) => rows.map(read),
  };
}
