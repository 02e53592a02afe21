import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '#libs/config';
import { Vault } from '#libs/secrets';
import { DataSource } from 'typeorm';
import { prepareDatabase } from '../../apps/api/src/service/app/prepare-database.js';
import { resolveSecretKey } from '../../apps/api/src/service/app/secret-key.js';
import { freshDatabase } from '../support/database.js';

const ID = '01990000-0000-7000-8000-000000000001';
const [first, second] = ['1'.repeat(32), '2'.repeat(32)];

test('a database that knows a key refuses another, or none, and takes the next beside the one before', async () => {
  const { url, drop } = await freshDatabase();
  try {
    await prepareDatabase(url);
    await prepareDatabase(url, { secretKey: first });
    await prepareDatabase(url, { secretKey: first });
    await expect(prepareDatabase(url, { secretKey: second })).rejects.toThrow(/SECRET_KEY: does not match the key/);
    await expect(prepareDatabase(url)).rejects.toThrow(/SECRET_KEY: is missing/);
    await prepareDatabase(url, { secretKey: second, previousSecretKey: first });
    await prepareDatabase(url, { secretKey: second });
    await expect(prepareDatabase(url, { secretKey: first })).rejects.toThrow(/SECRET_KEY: does not match the key/);
  } finally {
    await drop();
  }
});

test('what was stored plainly, or with the key before, is encrypted with the present one at the start', async () => {
  const { url, drop } = await freshDatabase();
  const database = await new DataSource({ type: 'postgres', url }).initialize();
  try {
    await prepareDatabase(url);
    await database.query(
      `INSERT INTO organizations (id, name, slug, enabled_modules) VALUES ($1, 'Example', 'example', '{core}')`,
      [ID],
    );
    await database.query(
      `INSERT INTO webhooks (id, organization_id, url, secret, previous_secret) VALUES ($1, $1, 'https://x.example', 'whsec_a', 'whsec_b')`,
      [ID],
    );
    const stored = async (): Promise<{ secret: string; previous_secret: string }> =>
      (await database.query('SELECT secret, previous_secret FROM webhooks'))[0];
    const read = (secretKey: string, row: Record<string, string>) =>
      ['secret', 'previous_secret'].map((column) =>
        new Vault(secretKey).open({ table: 'webhooks', row: ID, column }, row[column]!),
      );
    await prepareDatabase(url);
    expect((await stored()).secret).toBe('whsec_a');
    await prepareDatabase(url, { secretKey: first });
    const sealed = await stored();
    expect(read(first, sealed)).toEqual(['whsec_a', 'whsec_b']);
    await prepareDatabase(url, { secretKey: first });
    expect(await stored()).toEqual(sealed);
    await prepareDatabase(url, { secretKey: second, previousSecretKey: first });
    expect(read(second, await stored())).toEqual(['whsec_a', 'whsec_b']);
  } finally {
    await database.destroy();
    await drop();
  }
});

test('beside the embedded database a key is made once, for its owner alone', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-key-'));
  const settings = readSettings({ DATA_DIR: dataDir });
  const [one, other] = await Promise.all([resolveSecretKey(settings), resolveSecretKey(settings)]);
  expect(one).toHaveLength(43);
  expect(other).toBe(one);
  expect(await resolveSecretKey(settings)).toBe(one);
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
  expect(await resolveSecretKey(readSettings({ DATABASE_URL: 'postgres://a/b' }))).toBeUndefined();
});
