import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { sendByHand } from '../support/raw-http.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();
const INGEST = '/api/ingest/test-activity';

const base = () => service.app.getUrl();

const head = (verb: string, path: string, headers: Record<string, string>) =>
  [`${verb} ${path} HTTP/1.1`, 'Host: x', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join(
    '\n',
  );

function* endless(piece: Buffer, most: number): Generator<Buffer> {
  for (let sent = 0; sent < most; sent += piece.length) yield piece;
}

const MEGABYTE = 1_048_576;

test('nobody’s body is not read: the answer comes at once, the connection ends after at most a megabyte more', async () => {
  const { product } = await world(service);
  const answer = await sendByHand(
    await base(),
    head('POST', `${product.url}/issues`, { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }),
    (function* () {
      for (const piece of endless(Buffer.alloc(65_536, 'x'), 200 * MEGABYTE))
        yield Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]);
    })(),
  );
  expect([answer.status, /connection: close/i.test(answer.text)]).toEqual([401, true]);
  expect(answer.text).toContain('"code":"unauthenticated"');
  // What the kernels of both sides hold comes on top.
  expect(answer.sent).toBeLessThan(20 * MEGABYTE);
});

test('the size that the headers tell is judged before anyone asks who calls, and no byte is waited for', async () => {
  const { product } = await world(service);
  for (const [path, length, status] of [
    [`${product.url}/issues`, 200 * MEGABYTE, 413],
    [`${product.url}/issues`, 262_145, 413],
    [`${product.url}/issues`, 262_144, 401],
    ['/api/auth/sign-in/email', 262_145, 413],
    [INGEST, MEGABYTE + 1, 413],
    [INGEST, MEGABYTE, 401],
    ['/v1/profile-picture', 3 * MEGABYTE, 415],
    ['/v1/nothing', 200 * MEGABYTE, 404],
  ] as const) {
    const answer = await sendByHand(
      await base(),
      head('POST', path, { 'Content-Type': 'application/json', 'Content-Length': String(length) }),
    );
    expect([path, length, answer.status]).toEqual([path, length, status]);
  }
});

test('a body that grows too large on the way is 413 at that moment', async () => {
  const { product, member } = await world(service);
  const answer = await sendByHand(
    await base(),
    head('POST', `${product.url}/issues`, {
      Authorization: `Bearer ${member.token}`,
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    }),
    (function* () {
      for (const piece of endless(Buffer.alloc(65_536, ' '), 100 * MEGABYTE))
        yield Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]);
    })(),
  );
  expect([answer.status, /connection: close/i.test(answer.text)]).toEqual([413, true]);
  expect(answer.sent).toBeLessThan(20 * MEGABYTE);
});

test('an upload that grows too large on the way is 413 at that moment', async () => {
  const { member } = await world(service);
  const answer = await sendByHand(
    await base(),
    head('POST', '/v1/profile-picture', {
      Authorization: `Bearer ${member.token}`,
      'Content-Type': 'multipart/form-data; boundary=b',
      'Transfer-Encoding': 'chunked',
    }),
    (function* () {
      const open = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n';
      yield `${open.length.toString(16)}\r\n${open}\r\n`;
      for (const piece of endless(Buffer.alloc(65_536, ' '), 100 * MEGABYTE))
        yield Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]);
    })(),
  );
  expect([answer.status, /connection: close/i.test(answer.text)]).toEqual([413, true]);
  expect(answer.sent).toBeLessThan(30 * MEGABYTE);
});

test('who waits to be told to go on is told after admission only', async () => {
  const { product, member } = await world(service);
  const body = '{"title":"Waited"}';
  const asked = async (token: string | undefined) => {
    const { hostname, port } = new URL(await base());
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (/^HTTP\/1\.1 100 Continue\r\n\r\n$/.test(text)) socket.write(body);
    });
    const ended = once(socket, 'close');
    socket.write(
      `${head('POST', `${product.url}/issues`, {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
        Connection: 'close',
        Expect: '100-continue',
      }).replace(/\n/g, '\r\n')}\r\n\r\n`,
    );
    await ended;
    return text;
  };
  const refused = await asked(undefined);
  expect(refused).toMatch(/^HTTP\/1\.1 401 /);
  expect(refused).not.toContain('100 Continue');
  const taken = await asked(member.token);
  expect(taken).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
});

test('a small body that was refused leaves the connection usable', async () => {
  const { product, member } = await world(service);
  const { hostname, port } = new URL(await base());
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const send = (token: string, close = false) =>
    socket.write(
      `${head('POST', `${product.url}/issues`, {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Content-Length': '13',
        ...(close ? { Connection: 'close' } : {}),
      }).replace(/\n/g, '\r\n')}\r\n\r\n{"title":"x"}`,
    );
  send('nobody');
  await eventually(() => text.includes('"unauthenticated"'));
  send(member.token, true);
  await once(socket, 'close');
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['401', '201']);
});

test('gzip is taken at ingest only, and its limit counts what it inflates to', async () => {
  const { product, keys, member } = await world(service);
  const send = (path: string, credential: string, body: Buffer, encoding = 'gzip') =>
    service
      .as(credential)
      .post(path)
      .set('Content-Type', 'application/json')
      .set('Content-Encoding', encoding)
      .serialize((raw) => raw as never)
      .send(body as never);
  const report = Buffer.from(JSON.stringify({ productRef: product.slug, type: 'manual_test' }));
  expect((await send(INGEST, keys.ingest, gzipSync(report))).status).toBe(201);
  expect((await send(INGEST, keys.ingest, gzipSync(report).subarray(0, 30))).body.errors).toMatchObject([
    { path: '', code: 'malformed' },
  ]);
  expect((await send(INGEST, keys.ingest, report)).status).toBe(400);
  expect((await send(INGEST, keys.ingest, gzipSync(Buffer.alloc(50 * MEGABYTE, ' ')))).status).toBe(413);
  expect((await send(INGEST, 'svc_nobody', gzipSync(Buffer.alloc(50 * MEGABYTE, ' ')))).status).toBe(401);
  for (const encoding of ['deflate', 'br', 'gzip, gzip', 'zstd'])
    expect([encoding, (await send(INGEST, keys.ingest, report, encoding)).status]).toEqual([encoding, 415]);
  expect((await send(`${product.url}/issues`, member.token, gzipSync(Buffer.from('{"title":"x"}')))).status).toBe(415);
});
