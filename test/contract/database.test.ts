import { migrationOptions } from '#libs/database';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../apps/api/src/service/app/entities.js';
import { prepareDatabase } from '../../apps/api/src/service/app/prepare-database.js';
import { BUILT_IN_STANDARDS } from '../../apps/api/src/standards/catalogue/built-in.js';
import { MIGRATIONS } from '../../apps/api/src/platform/migrations/migrations.js';
import { emptyDatabase } from '../support/database.js';
import { useService } from '../support/service.js';

const service = useService();

test('every foreign key has an index that begins with its columns: deleting a parent must not scan', async () => {
  const rows = await service.database.query(`
    SELECT c.conname FROM pg_constraint c
    WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND NOT EXISTS (
      SELECT FROM pg_index i WHERE i.indrelid = c.conrelid
        AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey AND c.conkey @> (i.indkey::int2[])[0:cardinality(c.conkey) - 1])`);
  const unindexed = rows.map(({ conname }: { conname: string }) => conname);
  expect(unindexed).toEqual([]);
});

test('every constraint of the database has a readable name', async () => {
  const rows = await service.database.query(
    `SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f', 'c') AND conname !~ '^(pk|uq|fk|ck)_' AND conrelid <> 'migrations'::regclass`,
  );
  expect(rows).toEqual([]);
});

test('migrations stand in the order in which they run: by the last one a standby shows that it knows the schema', () => {
  const moments = MIGRATIONS.map(({ name }) => Number(/\d{13}$/.exec(name)![0]));
  expect(moments).toEqual(moments.toSorted((one, other) => one - other));
});

test('replicas that start together on an empty database do not race, and a second start finds nothing to do', async () => {
  const { url, drop } = await emptyDatabase();
  try {
    await Promise.all([prepareDatabase(url), prepareDatabase(url), prepareDatabase(url)]);
    await prepareDatabase(url);
    const database = await new DataSource(
      migrationOptions({ url, poolSize: 1, entities: ENTITIES, migrations: MIGRATIONS }),
    ).initialize();
    expect(await database.showMigrations()).toBe(false);
    const [{ requirements }] = await database.query('SELECT count(*)::int AS requirements FROM requirements');
    expect(requirements).toBe(BUILT_IN_STANDARDS.reduce((sum, standard) => sum + standard.requirements.length, 0));
    await database.destroy();
  } finally {
    await drop();
  }
});
