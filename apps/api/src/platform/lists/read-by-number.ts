import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import type { ProductRead } from '../http/product-read.js';
import { type Detail, type Detailed, detailedColumns } from './details.js';

/** Reads the record of a product whose number the variable `number` of the path has, with its details. */
export function readByNumber<Name extends string, Row extends ObjectLiteral, D extends Record<string, Detail<unknown>>>(
  database: DataSource,
  kind: [Name, EntityTarget<Row>],
  details: D,
  { what, number }: { what: string; number: string },
): ProductRead<Record<Name, Row> & Detailed<D>> {
  const { sql, read } = detailedColumns(kind, details);
  return {
    what,
    number,
    sql: `SELECT ${sql} FROM ${database.getMetadata(kind[1]).tableName} record
      WHERE record.organization_id = $1 AND record.product_id = p.id AND record.number = $3 LIMIT 1`,
    read: (row) => read(row) ?? undefined,
  };
}
