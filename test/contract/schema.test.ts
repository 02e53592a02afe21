import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { printSchema } from '../support/print-schema.js';
import { useService } from '../support/service.js';

const FILE = join(process.cwd(), 'docs/sql/schema.sql');
const HEAD = '-- The schema as PostgreSQL describes it. Written by npm run schema\n\n';

const service = useService();

test('docs/sql/schema.sql is the schema of the migrations: npm run schema writes it', async () => {
  const { snapshotState } = expect.getState() as unknown as { snapshotState: { _updateSnapshot: string } };
  const printed = HEAD + (await printSchema(service.database));
  if (snapshotState._updateSnapshot === 'all') writeFileSync(FILE, printed);
  expect(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '').toBe(printed);
});

type Column = DataSource['entityMetadatas'][number]['columns'][number];

/** A type as PostgreSQL writes it. */
function typeOf({ type, isArray }: Column): string {
  const name = service.database.driver.normalizeType({ type } as Column);
  return isArray ? `${name}[]` : name;
}

test('every entity has columns of its table only, of the same types and nullable alike', async () => {
  const wrong: unknown[] = [];
  for (const { tableName, columns } of service.database.entityMetadatas) {
    const actual = await service.database.query<{ name: string; type: string; nullable: boolean }[]>(
      `SELECT attname AS name, NOT attnotnull AS nullable,
         CASE WHEN EXISTS (SELECT FROM pg_enum WHERE enumtypid = atttypid) THEN 'text' ELSE format_type(atttypid, NULL) END AS type
       FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
      [tableName],
    );
    const byName = new Map(actual.map(({ name, ...column }) => [name, column]));
    for (const column of columns.filter(({ isVirtualProperty }) => !isVirtualProperty)) {
      const found = byName.get(column.databaseName);
      const declared = { type: typeOf(column), nullable: column.isNullable };
      if (found?.type !== declared.type || found.nullable !== declared.nullable)
        wrong.push([`${tableName}.${column.databaseName}`, declared, found]);
    }
  }
  expect(wrong).toEqual([]);
});
