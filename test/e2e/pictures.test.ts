import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { eventually } from '../support/eventually.js';
import { animation, colourAt, photograph, plain } from '../support/pictures.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

import { PICTURE, png, pathOf, outcome, uploadsTo } from '../support/uploads.js';

const service = useService();
const { upload, isStored, imageOf, look } = uploadsTo(service);

describe('a picture', () => {
  test('becomes a WebP of 256 by 256 under a name that nobody can guess, and the image of the person', async () => {
    const { stranger } = await world(service);
    const { status, body } = await upload(stranger.token, await png());
    expect(status).toBe(200);
    expect(body).toEqual({
      image: expect.stringMatching(`^${service.settings.publicUrl}/uploads/avatars/[0-9a-f]{48}\\.webp$`),
    });
    expect(await imageOf(stranger.id)).toBe(body.image);
    expect((await service.as(stranger.token).get('/api/auth/get-session')).body.user.image).toBe(body.image);
    expect(await sharp(await look(body.image)).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  });

  test('stands upright and says nothing of where and by whom it was taken', async () => {
    const { stranger } = await world(service);
    const file = await photograph();
    expect((await sharp(file).metadata()).exif!.toString('latin1')).toContain('Secret Photographer');
    const picture = await look((await upload(stranger.token, file)).body.image);
    const { exif, xmp, icc, orientation } = await sharp(picture).metadata();
    expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(picture.toString('latin1')).not.toContain('Secret');
    expect(await colourAt(picture, 128, 20)).toEqual([2, 0, 0]);
    expect(await colourAt(picture, 128, 236)).toEqual([0, 2, 0]);
  });

  test.each(['gif', 'webp'] as const)('that moves (%s) is its first frame', async (format) => {
    const { stranger } = await world(service);
    const file = await animation(format);
    expect((await sharp(file, { animated: true }).metadata()).pages).toBe(2);
    const picture = await look((await upload(stranger.token, file)).body.image);
    expect((await sharp(picture).metadata()).pages ?? 1).toBe(1);
    expect(await colourAt(picture, 128, 128)).toEqual([2, 0, 0]);
  });

  test.each<[string, () => Promise<Buffer>]>([
    ['a CMYK JPEG', () => plain(60, 60).toColourspace('cmyk').jpeg().toBuffer()],
    ['a PNG of 16 bits', () => plain(60, 60).toColourspace('rgb16').png().toBuffer()],
    ['a PNG with transparency', () => plain(60, 60).ensureAlpha(0.5).png().toBuffer()],
    ['a grey progressive JPEG', () => plain(60, 60).greyscale().jpeg({ progressive: true }).toBuffer()],
    ['a single pixel', () => plain(1, 1).png().toBuffer()],
    ['a ribbon', () => plain(4000, 2).png().toBuffer()],
    ['25 million pixels', () => plain(5000, 5000).jpeg().toBuffer()],
  ])('may be %s', async (_name, make) => {
    const { stranger } = await world(service);
    const { status, body } = await upload(stranger.token, await make());
    expect(status).toBe(200);
    expect(await sharp(await look(body.image)).metadata()).toMatchObject({ width: 256, height: 256, depth: 'uchar' });
  });

  test('is what its content says, whatever it is called and whatever hides behind it', async () => {
    const { stranger } = await world(service);
    const polyglot = Buffer.concat([await png(), Buffer.from('<script>alert(1)</script>')]);
    const { status, body } = await upload(stranger.token, polyglot, PICTURE, '../../x.html');
    expect(status).toBe(200);
    expect((await look(body.image)).toString('latin1')).not.toContain('script');
  });

  test('that replaces another removes it', async () => {
    const { stranger } = await world(service);
    const first = (await upload(stranger.token, await png('red'))).body.image as string;
    const second = (await upload(stranger.token, await png('blue'))).body.image as string;
    expect([isStored(first), isStored(second)]).toEqual([false, true]);
    expect((await service.as().get(pathOf(first))).status).toBe(404);
  });

  test('uploaded twice at once leaves one file, and it is the one that is shown', async () => {
    const { stranger } = await world(service);
    const uploads = await Promise.all(Array.from({ length: 6 }, async () => upload(stranger.token, await png())));
    const addresses = uploads.map(({ body }) => body.image as string);
    expect(addresses.filter(isStored)).toEqual([await imageOf(stranger.id)]);
  });

  test('of one who floods is refused: what waits lies in memory, whether or not the caller still does', async () => {
    const { stranger, member } = await world(service);
    const large = await plain(4000, 4000).png().toBuffer();
    const flood = Array.from({ length: 30 }, async () => upload(stranger.token, large));
    const other = await upload(member.token, await png());
    const outcomes = (await Promise.all(flood)).map(outcome);
    expect(other.status).toBe(200);
    expect(outcomes).toContainEqual([503, 'temporarily_unavailable']);
    expect(outcomes).toContainEqual([200, undefined]);
  });

  test('goes with its file when it is deleted, and may be deleted again', async () => {
    const { stranger } = await world(service);
    const { image } = (await upload(stranger.token, await png())).body;
    for (const _time of [1, 2]) expect((await service.as(stranger.token).delete(PICTURE)).status).toBe(204);
    expect([isStored(image), await imageOf(stranger.id)]).toEqual([false, null]);
  });

  test('goes when the person names another address as their image', async () => {
    const { stranger } = await world(service);
    const { image } = (await upload(stranger.token, await png())).body;
    const rename = (body: object) => service.as(stranger.token).post('/api/auth/update-user').send(body);
    await rename({ name: 'Other' });
    expect(isStored(image)).toBe(true);
    await rename({ image: 'https://elsewhere.example/me.png' });
    expect(isStored(image)).toBe(false);
  });

  test("of another cannot be deleted by naming it as one's own", async () => {
    const { stranger, member } = await world(service);
    const { image } = (await upload(member.token, await png())).body;
    await service.as(stranger.token).post('/api/auth/update-user').send({ image });
    await service.as(stranger.token).delete(PICTURE);
    expect([isStored(image), await imageOf(stranger.id), await imageOf(member.id)]).toEqual([true, null, image]);
  });
});

test('Gravatar is asked by the hash of the address; nothing is stored, and an uploaded picture goes', async () => {
  const { stranger } = await world(service);
  const { image } = (await upload(stranger.token, await png())).body;
  const { status, body } = await service.as(stranger.token).put(`${PICTURE}/gravatar`);
  const hash = createHash('sha256').update(stranger.email).digest('hex');
  expect([status, body]).toEqual([200, { image: `https://www.gravatar.com/avatar/${hash}?s=256&d=mp` }]);
  expect([isStored(image), await imageOf(stranger.id)]).toEqual([false, body.image]);
  expect((await service.as(stranger.token).delete(PICTURE)).status).toBe(204);
  expect(await imageOf(stranger.id)).toBeNull();
});

describe('a stored picture', () => {
  test('is shown to anyone, as a picture and nothing else, for ever', async () => {
    const { stranger } = await world(service);
    const path = pathOf((await upload(stranger.token, await png())).body.image);
    const expected = {
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    };
    const shown = await service.as().get(path);
    expect([shown.status, shown.headers]).toMatchObject([200, expected]);
    const head = await service.as().head(path);
    expect([head.status, head.headers]).toMatchObject([
      200,
      { ...expected, 'content-length': shown.headers['content-length']! },
    ]);
    const again = await service.as().get(path).set('If-None-Match', shown.headers['etag']!);
    expect(again.status).toBe(304);
    expect((await service.as().post(path)).status).toBe(405);
  });

  test('is the only thing that is shown: no listing, no other name, no way out of the folder', async () => {
    const { stranger } = await world(service);
    const path = pathOf((await upload(stranger.token, await png())).body.image);
    const name = path.split('/').at(-1)!;
    const folder = join(service.settings.dataDir, 'uploads', 'avatars');
    writeFileSync(join(folder, '.hidden.webp'), 'x');
    writeFileSync(join(folder, 'page.html'), 'x');
    for (const tried of [
      '/uploads',
      '/uploads/',
      '/uploads/avatars',
      '/uploads/avatars/',
      '/uploads/avatars/.',
      '/uploads/avatars/%2e',
      '/uploads/avatars/.hidden.webp',
      '/uploads/avatars/page.html',
      '/uploads/avatars/..%2favatars%2f' + name,
      '/uploads/avatars/..%2f..%2f..%2fetc%2fpasswd',
      '/uploads/avatars/%2fetc%2fpasswd',
      '/uploads/avatars/..%5c' + name,
      `/uploads/avatars/${name}%00`,
      `/uploads/avatars/${name}%00.webp`,
      `/uploads/avatars/${name}%0a`,
      `/uploads/avatars/${name.replace('.webp', '.png')}`,
      `/uploads/avatars/${name.replace('.webp', '')}`,
      `/uploads/avatars/${name.toUpperCase()}`,
      `/uploads/avatars/${'0'.repeat(48)}.webp`,
      `/uploads/org-logos/${name}`,
      `/uploads/other/${name}`,
    ]) {
      expect([tried, (await service.as().get(tried)).status]).toEqual([tried, 404]);
    }
    expect((await service.as().get('/uploads/avatars/%ff')).status).toBe(400);
    rmSync(join(folder, '.hidden.webp'));
    rmSync(join(folder, 'page.html'));
  });
});

test('when the file cannot be stored, the answer is 503 and nothing has changed', async () => {
  const { admin, organization } = await world(service);
  const folder = join(service.settings.dataDir, 'uploads', 'org-logos');
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, 'a file where the folder should be');
  const response = await upload(admin.token, await png(), `${organization.url}/logo`);
  rmSync(folder);
  expect(outcome(response)).toEqual([503, 'temporarily_unavailable']);
  expect(response.headers['retry-after']).toBeDefined();
  expect((await upload(admin.token, await png(), `${organization.url}/logo`)).status).toBe(200);
});

describe('files and rows that part', () => {
  const service = useService({ WORKER: 'inline' });
  const folder = () => join(service.settings.dataDir, 'uploads', 'avatars');
  const upload = async (token: string) =>
    service
      .as(token)
      .post(PICTURE)
      .attach('file', await png(), 'me.png');
  const fileOf = (address: string) => join(service.settings.dataDir, pathOf(address));
  const duties = async (): Promise<string[]> =>
    (await service.database.query<{ key: string }[]>('SELECT key FROM graphile_worker.jobs WHERE key IS NOT NULL'))
      .map(({ key }) => key)
      .sort();

  /** Lets the time of all jobs come, and waits until they are done. */
  async function later(): Promise<void> {
    await service.database.query(`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 second'`);
    // As for a new job: by itself the worker looks every two seconds.
    await service.database.query(`SELECT pg_notify('jobs:insert', '{"count":1}')`);
    await eventually(duties, ({ length }) => length === 0);
  }

  test('a file whose row could not be written is removed later, and the former one stays', async () => {
    const { stranger } = await world(service);
    const { image } = (await upload(stranger.token)).body;
    expect(await duties()).toEqual([]);
    await service.database.query(
      `ALTER TABLE users ADD CONSTRAINT frozen CHECK (id <> '${stranger.id}' OR image = '${image}')`,
    );
    try {
      await expect(upload(stranger.token)).rejects.toThrow('frozen');
    } finally {
      await service.database.query('ALTER TABLE users DROP CONSTRAINT frozen');
    }
    expect(readdirSync(folder())).toHaveLength(2);
    await later();
    expect(readdirSync(folder())).toEqual([pathOf(image).split('/').at(-1)]);
  });

  test('a file that could not be removed at once is removed later', async () => {
    const { stranger } = await world(service);
    const { image } = (await upload(stranger.token)).body;
    const file = fileOf(image);
    rmSync(file);
    mkdirSync(file);
    expect((await service.as(stranger.token).delete(PICTURE)).status).toBe(204);
    expect(service.log.some((line) => line.includes('has not been removed yet'))).toBe(true);
    rmSync(file, { recursive: true });
    writeFileSync(file, 'what was to be removed');
    await later();
    expect(existsSync(file)).toBe(false);
  });

  test('a picture that is shown is never removed', async () => {
    const { stranger } = await world(service);
    await upload(stranger.token);
    const { image } = (await upload(stranger.token)).body;
    await service.as(stranger.token).post('/api/auth/update-user').send({ name: 'Other', image });
    await later();
    expect(existsSync(fileOf(image))).toBe(true);
  });
});
