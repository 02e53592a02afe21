import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import type { RowKey } from './key-of.js';
import type { LinkTable } from './links.js';

/**
 * An additional value of a record: a subquery on the row `record` of the organization `$1`, and how its result is read. It names the organization by the parameter,
 * not by the column of `record`: an engine that spreads organizations over machines does not see through that.
 */
export interface Detail<T> {
  sql: string;
  read: (value: never) => T;
}

/** The values of some details. */
export type Detailed<D extends Record<string, Detail<unknown>>> = {
  [Name in keyof D]: D[Name] extends Detail<infer T> ? T : never;
};

/**
 * Loads the details of records of one organization in one statement; each result has the record under `name`, and its details. Records that
 * were deleted meanwhile are omitted.
 */
export async function loadDetails<
  Name extends string,
  Row extends ObjectLiteral & RowKey,
  D extends Record<string, Detail<unknown>>,
>(
  tx: EntityManager,
  [name, of]: [Name, EntityTarget<Row>],
  records: readonly Row[],
  details: D,
): Promise<(Record<Name, Row> & Detailed<D>)[]> {
  const [first] = records;
  if (!first) return [];
  const named = Object.entries(details);
  const rows = await tx.query<({ id: string } & Record<string, never>)[]>(
    `SELECT record.id, ${named.map(([detail, { sql }]) => `(${sql}) AS "${detail}"`).join(', ')}
     FROM ${tx.connection.getMetadata(of).tableName} record
     WHERE record.organization_id = $1 AND record.id = ANY ($2::uuid[])`,
    [first.organizationId, records.map(({ id }) => id)],
  );
  const byId = new Map(
    rows.map((row) => [
      row.id,
      Object.fromEntries(named.map(([detail, { read }]) => [detail, read(row[detail]!)])) as Detailed<D>,
    ]),
  );
  return records
    .filter(({ id }) => byId.has(id))
    .map((record) => ({ [name]: record, ...byId.get(record.id)! }) as Record<Name, Row> & Detailed<D>);
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
