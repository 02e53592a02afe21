import { CannotDistribute } from '../../apps/api/src/platform/distribution/check-cluster.js';
import { distribute } from '../../apps/api/src/platform/distribution/distribute.js';
import { COPIED, DISTRIBUTED } from '../../apps/api/src/platform/distribution/places.js';
import { emptyDatabase } from '../support/database.js';
import { onConnection } from '../support/on-connection.js';
import { LOCAL_TABLES, ORGANIZATION_TABLES, TABLE_OWNERS } from '../support/sql/owners.js';

/** A database that answers as a Citus would. */
async function pretending(catalogue: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const database = await emptyDatabase();
  await onConnection(database.url, (client) => client.query(catalogue));
  return database;
}

async function refusal(catalogue: string): Promise<{ words: string; prepared: boolean }> {
  const { url, drop } = await pretending(catalogue);
  let prepared = false;
  const error: unknown = await distribute(url, async () => void (prepared = true)).catch((thrown: unknown) => thrown);
  await drop();
  expect(error).toBeInstanceOf(CannotDistribute);
  return { words: (error as Error).message, prepared };
}

const VERSION = (version: string): string => `
  CREATE TABLE public.pg_extension (extname text, extversion text);
  INSERT INTO public.pg_extension VALUES ('citus', '${version}');
  DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$;`;

const NODES = (here: number, ...groups: number[]): string => `${VERSION('13.0-1')}
  CREATE TABLE pg_dist_local_group (groupid int);
  INSERT INTO pg_dist_local_group VALUES (${here});
  CREATE TABLE pg_dist_node (groupid int, isactive boolean, noderole text);
  ${groups.map((group) => `INSERT INTO pg_dist_node VALUES (${group}, true, 'primary');`).join('')}
  CREATE FUNCTION citus_check_cluster_node_health() RETURNS TABLE (to_nodename text, to_nodeport int, result boolean)
    LANGUAGE sql AS $$ VALUES ('db-2', 5432, false), ('db-1', 5432, true) $$;`;

test.each([
  ['a plain PostgreSQL', '', 'This database is of a plain PostgreSQL'],
  ['another version', VERSION('12.1-1'), 'This is Citus 12.1-1, but only Citus 13 is supported.'],
  [
    'an account whose tables are elsewhere',
    `${VERSION('13.0-1')} CREATE SCHEMA citus;
     DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = citus, public, pg_catalog', current_database()); END $$;`,
    'The tables of this account are in the schema citus',
  ],
  ['a worker', NODES(1, 0, 1), 'This is a worker. Set DATABASE_URL to the address of the coordinator.'],
  ['a coordinator that does not know itself', NODES(0, 1), 'run SELECT citus_set_coordinator_host('],
  ['a coordinator without workers', NODES(0, 0), 'run SELECT citus_add_node('],
  ['a worker that is away', NODES(0, 0, 1), 'Some machines cannot reach db-2:5432. Start it'],
])('%s is told what to do, and nothing is changed', async (_what, catalogue, words) => {
  const refused = await refusal(catalogue);
  expect(refused.words).toContain(words);
  expect(refused.prepared).toBe(false);
});

test('every table has one place: apps/api/src/platform/distribution/places.ts names it, or it stays on the coordinator', () => {
  expect([...DISTRIBUTED].sort()).toEqual([...ORGANIZATION_TABLES].sort());
  const others = [...TABLE_OWNERS.keys()].filter(
    (table) => !/\./.test(table) && table !== 'migrations' && !ORGANIZATION_TABLES.has(table),
  );
  expect([...COPIED].sort()).toEqual(others.filter((table) => !LOCAL_TABLES.has(table)).sort());
});
