import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Response } from 'supertest';
import { Event } from '../../apps/api/src/events/event.entity.js';
import { User } from '../../apps/api/src/identity/user.entity.js';
import { animation, colourAt, photograph, plain } from '../support/pictures.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();

const PICTURE = '/v1/profile-picture';
const LIMIT = 2_097_152;
const png = (colour?: string): Promise<Buffer> => plain(40, 30, colour).png().toBuffer();

const upload = (credential: string | undefined, file: Buffer, path = PICTURE, name = 'me.png') =>
  service.as(credential).post(path).attach('file', file, name);
const pathOf = (address: string): string => new URL(address).pathname;
const files = (folder = 'avatars'): string[] => {
  const path = join(service.settings.dataDir, 'uploads', folder);
  return existsSync(path) ? readdirSync(path) : [];
};
const isStored = (address: string): boolean => existsSync(join(service.settings.dataDir, pathOf(address)));
const imageOf = async (id: string): Promise<string | null> =>
  (await service.database.manager.findOneByOrFail(User, { id })).image;
const look = async (address: string): Promise<Buffer> => (await service.as().get(pathOf(address))).body as Buffer;
const outcome = ({ status, body }: Response): unknown[] => [status, body.code];

/** Sends a body as it is, with no client to mend it. */
const sendRaw = (credential: string, type: string, body: string | Buffer, path = PICTURE) =>
  service.as(credential).post(path).set('Content-Type', type).send(body);
const part = (name: string, content: string, file?: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n\r\n${content}\r\n`;

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
    expect(outcomes).toContainEqual([429, 'rate_limited']);
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

describe('a logo', () => {
  test('is set and deleted by an admin, and each change is told once', async () => {
    const { admin, organization } = await world(service);
    const path = `${organization.url}/logo`;
    const first = await upload(admin.token, await png(), path);
    const second = await upload(admin.token, await png(), path);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.logo).toMatch(/\/uploads\/org-logos\/[0-9a-f]{48}\.webp$/);
    expect([isStored(first.body.logo), isStored(second.body.logo)]).toEqual([false, true]);
    expect(await sharp(await look(second.body.logo)).metadata()).toMatchObject({ width: 256, height: 256 });
    for (const _time of [1, 2]) expect((await service.as(admin.token).delete(path)).status).toBe(204);
    expect(isStored(second.body.logo)).toBe(false);
    const events = await service.database.manager.find(Event, {
      where: { organizationId: organization.id },
      order: { id: 'ASC' },
    });
    expect(events.map(({ type, changes }) => [type, changes])).toEqual([
      ['organization.updated', [{ field: 'logo', from: null, to: first.body.logo }]],
      ['organization.updated', [{ field: 'logo', from: first.body.logo, to: second.body.logo }]],
      ['organization.updated', [{ field: 'logo', from: second.body.logo, to: null }]],
    ]);
  });

  test('goes with its organization, and with a logo from elsewhere', async () => {
    const { owner, organization } = await world(service);
    const path = `${organization.url}/logo`;
    const { logo } = (await upload(owner.token, await png(), path)).body;
    const change = { organizationId: organization.id, data: { logo: 'https://elsewhere.example/logo.png' } };
    expect((await service.as(owner.token).post('/api/auth/organization/update').send(change)).status).toBe(200);
    expect(isStored(logo)).toBe(false);
    const last = (await upload(owner.token, await png(), path)).body.logo as string;
    const gone = await service
      .as(owner.token)
      .post('/api/auth/organization/delete')
      .send({ organizationId: organization.id });
    expect([gone.status, isStored(last)]).toEqual([200, false]);
  });

  test('may be deleted and uploaded while its organization is deleted', async () => {
    const { owner, organization } = await world(service);
    const path = `${organization.url}/logo`;
    const { logo } = (await upload(owner.token, await png(), path)).body;
    const gone = () =>
      service.as(owner.token).post('/api/auth/organization/delete').send({ organizationId: organization.id });
    const answers = await Promise.all([gone(), gone(), upload(owner.token, await png(), path), gone()]);
    for (const { status } of answers) expect([200, 403]).toContain(status);
    expect(isStored(logo)).toBe(false);
  });

  test('is for admins and owners, and keys that may write', async () => {
    const w = await world(service);
    const path = `${w.organization.url}/logo`;
    const bound = await w.key({ scopes: ['read', 'write'], productId: w.product.id });
    for (const [credential, ...expected] of [
      [undefined, 401, 'unauthenticated'],
      [w.stranger.token, 403, 'not_a_member'],
      [w.member.token, 403, 'role_too_low'],
      [w.keys.read, 403, 'key_scope_missing'],
      [bound, 403, 'key_product_mismatch'],
      [w.keys.write, 200, undefined],
    ] as const) {
      expect(outcome(await upload(credential, await png(), path))).toEqual(expected);
    }
    expect(outcome(await service.as(w.member.token).delete(path))).toEqual([403, 'role_too_low']);
    expect((await service.as(w.keys.write).delete(path)).status).toBe(204);
  });
});

describe('what is refused', () => {
  let token: string;
  beforeAll(async () => {
    token = (await world(service)).stranger.token;
  });
  let before: string[];
  beforeEach(() => (before = files()));
  afterEach(() => expect(files()).toEqual(before));

  test('keys and nobody, whatever they send', async () => {
    const { keys } = await world(service);
    for (const [credential, ...expected] of [
      [undefined, 401, 'unauthenticated'],
      [keys.write, 403, 'session_required'],
    ] as const) {
      expect(outcome(await upload(credential, Buffer.from('nonsense')))).toEqual(expected);
      expect(outcome(await service.as(credential).delete(PICTURE))).toEqual(expected);
      expect(outcome(await service.as(credential).put(`${PICTURE}/gravatar`))).toEqual(expected);
    }
  });

  test('a caller without leave is refused before the body has come', async () => {
    const { port } = new URL(await service.app.getUrl());
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const pending = httpRequest(
        {
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: PICTURE,
          headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '1000000' },
        },
        (response) => {
          resolve(response.statusCode);
          pending.destroy();
        },
      ).on('error', reject);
      pending.write(part('file', 'x', 'x.png'));
    });
    expect(status).toBe(401);
  });

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['an HTML page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', () => Buffer.from('%PDF-1.7\n')],
    ['a TIFF', () => plain(9, 9).tiff().toBuffer()],
    ['an AVIF', () => plain(9, 9).avif().toBuffer()],
    ['an empty file', () => Buffer.alloc(0)],
  ])('%s named .png is 415', async (_name, make) => {
    expect(outcome(await upload(token, await make()))).toEqual([415, 'unsupported_media_type']);
  });

  test.each<[string, () => Promise<Buffer>]>([
    ['a JPEG cut off', async () => (await photograph()).subarray(0, 2_000)],
    ['a PNG cut off', async () => (await png()).subarray(0, 50)],
    ['a GIF cut off', async () => (await animation('gif')).subarray(0, 20)],
    ['a WebP cut off', async () => (await animation('webp')).subarray(0, 30)],
    ['a PNG in its first bytes alone', async () => Buffer.concat([(await png()).subarray(0, 8), Buffer.alloc(500)])],
    ['a JPEG in its first bytes alone', async () => Buffer.from('\xff\xd8\xff<svg/>', 'latin1')],
    ['a PNG of 25,005,000 pixels', () => plain(5001, 5000).png({ compressionLevel: 9 }).toBuffer()],
    ['a JPEG of 100 million pixels', () => plain(10_000, 10_000).jpeg({ quality: 1 }).toBuffer()],
    [
      'a GIF of 4.3 billion pixels',
      async () =>
        Buffer.from(
          'GIF89a\xff\xff\xff\xff\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\xff\xff\xff\xff\x00\x02\x02D\x01\x00;',
          'latin1',
        ),
    ],
  ])('%s is 400', async (_name, make) => {
    const file = await make();
    expect(file.length).toBeLessThan(LIMIT);
    const response = await upload(token, file);
    expect(outcome(response)).toEqual([400, 'picture_undecodable']);
    expect(response.body.errors).toMatchObject([{ path: '/file', code: 'picture_undecodable' }]);
  });

  test('one byte over the limit is 413, and exactly the limit is not', async () => {
    const most = Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.alloc(LIMIT - 3)]);
    expect(outcome(await upload(token, most))).toEqual([400, 'picture_undecodable']);
    expect(outcome(await upload(token, Buffer.concat([most, Buffer.alloc(1)])))).toEqual([413, 'payload_too_large']);
    expect(outcome(await upload(undefined, Buffer.alloc(3 * LIMIT)))).toEqual([413, 'payload_too_large']);
  });

  test('a stream without a length is cut at the limit', async () => {
    const { port } = new URL(await service.app.getUrl());
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${token}` };
      const pending = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: PICTURE, headers }, (response) =>
        resolve(response.resume().statusCode),
      ).on('error', reject);
      pending.write(part('file', '', 'x.png').slice(0, -2));
      for (let sent = 0; sent < 3 * LIMIT; sent += 65_536) pending.write(Buffer.alloc(65_536));
      pending.end('\r\n--b--\r\n');
    });
    expect(status).toBe(413);
  });

  test('anything but one file in the field `file` is 400 and says what is wrong', async () => {
    const file = await png();
    const post = () => service.as(token).post(PICTURE);
    for (const [request, path, code] of [
      [post(), '/file', 'required'],
      [post().field('file', 'text'), '', 'unknown_property'],
      [post().attach('picture', file, 'x.png'), '', 'unknown_property'],
      [post().attach('file', file, 'x.png').field('other', 'x'), '', 'unknown_property'],
      [post().attach('file', file, 'x.png').attach('file', file, 'y.png'), '/file', 'too_many'],
      [post().attach('file', file, 'x.png').attach('other', file, 'y.png'), '/file', 'too_many'],
    ] as const) {
      const { status, body } = await request;
      expect([status, body.errors]).toMatchObject([400, [{ path, code }]]);
    }
  });

  test.each([
    ['without a boundary', 'multipart/form-data', part('file', 'x', 'x.png')],
    ['with another boundary', 'multipart/form-data; boundary=c', `${part('file', 'x', 'x.png')}--b--\r\n`],
    ['cut off', 'multipart/form-data; boundary=b', part('file', 'x', 'x.png')],
    ['cut off in a header', 'multipart/form-data; boundary=b', '--b\r\nContent-Dispo'],
    ['with a faulty header', 'multipart/form-data; boundary=b', '--b\r\nno header at all\r\n\r\nx\r\n--b--\r\n'],
    [
      'with a nameless field',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; filename="x"\r\n\r\nx\r\n--b--\r\n',
    ],
    ['with a nameless file', 'multipart/form-data; boundary=b', `${part('file', 'x', '')}--b--\r\n`],
    ['with a NUL in a name', 'multipart/form-data; boundary=b', `${part('file', 'x', 'x\u0000.png')}--b--\r\n`],
    ['with no part', 'multipart/form-data; boundary=b', '--b--\r\n'],
    ['of nonsense', 'multipart/form-data; boundary=b', '\u0000\u0001nonsense'],
  ])('a multipart body %s is 400', async (_name, type, body) => {
    expect(outcome(await sendRaw(token, type, body))).toEqual([400, 'invalid_input']);
  });

  test.each([
    ['JSON', 'application/json', '{}'],
    ['a bare picture', 'image/png', 'x'],
    ['another multipart', 'multipart/mixed; boundary=b', `${part('file', 'x', 'x.png')}--b--\r\n`],
  ])('%s is 415, whoever sends it', async (_name, type, body) => {
    for (const credential of [token, 'nobody']) {
      expect(outcome(await sendRaw(credential, type, body))).toEqual([415, 'unsupported_media_type']);
    }
  });

  test('a compressed body is 415', async () => {
    const response = await upload(token, await png()).set('Content-Encoding', 'gzip');
    expect(outcome(response)).toEqual([415, 'unsupported_media_type']);
  });

  test('a caller who hangs up in the middle leaves nothing behind and nothing in the log of failures', async () => {
    const { port } = new URL(await service.app.getUrl());
    const lines = service.log.length;
    await new Promise<void>((resolve) => {
      const headers = {
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': '100000',
        authorization: `Bearer ${token}`,
      };
      const pending = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: PICTURE, headers });
      pending.on('error', () => resolve());
      pending.write(part('file', 'x', 'x.png'));
      setTimeout(() => pending.destroy(new Error('hung up')), 200);
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(service.log.slice(lines).filter((line) => line.includes('unexpected failure'))).toEqual([]);
  });
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
    await service.database.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
    for (let tries = 0; (await duties()).length > 0; tries += 1) {
      if (tries > 100) throw new Error(`still to do: ${(await duties()).join()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
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
    expect(service.log.some((line) => line.includes('is not removed yet'))).toBe(true);
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
