import { distribute } from '../../apps/api/src/platform/distribution/distribute.js';
import { FORMER_MIGRATIONS } from '../../apps/api/src/platform/migrations/former.js';
import { MIGRATIONS } from '../../apps/api/src/platform/migrations/migrations.js';
import { prepareDatabase } from '../../apps/api/src/service/app/prepare-database.js';
import { rowsOf } from '../support/citus/content.js';
import { citusNodes, dropEverywhere, join, joinedDatabase } from '../support/citus/database.js';
import { FORMER_SECRET_KEY, fillFormer, keptOf, migrationsOf } from '../support/former-database.js';
import { rowHashes } from '../support/row-hashes.js';

jest.setTimeout(300_000);

const NAME = 'curbcut_upgrade';
const OURS = MIGRATIONS.map(({ name }) => name);

afterAll(() => dropEverywhere(NAME));

test('a database of v0.1.0 is taken over before it is distributed, and after: every row is kept', async () => {
  const url = await joinedDatabase(NAME, 0);
  const prepare = () => prepareDatabase(url, { secretKey: FORMER_SECRET_KEY });
  await fillFormer(url);
  for (const worker of citusNodes().slice(1)) await join(url, worker);
  const former = await keptOf(url);
  const before = await rowHashes(url, former);
  expect((await distribute(url, prepare)).spread).toBeGreaterThan(40);
  expect(await migrationsOf(url)).toEqual([...FORMER_MIGRATIONS, ...OURS]);
  expect(await rowHashes(url, former)).toEqual(before);
  // What v0.1.0 would have distributed, as the schemas are the same.
  await rowsOf(url, `DELETE FROM migrations WHERE name = '${OURS[0]}'`);
  await prepare();
  expect(await migrationsOf(url)).toEqual([...FORMER_MIGRATIONS, ...OURS]);
  expect(await distribute(url, prepare)).toEqual({ spread: 0, copied: 0 });
  expect(await rowHashes(url, former)).toEqual(before);
});
