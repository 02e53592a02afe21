import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '#libs/config';
import { TemporarilyUnavailable } from '#libs/errors';
import { openStorage, type Storage } from '#libs/storage';
import { newPictureName } from '../../apps/api/src/platform/picture-files/picture-name.js';
import { BUCKET, type S3Store, startS3Store } from '../support/s3-store.js';

let dataDir: string;
let store: S3Store;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'curbcut-storage-'));
  store = await startS3Store();
});

afterAll(async () => {
  await store.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The storage that the service would use with these variables. */
const open = (environment: Record<string, string> = {}): Promise<Storage> =>
  openStorage(readSettings({ DATA_DIR: dataDir, ...environment }));

const newName = (): string => newPictureName('avatars', 'owner');

describe.each<[string, () => Promise<Storage>]>([
  ['a folder', () => open()],
  ['an S3 store', () => open(store.environment)],
])('%s', (_name, openStorage) => {
  let storage: Storage;
  beforeAll(async () => (storage = await openStorage()));

  test('a store of pictures gives back what was put, byte for byte, until it is removed', async () => {
    const [name, other] = [newName(), newName()];
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 256));
    await storage.put(name, bytes, 'image/webp');
    await storage.put(other, Buffer.from('other'), 'image/webp');
    expect(await storage.read(name)).toEqual(bytes);
    await storage.remove(name);
    expect(await storage.read(name)).toBeUndefined();
    expect(await storage.read(other)).toEqual(Buffer.from('other'));
  });

  test('a store of pictures returns nothing for a name that it does not have', async () => {
    expect(await storage.read(newName())).toBeUndefined();
    await expect(storage.remove(newName())).resolves.toBeUndefined();
  });

  test.each([
    '../x.webp',
    'avatars/../x.webp',
    '/etc/passwd',
    'avatars/.hidden',
    'avatars/',
    'avatars/a\u0000.webp',
    '',
  ])('knows no file named %j', async (name) => {
    await expect(storage.put(name, Buffer.from('x'), 'image/webp')).rejects.toThrow('cannot name a stored file');
    await expect(storage.read(name)).rejects.toThrow('cannot name a stored file');
    await expect(storage.remove(name)).rejects.toThrow('cannot name a stored file');
  });
});

test('a folder holds files that only the service may read, and no drafts, also when a file cannot be written', async () => {
  const storage = await open();
  const folder = join(dataDir, 'uploads', 'avatars');
  rmSync(folder, { recursive: true, force: true });
  const name = newName();
  await storage.put(name, Buffer.from('x'), 'image/webp');
  expect(statSync(join(dataDir, 'uploads', name)).mode & 0o777).toBe(0o600);
  const taken = newName();
  mkdirSync(join(dataDir, 'uploads', taken, 'inside'), { recursive: true });
  await expect(storage.put(taken, Buffer.from('x'), 'image/webp')).rejects.toThrow(TemporarilyUnavailable);
  expect(readdirSync(folder).sort()).toEqual([name, taken].map((each) => each.split('/')[1]).sort());
});

test('a draft that a killed service left goes with its file, and is no file', async () => {
  const storage = await open();
  const name = newName();
  const draft = join(dataDir, 'uploads', `${name}.tmp`);
  writeFileSync(draft, 'half a pict');
  expect(await storage.read(name)).toBeUndefined();
  await storage.remove(name);
  expect(existsSync(draft)).toBe(false);
});

test('a folder that cannot be used is a passing failure and names its cause', async () => {
  const storage = await open();
  const folder = join(dataDir, 'uploads', 'org-logos');
  writeFileSync(folder, '');
  const failure = storage.put(newPictureName('org-logos', 'owner'), Buffer.from('x'), 'image/webp');
  await expect(failure).rejects.toMatchObject({ kind: 'unavailable', cause: { code: 'EEXIST' } });
  rmSync(folder);
});

test('a bucket is spoken to by its path at an endpoint, signed, with the type of the file', async () => {
  const storage = await open(store.environment);
  const name = newName();
  await storage.put(name, Buffer.from('x'), 'image/webp');
  const { headers } = store.objects.get(`/${BUCKET}/${name}`)!;
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '1',
    authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/eu-1\/s3\//),
  });
  expect(existsSync(join(dataDir, 'uploads', name))).toBe(false);
});

test('a store that refuses, has no such bucket or is not there is a passing failure, and no absent file', async () => {
  const storage = await open(store.environment);
  store.refuse = true;
  await expect(storage.read(newName())).rejects.toThrow(TemporarilyUnavailable);
  await expect(storage.put(newName(), Buffer.from('x'), 'image/webp')).rejects.toThrow(TemporarilyUnavailable);
  store.refuse = false;
  const wrongBucket = await open({ ...store.environment, S3_BUCKET: 'another' });
  await expect(wrongBucket.read(newName())).rejects.toThrow(TemporarilyUnavailable);
  const nobody = await open({ ...store.environment, S3_ENDPOINT: 'http://127.0.0.1:9' });
  await expect(nobody.remove(newName())).rejects.toThrow(TemporarilyUnavailable);
});
