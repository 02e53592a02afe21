import type { Client } from 'pg';
import { withMigrationLock } from '#libs/database';
import { CannotDistribute, checkCluster } from './check-cluster.js';
import { onCoordinator } from './coordinator.js';
import { COPIED, DISTRIBUTED, DISTRIBUTION_COLUMN } from './places.js';

/** A foreign key, and how to add it again. */
interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** What was done: how many tables have been spread and copied just now; none where all were. */
export interface Distribution {
  spread: number;
  copied: number;
}

/**
 * Declares to Citus where the tables of a database are. All of it is one transaction, also on a database that is full:
 * what is interrupted leaves everything as it was. What is as it should be is left alone. A machine that was added
 * since gets the tables that are copied.
 * @param prepare brings the schema up to date; called once nothing speaks against distributing
 * @throws CannotDistribute with what to do
 */
export async function distribute(url: string, prepare: () => Promise<unknown>): Promise<Distribution> {
  return onCoordinator(url, 'curbcut-distribute', async (client) => {
    await checkCluster(client);
    await checkPlaces(client);
    // A machine that is new has no copies yet, and a change of the schema that finds some missing is refused. Moving
    // parts online would need more of the servers' settings.
    await client.query(`SELECT replicate_reference_tables('block_writes')`);
    await prepare();
    return withMigrationLock(url, () => declare(client));
  });
}

/** Tables that Citus has already, by name: by which column they are spread, or null where they are copied. */
async function placed(client: Client): Promise<Map<string, string | null>> {
  const { rows } = await client.query<{ name: string; column: string | null }>(
    `SELECT c.relname AS name, column_to_column_name(p.logicalrelid, p.partkey) AS column
     FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
     WHERE c.relnamespace = 'public'::regnamespace AND (p.partmethod = 'h' OR p.repmodel = 't')`,
  );
  return new Map(rows.map(({ name, column }) => [name, column]));
}

/** @throws CannotDistribute where somebody has placed tables otherwise */
async function checkPlaces(client: Client): Promise<void> {
  const intended = new Map<string, string | null>([
    ...DISTRIBUTED.map((name) => [name, DISTRIBUTION_COLUMN] as const),
    ...COPIED.map((name) => [name, null] as const),
  ]);
  const { rows: groups } = await client.query<{ groups: number }>(
    `SELECT count(DISTINCT colocationid)::int AS groups FROM pg_dist_partition
     WHERE partmethod = 'h' AND logicalrelid::text = ANY ($1)`,
    [DISTRIBUTED],
  );
  const wrong = [...(await placed(client))].flatMap(([name, column]) =>
    intended.get(name) === column ? [] : [`SELECT undistribute_table('${name}', cascade_via_foreign_keys => true);`],
  );
  if ((groups[0]?.groups ?? 0) > 1)
    wrong.push(`SELECT undistribute_table('${DISTRIBUTED[0]}', cascade_via_foreign_keys => true);`);
  if (wrong.length > 0)
    throw new CannotDistribute(
      `Some tables of this database are not distributed as required. Reverse their distribution, and try again:\n  ${wrong.join('\n  ')}`,
    );
}

async function declare(client: Client): Promise<Distribution> {
  const present = await placed(client);
  const copied = COPIED.filter((name) => !present.has(name));
  const spread = DISTRIBUTED.filter((name) => !present.has(name));
  if (copied.length + spread.length === 0) return { spread: 0, copied: 0 };
  await client.query('BEGIN');
  try {
    // Within one transaction, machines work one after the other.
    await client.query(`SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
    await client.query(`SET LOCAL client_min_messages TO 'warning'`);
    // Nobody writes while tables move; whoever does already is waited for.
    await client.query(`LOCK TABLE ${[...copied, ...spread].join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
    const keys = await foreignKeysOf(client, [...copied, ...spread]);
    for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    for (const name of copied) await client.query('SELECT create_reference_table($1)', [name]);
    for (const name of spread)
      await client.query('SELECT create_distributed_table($1, $2, colocate_with => $3)', [
        name,
        DISTRIBUTION_COLUMN,
        name === DISTRIBUTED[0] ? 'none' : DISTRIBUTED[0],
      ]);
    // What was copied to the machines is no longer needed here.
    for (const name of [...copied, ...spread])
      await client.query('SELECT truncate_local_data_after_distributing_table($1)', [name]);
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
  return { spread: spread.length, copied: copied.length };
}

/** The foreign keys of these tables, and those that refer to them; those of what is placed first come first. */
async function foreignKeysOf(client: Client, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace
       AND (conrelid::regclass::text = ANY ($1) OR confrelid::regclass::text = ANY ($1))
     ORDER BY conrelid::regclass::text = ANY ($2) DESC, conrelid::regclass::text = ANY ($3), conrelid::regclass::text, conname`,
    [tables, COPIED, DISTRIBUTED],
  );
  return rows;
}
