import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import type { LinkTable } from './links.js';

/** What stands beside a record: a subquery for one value of the row `record`, and how that value is read. */
export interface Detail<T> {
  sql: string;
  read: (value: never) => T;
}

/** What some details say of one record. */
export type Detailed<D extends Record<string, Detail<unknown>>> = {
  [Name in keyof D]: D[Name] extends Detail<infer T> ? T : never;
};

/** The details of many records, by record, in one statement however many they are. */
export async function detailsOf<D extends Record<string, Detail<unknown>>>(
  tx: EntityManager,
  of: EntityTarget<ObjectLiteral>,
  ids: readonly string[],
  details: D,
): Promise<Map<string, Detailed<D>>> {
  if (ids.length === 0) return new Map();
  const named = Object.entries(details);
  const rows = await tx.query<({ id: string } & Record<string, never>)[]>(
    `SELECT record.id, ${named.map(([name, { sql }]) => `(${sql}) AS "${name}"`).join(', ')}
     FROM ${tx.connection.getMetadata(of).tableName} record WHERE record.id = ANY ($1::uuid[])`,
    [[...ids]],
  );
  return new Map(
    rows.map((row) => [
      row.id,
      Object.fromEntries(named.map(([name, { read }]) => [name, read(row[name]!)])) as Detailed<D>,
    ]),
  );
}

/** The rows that a table links to a record; `columns` are selected from the table `of` as `t`. Moments come as text. */
export function linkedRows<Row, T = Row>(
  { table, owner, target }: LinkTable,
  of: { table: string; columns: string; order: string },
  read: (row: Row) => T,
): Detail<T[]> {
  return {
    sql: `SELECT coalesce(json_agg(linked), '[]') FROM (
            SELECT ${of.columns} FROM ${table} l JOIN ${of.table} t ON t.id = l.${target}
            WHERE l.${owner} = record.id ORDER BY ${of.order}) linked`,
    read: (rows: Row[]) => rows.map(read),
  };
}
