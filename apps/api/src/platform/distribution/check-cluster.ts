import type { Client } from 'pg';

/** Why a database cannot be distributed, and what to do; nothing was changed. */
export class CannotDistribute extends Error {}

/** The versions of Citus that the service is proved with. */
const SUPPORTED = /^13\./;

const LOGS_NO_ERRORS = ['log', 'fatal', 'panic'];

/**
 * Checks that this is the coordinator of a cluster whose machines all answer; changes nothing.
 * @throws CannotDistribute
 */
export async function checkCluster(client: Client): Promise<void> {
  const { rows: found } = await client.query<{ installed: string | null }>(
    `SELECT extversion AS installed FROM (VALUES (1)) one LEFT JOIN pg_extension ON extname = 'citus'`,
  );
  const installed = found[0]?.installed;
  if (!installed)
    throw new CannotDistribute(
      'This database is of a plain PostgreSQL, which keeps everything on one machine and needs no distributing. To spread it over machines, install Citus 13 on each, ' +
        'run CREATE EXTENSION citus in this database on each, and name the workers by SELECT citus_add_node(…) here.',
    );
  if (!SUPPORTED.test(installed))
    throw new CannotDistribute(
      `This is Citus ${installed}, but only Citus 13 is supported. Install it on every machine, run ALTER EXTENSION citus UPDATE, and try again.`,
    );
  const { rows: schemas } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
  // PostgreSQL looks into the schema of the account's name first, and Citus has one of its own name.
  if (schemas[0]?.schema !== 'public')
    throw new CannotDistribute(
      `The tables of this account are in the schema ${schemas[0]?.schema}, but those of the service are in public. Run ALTER ROLE CURRENT_USER SET search_path = public, and try again.`,
    );
  const { rows: nodes } = await client.query<{ isCoordinator: boolean; isHere: boolean }>(
    `SELECT groupid = 0 AS "isCoordinator", groupid = (SELECT groupid FROM pg_dist_local_group) AS "isHere"
     FROM pg_dist_node WHERE isactive AND noderole = 'primary'`,
  );
  if (nodes.some(({ isCoordinator, isHere }) => isHere && !isCoordinator))
    throw new CannotDistribute('This is a worker. Set DATABASE_URL to the address of the coordinator.');
  if (!nodes.some(({ isCoordinator }) => isCoordinator))
    throw new CannotDistribute(
      "The coordinator does not know its own address: run SELECT citus_set_coordinator_host('<its host>', <its port>) in this database.",
    );
  if (!nodes.some(({ isCoordinator }) => !isCoordinator))
    throw new CannotDistribute(
      "The coordinator knows no worker: run SELECT citus_add_node('<host>', <port>) in this database for each of them.",
    );
  await checkLogging(client);
  await checkMachines(client);
}

/**
 * Citus ends one of the transactions of a deadlock between machines, and says why where it logs the error; otherwise
 * nobody would try it again.
 */
async function checkLogging(client: Client): Promise<void> {
  const { rows } = await client.query<{ level: string }>(`SELECT current_setting('log_min_messages') AS level`);
  const { level } = rows[0]!;
  if (LOGS_NO_ERRORS.includes(level))
    throw new CannotDistribute(
      `log_min_messages is ${level}, so deadlocks between machines could not be distinguished from other cancellations, and their requests would fail. Set it to error or below, and try again.`,
    );
}

async function checkMachines(client: Client): Promise<void> {
  const { rows } = await client.query<{ machine: string }>(
    `SELECT DISTINCT to_nodename || ':' || to_nodeport AS machine FROM citus_check_cluster_node_health()
     WHERE result IS DISTINCT FROM true ORDER BY 1`,
  );
  if (rows.length > 0)
    throw new CannotDistribute(
      `Some machines cannot reach ${rows.map(({ machine }) => machine).join(' and ')}. Start it, or check the network between the machines, and try again.`,
    );
}
