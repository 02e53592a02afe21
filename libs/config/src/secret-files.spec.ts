import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from './settings.js';

const folder = mkdtempSync(join(tmpdir(), 'curbcut-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (text: string): string => {
  const file = join(folder, 'secret');
  writeFileSync(file, text);
  return file;
};

test('a secret may stand in a file, without the line break at its end', () => {
  const key = 'k'.repeat(32);
  expect(readSettings({ SECRET_KEY_FILE: fileOf(`${key}\n`) }).secretKey).toBe(key);
  expect(readSettings({ SECRET_KEY_FILE: '' }).secretKey).toBeUndefined();
});

test('both forms of a secret are refused, and so is a file that cannot be read', () => {
  expect(() => readSettings({ SECRET_KEY: 'k'.repeat(32), SECRET_KEY_FILE: fileOf('x') })).toThrow(
    'SECRET_KEY: is also set as SECRET_KEY_FILE; use only one of them',
  );
  expect(() => readSettings({ SMTP_URL_FILE: join(folder, 'nothing') })).toThrow(/SMTP_URL_FILE: .* \(ENOENT\)/);
});

test('what a file says is checked as a variable is', () => {
  expect(() => readSettings({ SECRET_KEY_FILE: fileOf('short') })).toThrow('SECRET_KEY:');
});

test('DATABASE_PASSWORD may have any characters, and is that of each address of the database', () => {
  const password = `p@ss:w/rd?#%'`;
  const settings = readSettings({
    DATABASE_URL: 'postgres://curbcut@a:5432,b:5432/curbcut?target_session_attrs=read-write',
    DATABASE_REPLICA_URLS: 'postgres://reader@c/curbcut,postgres://reader@d/curbcut',
    DATABASE_PASSWORD_FILE: fileOf(password),
  });
  const encoded = encodeURIComponent(password).replaceAll("'", '%27');
  expect(settings.databaseUrl).toBe(
    `postgres://curbcut:${encoded}@a:5432,b:5432/curbcut?target_session_attrs=read-write`,
  );
  expect(settings.databaseReplicaUrls).toEqual([
    `postgres://reader:${encoded}@c/curbcut`,
    `postgres://reader:${encoded}@d/curbcut`,
  ]);
  expect(decodeURIComponent(new URL(settings.databaseReplicaUrls[0]!).password)).toBe(password);
});

test.each([
  [{ DATABASE_URL: 'postgres://a:b@c/d' }, 'DATABASE_PASSWORD: DATABASE_URL has a password of its own'],
  [{ DATABASE_URL: 'postgres://c/d' }, 'DATABASE_PASSWORD: DATABASE_URL names no role'],
  [{}, 'DATABASE_PASSWORD: requires DATABASE_URL'],
])('a password that has no place is refused: %o', (variables, fault) => {
  expect(() => readSettings({ ...variables, DATABASE_PASSWORD: 'x' })).toThrow(fault);
});
