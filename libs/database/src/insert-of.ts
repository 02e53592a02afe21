import type { Statement } from './query-together.js';

const IS_JSON = /^jsonb?$/;
const MAX_VALUES = 20;

/**
 * An INSERT of rows of an organization. Few are sent as values: an engine that spreads tables over machines passes
 * these on without planning. Many are one parameter of JSON, so that there are few texts.
 * @param into `INSERT INTO` with the table and its columns, the organization first
 * @param types the other columns in their order, as rows name them, with their types in SQL
 * @param conflict what follows the rows, such as `ON CONFLICT …`
 */
export function insertOf<Row extends object>(
  into: string,
  types: Readonly<Partial<Record<keyof Row & string, string>>>,
  organizationId: string,
  rows: readonly Row[],
  conflict = '',
): Statement {
  const columns = Object.entries(types) as [keyof Row & string, string][];
  if (rows.length <= MAX_VALUES) {
    const values: unknown[] = [organizationId];
    const texts = rows.map((row) => {
      const places = columns.map(([name, type]) => `$${values.push(valueOf(row[name], type))}`);
      return `($1, ${places.join(', ')})`;
    });
    return [`${into} VALUES ${texts.join(', ')} ${conflict}`, values];
  }
  const columnTypes = columns.map(([name, type]) => `"${name}" ${type}`).join(', ');
  return [
    `${into} SELECT $1::uuid, given.* FROM json_to_recordset($2::json) AS given(${columnTypes}) ${conflict}`,
    [organizationId, JSON.stringify(rows)],
  ];
}

function valueOf(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null;
  return IS_JSON.test(type) ? JSON.stringify(value) : value;
}
