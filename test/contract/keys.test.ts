import { Client, type DatabaseError } from 'pg';
import { populate } from '../support/populated-world.js';
import { useService } from '../support/service.js';
import { LOCAL_TABLES, ORGANIZATION_TABLES } from '../support/sql/owners.js';
import type { World } from '../support/world.js';

const service = useService();

/** A foreign key of the database; `columns` and `targets` are in the same order. */
interface ForeignKey {
  name: string;
  child: string;
  parent: string;
  columns: string[];
  targets: string[];
}

const ORGANIZATION = 'organization_id';

/** Keys and unique indexes of tables: their columns in order. */
const UNIQUE = `
  SELECT c.relname AS "table", i.relname AS name,
    array_agg(a.attname::text ORDER BY k.position) AS columns, bool_or(x.indisprimary) AS "isPrimary"
  FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
  CROSS JOIN unnest(x.indkey::int2[]) WITH ORDINALITY k(attnum, position)
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
  WHERE c.relnamespace = 'public'::regnamespace AND x.indisunique
  GROUP BY 1, 2`;

const FOREIGN_KEYS = `
  SELECT f.conname AS name, f.conrelid::regclass::text AS child, f.confrelid::regclass::text AS parent,
    array_agg(a.attname::text ORDER BY k.position) AS columns, array_agg(b.attname::text ORDER BY k.position) AS targets
  FROM pg_constraint f CROSS JOIN unnest(f.conkey, f.confkey) WITH ORDINALITY k(mine, theirs, position)
  JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.mine
  JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = k.theirs
  WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace
  GROUP BY 1, 2, 3 ORDER BY 1`;

async function columnsOf(): Promise<Map<string, Set<string>>> {
  const rows = await service.database.query<{ table: string; columns: string[] }[]>(
    `SELECT table_name AS "table", array_agg(column_name::text) AS columns FROM information_schema.columns
     WHERE table_schema = 'public' GROUP BY 1`,
  );
  return new Map(rows.map(({ table, columns }) => [table, new Set(columns)]));
}

test('the organization comes first in every key of its data', async () => {
  const keys =
    await service.database.query<{ table: string; name: string; columns: string[]; isPrimary: boolean }[]>(UNIQUE);
  const ofOrganizations = keys.filter(({ table }) => ORGANIZATION_TABLES.has(table));
  expect(ofOrganizations.filter(({ columns }) => columns[0] !== ORGANIZATION)).toEqual([]);
  const keyed = ofOrganizations.filter(({ isPrimary }) => isPrimary).map(({ table }) => table);
  expect(keyed.sort()).toEqual([...ORGANIZATION_TABLES].sort());
});

/** They change rarely and are read by people of several organizations, or belong to nobody where they are built in. */
const REFERENCE_TABLES = ['former_members', 'invitations', 'members', 'standards', 'teams'];

test('every table that has an organization is listed: as an organization’s, as local, or as one of few that all may read', async () => {
  const listed = new Set([...ORGANIZATION_TABLES, ...LOCAL_TABLES, ...REFERENCE_TABLES]);
  const withOrganization = [...(await columnsOf())].filter(([, columns]) => columns.has(ORGANIZATION));
  const unlisted = withOrganization.map(([table]) => table).filter((table) => !listed.has(table));
  expect(unlisted.map((table) => `${table}: add it to organizationTables in layers.json`)).toEqual([]);
});

test('the classes of the tables have the same keys', async () => {
  const keys = await service.database.query<{ table: string; columns: string[]; isPrimary: boolean }[]>(UNIQUE);
  for (const { tableName, primaryColumns } of service.database.entityMetadatas)
    expect([tableName, ...primaryColumns.map(({ databaseName }) => databaseName)]).toEqual([
      tableName,
      ...keys.find(({ table, isPrimary }) => table === tableName && isPrimary)!.columns,
    ]);
});

test('whatever a table of organizations refers to, it refers to within the organization, and within the product where both have one', async () => {
  const columns = await columnsOf();
  const loose = (await service.database.query<ForeignKey[]>(FOREIGN_KEYS)).filter(
    ({ child, parent, columns: mine, targets }) => {
      const shared = [ORGANIZATION, 'product_id'].filter(
        (column) => columns.get(child)!.has(column) && (columns.get(parent)!.has(column) || parent === 'products'),
      );
      const wanted =
        parent === 'standards' ? [] : shared.map((c) => [c, parent === 'products' && c === 'product_id' ? 'id' : c]);
      return (
        ORGANIZATION_TABLES.has(child) &&
        !wanted.every(([from, to]) => mine.some((column, index) => column === from && targets[index] === to))
      );
    },
  );
  expect(loose.map(({ name }) => name)).toEqual([]);
});

test('the tables of organizations have no triggers: an engine that spreads them over machines refuses these', async () => {
  const rows = await service.database.query<{ table: string; name: string }[]>(
    `SELECT tgrelid::regclass::text AS "table", tgname AS name FROM pg_trigger WHERE NOT tgisinternal`,
  );
  expect(rows.filter(({ table }) => ORGANIZATION_TABLES.has(table))).toEqual([]);
});

describe('the database refuses', () => {
  let ours: World;
  let theirs: World;
  let references: ForeignKey[];
  let connection: Client;

  beforeAll(async () => {
    connection = new Client({ connectionString: service.databaseUrl });
    await connection.connect();
    [ours, theirs] = [await populate(service), await populate(service)];
    const columns = await columnsOf();
    references = (await service.database.query<ForeignKey[]>(FOREIGN_KEYS)).filter(
      ({ child, columns: mine, parent }) =>
        ORGANIZATION_TABLES.has(child) &&
        mine.includes(ORGANIZATION) &&
        mine.length > 1 &&
        columns.get(parent)!.has(ORGANIZATION),
    );
    // Two worlds take half a minute, and several times as long where others use the machine.
  }, 300_000);

  afterAll(() => connection.end());

  /**
   * Lets a row of ours point at a row of another, in all that the reference names but `fixed`, while there is no other
   * foreign key; returns the constraint that refuses it.
   */
  async function pointAcross(reference: ForeignKey, fixed: string[], from: string, to: string): Promise<string> {
    const { child, parent, columns, targets } = reference;
    const moved = columns.flatMap((column, index) =>
      fixed.includes(column) ? [] : [`${column} = (SELECT ${targets[index]} FROM theirs)`],
    );
    await connection.query('BEGIN');
    try {
      for (const other of references)
        if (other.name !== reference.name)
          await connection.query(`ALTER TABLE ${other.child} DROP CONSTRAINT ${other.name}`);
      const { rowCount } = await connection.query(
        `WITH theirs AS (SELECT * FROM ${parent} WHERE ${to} LIMIT 1)
         UPDATE ${child} SET ${moved.join(', ')} WHERE ctid = (SELECT ctid FROM ${child} WHERE ${from} LIMIT 1) RETURNING 1`,
      );
      return rowCount === 0 ? 'there is no row to try it with: test/support/populated-world.ts makes them' : 'accepted';
    } catch (error) {
      const { code, constraint } = error as DatabaseError;
      return `${code} ${constraint}`;
    } finally {
      await connection.query('ROLLBACK');
    }
  }

  test('a row that points into another organization, by whatever reference', async () => {
    expect(references.length).toBeGreaterThan(30);
    const answers: Record<string, string> = {};
    for (const reference of references)
      answers[reference.name] = await pointAcross(
        reference,
        [ORGANIZATION],
        `${ORGANIZATION} = '${ours.organization.id}'`,
        `${ORGANIZATION} = '${theirs.organization.id}'`,
      );
    expect(answers).toEqual(Object.fromEntries(references.map(({ name }) => [name, `23503 ${name}`])));
  });

  test('a row that points at a record of another product', async () => {
    const within = references.filter(({ columns }) => columns.includes('product_id') && columns.length > 2);
    expect(within.length).toBeGreaterThan(10);
    const answers: Record<string, string> = {};
    for (const reference of within)
      answers[reference.name] = await pointAcross(
        reference,
        [ORGANIZATION, 'product_id'],
        `product_id = '${ours.product.id}'`,
        `${ORGANIZATION} = '${ours.organization.id}' AND product_id <> '${ours.product.id}'`,
      );
    expect(answers).toEqual(Object.fromEntries(within.map(({ name }) => [name, `23503 ${name}`])));
  });

  test.each([...ORGANIZATION_TABLES])('a row of %s that belongs to nobody', async (table) => {
    const sql = `UPDATE ${table} SET ${ORGANIZATION} = NULL WHERE ${ORGANIZATION} = '${ours.organization.id}'`;
    await expect(connection.query(sql)).rejects.toMatchObject({ code: '23502' });
  });
});
