import type { Client } from 'pg';
import { DISTRIBUTED } from './places.js';

/** A machine of the cluster, as Citus names it: `host:port`. */
export type Machine = string;

/** Where the rows of an organization are. */
export interface PlaceOfOrganization {
  machine: Machine;
  /** How many other organizations are in the same parts of the tables, which move together. */
  others: number;
}

const SHARD_OF = `get_shard_id_for_distribution_column('${DISTRIBUTED[0]}', $1::uuid)`;

/** Where an organization is; undefined: the database is not distributed. */
export async function placeOf(client: Client, organizationId: string): Promise<PlaceOfOrganization | undefined> {
  if (!(await isDistributed(client))) return undefined;
  const { rows: placed } = await client.query<{ shard: string; machine: Machine }>(
    `SELECT shardid AS shard, nodename || ':' || nodeport AS machine FROM citus_shards WHERE shardid = ${SHARD_OF}`,
    [organizationId],
  );
  const { shard, machine } = placed[0]!;
  const { rows: all } = await client.query<{ id: string }>('SELECT id FROM organizations WHERE id <> $1', [
    organizationId,
  ]);
  const { rows: beside } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM unnest($1::uuid[]) AS other(id)
     WHERE get_shard_id_for_distribution_column('${DISTRIBUTED[0]}', other.id) = $2::bigint`,
    [all.map(({ id }) => id), shard],
  );
  return { machine, others: beside[0]!.count };
}

/** The machines that may have organizations. */
export async function machinesOf(client: Client): Promise<Machine[]> {
  const { rows } = await client.query<{ machine: Machine }>(
    `SELECT nodename || ':' || nodeport AS machine FROM pg_dist_node
     WHERE isactive AND noderole = 'primary' AND shouldhaveshards ORDER BY 1`,
  );
  return rows.map(({ machine }) => machine);
}

/** Moves the parts of the tables that an organization is in to another machine. Requests go on. */
export async function moveTo(client: Client, organizationId: string, from: Machine, to: Machine): Promise<void> {
  await client.query(
    `SELECT citus_move_shard_placement(${SHARD_OF}, $2::text, $3::int, $4::text, $5::int, 'force_logical')`,
    [organizationId, ...partsOf(from), ...partsOf(to)],
  );
}

/** Host and port; a host may have colons itself. */
function partsOf(machine: Machine): [host: string, port: number] {
  const at = machine.lastIndexOf(':');
  return [machine.slice(0, at), Number(machine.slice(at + 1))];
}

async function isDistributed(client: Client): Promise<boolean> {
  const { rows: extensions } = await client.query(`SELECT 1 FROM pg_extension WHERE extname = 'citus'`);
  if (extensions.length === 0) return false;
  const { rows } = await client.query('SELECT 1 FROM pg_dist_partition WHERE logicalrelid = $1::regclass', [
    DISTRIBUTED[0],
  ]);
  return rows.length > 0;
}
