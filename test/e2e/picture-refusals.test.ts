import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest, type Server } from 'node:http';
import { animation, photograph, plain } from '../support/pictures.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

import { PICTURE, LIMIT, png, outcome, part, uploadsTo } from '../support/uploads.js';

const service = useService();
const { upload, files, sendRaw } = uploadsTo(service);

describe('a refused upload', () => {
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
    const server = service.app.getHttpServer() as Server;
    const taken = once(server, 'request') as Promise<[IncomingMessage]>;
    const sent = new Promise<void>((resolve) => {
      const headers = {
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': '100000',
        authorization: `Bearer ${token}`,
      };
      const pending = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: PICTURE, headers });
      pending.on('error', () => resolve());
      pending.write(part('file', 'x', 'x.png'));
      void taken.then(() => pending.destroy(new Error('hung up')));
    });
    const [request] = await taken;
    // `events.once` would listen to its error too, and fail.
    const over = new Promise((resolve) => request.once('close', resolve));
    await Promise.all([sent, over]);
    // Whatever follows from it comes before the end of another request.
    await service.as(token).get('/v1/me').expect(200);
    expect(service.log.slice(lines).filter((line) => line.includes('unexpected failure'))).toEqual([]);
  });
});
