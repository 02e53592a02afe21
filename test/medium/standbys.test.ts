import type { Settings } from '#libs/config';
import { databaseOptions } from '#libs/database';
import { registry } from '#libs/telemetry';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../apps/api/src/service/app/entities.js';
import { ReplicaReads } from '../../apps/api/src/platform/lists/replica-reads.js';
import { MIGRATIONS } from '../../apps/api/src/platform/migrations/migrations.js';
import { freshDatabase } from '../support/database.js';
import { asTest } from '../support/organization-check.js';
import { eventually } from '../support/eventually.js';

// The "standby" is a database of its own, of the same server: what it tells of its lag is what the test writes into it.
let databases: Awaited<ReturnType<typeof freshDatabase>>[];
let primary: DataSource;
let standby: DataSource;
let reads: ReplicaReads | undefined;

const open = (url: string): Promise<DataSource> =>
  new DataSource(databaseOptions({ url, poolSize: 2, entities: ENTITIES, migrations: MIGRATIONS })).initialize();

beforeAll(async () => {
  databases = [await freshDatabase(), await freshDatabase()];
  [primary, standby] = (await Promise.all(databases.map(({ url }) => open(url)))) as [DataSource, DataSource];
});
afterEach(async () => {
  await reads?.onApplicationShutdown();
});
afterAll(async () => {
  await Promise.all([primary.destroy(), standby.destroy()]);
  await Promise.all(databases.map(({ drop }) => drop()));
});

/** Reads of a service whose primary is `of`. */
async function readsOf(of: DataSource): Promise<ReplicaReads> {
  const settings = { databaseReplicaUrls: [databases[1]!.url], worker: 'off', replicaMaxLagSeconds: 10 };
  reads = new ReplicaReads(settings as unknown as Settings, of);
  await asTest(() => reads!.onModuleInit());
  return reads;
}

const seenAgo = (interval: string): Promise<unknown> =>
  asTest(() => standby.query('UPDATE heartbeat SET at = now() - $1::interval', [interval]));

const isReadFromStandby = async (): Promise<boolean> => {
  const [{ name }] = await asTest(() => reads!.read((from) => from.query('SELECT current_database() AS name')));
  return name === new URL(databases[1]!.url).pathname.slice(1);
};

test('a server of another cluster is refused at the start, with what to do', async () => {
  const ofAnother = { ...primary, migrations: primary.migrations, options: primary.options } as DataSource;
  ofAnother.query = (() => Promise.resolve([{ cluster: '1' }])) as never;
  await expect(readsOf(ofAnother)).rejects.toThrow(
    /DATABASE_REPLICA_URLS: \S+ belongs to another cluster than DATABASE_URL.*name replicas of that cluster/,
  );
});

test('a server that nothing arrives at for longer than allowed is left out until it does, and its lag is told', async () => {
  await seenAgo('1 minute');
  await readsOf(primary);
  expect(await isReadFromStandby()).toBe(false);
  expect(await registry.metrics()).toMatch(/^curbcut_standby_lag_seconds\{standby="\S+"\} 6\d/m);
  expect(await registry.metrics()).toMatch(/^curbcut_standby_used\{standby="\S+"\} 0$/m);

  await seenAgo('1 second');
  await eventually(isReadFromStandby);
  expect(await registry.metrics()).toMatch(/^curbcut_standby_lag_seconds\{standby="\S+"\} \d\./m);
  expect(await registry.metrics()).toMatch(/^curbcut_standby_used\{standby="\S+"\} 1$/m);
});
