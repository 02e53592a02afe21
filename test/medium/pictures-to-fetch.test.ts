import { migrationOptions } from '#libs/database';
import { newId } from '#libs/ids';
import { DataSource } from 'typeorm';
import { MIGRATIONS } from '../../apps/api/src/platform/migrations/migrations.js';
import { PicturesToFetch1770000000037 } from '../../apps/api/src/platform/migrations/1770000000037-pictures-to-fetch.js';
import { emptyDatabase } from '../support/database.js';

const STORED = `https://curbcut.example/uploads/avatars/${'a'.repeat(48)}.webp`;
const GRAVATAR = `https://www.gravatar.com/avatar/${'b'.repeat(64)}?s=256&d=mp`;
const NAMED = [
  'https://elsewhere.example/me.png',
  `${STORED}?x`,
  'https://elsewhere.example/?https://www.gravatar.com/avatar/1',
];

test('pictures that were named by an address are to be fetched after an upgrade; those that we store stay', async () => {
  const { url, drop } = await emptyDatabase();
  const migrations = MIGRATIONS.slice(0, MIGRATIONS.indexOf(PicturesToFetch1770000000037));
  const former = await new DataSource(migrationOptions({ url, poolSize: 1, entities: [], migrations })).initialize();
  const runner = former.createQueryRunner();
  try {
    await former.runMigrations({ transaction: 'each' });
    for (const image of [null, STORED, GRAVATAR, ...NAMED])
      await runner.query(
        `INSERT INTO users (id, name, email, image) VALUES ($1::uuid, 'n', $1::uuid || '@example.org', $2)`,
        [newId(), image],
      );
    const read = () => runner.query('SELECT image, image_to_fetch AS "toFetch" FROM users ORDER BY id');
    await new PicturesToFetch1770000000037().up(runner);
    expect(await read()).toEqual([
      { image: null, toFetch: null },
      { image: STORED, toFetch: null },
      { image: GRAVATAR, toFetch: null },
      ...NAMED.map((toFetch) => ({ image: null, toFetch })),
    ]);
    await new PicturesToFetch1770000000037().down(runner);
    expect(
      (await runner.query('SELECT image FROM users ORDER BY id')).map(({ image }: { image: string }) => image),
    ).toEqual([null, STORED, GRAVATAR, ...NAMED]);
  } finally {
    await runner.release();
    await former.destroy();
    await drop();
  }
});
