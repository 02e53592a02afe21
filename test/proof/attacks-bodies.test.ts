import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { openConnection, requestHead, JSON_TYPE, slowestResponseDuring } from '../support/raw-connection.js';
import { printFigures, isFull } from '../support/figures.js';
import { eventually } from '../support/eventually.js';
import { useTarget } from '../support/target.js';

const target = useTarget();
const AUTH = '/api/auth';

test('nobody’s body is waited for before they are admitted: the refusal comes at once and the connection ends', async () => {
  const w = await target.world();
  const places: [string, string, Record<string, string | number>, string][] = [
    ['POST', `${w.product.url}/issues`, { ...JSON_TYPE, 'Content-Length': 200_000 }, '401'],
    ['POST', '/api/ingest/test-activity', { ...JSON_TYPE, 'Content-Length': 900_000 }, '401'],
    [
      'POST',
      '/api/ingest/test-activity',
      { ...JSON_TYPE, 'Content-Length': 900_000, 'Content-Encoding': 'gzip' },
      '401',
    ],
    [
      'POST',
      '/v1/profile-picture',
      { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': 2_000_000 },
      '401',
    ],
    ['POST', `${w.product.url}/issues`, { ...JSON_TYPE, 'Content-Length': 200_000_000 }, '413'],
    ['POST', `${AUTH}/sign-in/email`, { ...JSON_TYPE, 'Content-Length': 200_000_000 }, '413'],
    ['POST', `${w.product.url}/issues`, { ...JSON_TYPE, 'Content-Length': 2000, 'Content-Encoding': 'br' }, '415'],
    ['POST', `${w.product.url}/issues`, { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }, '401'],
    [
      'PATCH',
      `${w.organization.url}/issues/bulk`,
      { ...JSON_TYPE, 'Content-Length': 200_000, Authorization: `Bearer ${w.stranger.token}` },
      '403',
    ],
  ];
  const seen = await Promise.all(
    places.map(async ([verb, path, headers, status]) => {
      const line = openConnection(target);
      line.socket.write(requestHead(verb, path, headers));
      const first = await line.statusWithin(2_000);
      const after = await Promise.race([line.closed, delay(4_000, Infinity)]);
      line.socket.destroy();
      return [path, first.split(' ')[1], /\r\nconnection: close\r\n/i.test(line.received()), after < 4_000, status];
    }),
  );
  for (const [path, status, close, isClosed, wanted] of seen)
    expect([path, status, close, isClosed]).toEqual([path, wanted, true, true]);
});

test('a refused caller who sends on is thrown away after a megabyte or two seconds', async () => {
  const line = openConnection(target);
  line.socket.write(
    requestHead('POST', '/api/ingest/test-activity', { ...JSON_TYPE, 'Content-Length': 1_000_000_000 }),
  );
  const chunk = Buffer.alloc(65_536, 'x');
  let sent = 0;
  const pump = (async () => {
    while (!line.socket.destroyed && sent < 200_000_000) {
      if (!line.socket.write(chunk))
        await Promise.race([new Promise((go) => line.socket.once('drain', go)), line.closed]);
      sent += chunk.length;
    }
  })();
  const took = await Promise.race([line.closed, delay(6_000, Infinity)]);
  line.socket.destroy();
  await pump;
  expect(took).toBeLessThan(4_000);
  // What the kernels on both sides hold is no work of ours.
  expect(sent).toBeLessThan(16_000_000);
  expect(line.received()).toMatch(/^HTTP\/1\.1 (401|413)/);
});

test('who asks for leave to send a body gets it only once admitted', async () => {
  const w = await target.world();
  const ask = async (credential: Record<string, string>) => {
    const line = openConnection(target);
    const headers = { ...JSON_TYPE, ...credential, 'Content-Length': 14, Expect: '100-continue' };
    line.socket.write(requestHead('POST', `${w.product.url}/issues`, headers));
    const first = await line.statusWithin(2_000);
    const isMade = () => / 201 /.test(line.received());
    if (first.includes(' 100 ')) {
      line.socket.write('{"title":"ok"}');
      await eventually(isMade);
    } else await delay(300);
    line.socket.destroy();
    return [first.split(' ')[1], isMade()];
  };
  expect(await ask({})).toEqual(['401', false]);
  expect(await ask({ Authorization: `Bearer ${w.member.token}` })).toEqual(['100', true]);
});

const SIGN_IN = `${AUTH}/sign-in/email`;
const wide = JSON.stringify(Object.fromEntries([...Array(20_000).keys()].map((n) => [`k${n}`, 0])));
const WORST: Record<string, { body: Buffer | string; headers?: Record<string, string> }> = {
  'twenty thousand unknown keys': { body: wide },
  'two hundred thousand values': { body: `{"email":[${'0,'.repeat(120_000)}0]}` },
  'a hundred thousand deep': { body: `{"email":${'['.repeat(100_000)}${']'.repeat(100_000)}}` },
  'one long string of escapes': { body: `{"email":"${'\\u0041'.repeat(40_000)}","password":"x"}` },
  'an address made to backtrack': {
    body: JSON.stringify({ email: `${'a.'.repeat(60_000)}@${'-a.'.repeat(30_000)}`, password: 'x' }),
  },
  'a number without end': { body: `{"email":${'9'.repeat(250_000)},"password":"x"}` },
};

const twenty = (body: Buffer | string): Promise<number[]> =>
  Promise.all(
    Array.from({ length: 20 }, async () => {
      const answer = await target.send('POST', SIGN_IN, { body, headers: { 'content-type': 'application/json' } });
      return answer.status;
    }),
  );

/**
 * What neighbours may wait for: in the full form 100 ms, else what they wait beside twenty empty bodies, four times
 * over.
 */
async function bound(): Promise<number> {
  await twenty('{}');
  return isFull ? 100 : Math.max(200, 4 * (await slowestResponseDuring(target, () => twenty('{}'))));
}

test('no body, however made, holds up the others while it is refused without a credential', async () => {
  const most = await bound();
  const seen: Record<string, number> = { 'bound in ms': Math.round(most) };
  for (const [what, { body }] of Object.entries(WORST)) {
    const statuses: number[] = [];
    const slowest = await slowestResponseDuring(target, async () => statuses.push(...(await twenty(body))));
    seen[`slowest neighbour in ms: ${what}`] = Math.round(slowest);
    expect([what, statuses.every((status) => [400, 413, 429].includes(status))]).toEqual([what, true]);
  }
  printFigures('Attacks: bodies without a credential, twenty at once', seen);
  expect(Object.entries(seen).filter(([, ms]) => ms > most + 1)).toEqual([]);
});

test('thirty-one bytes of path, query or header without a credential stall nobody', async () => {
  const most = await bound();
  const paths = [
    '/v1/%',
    '/%c0%ae',
    '/v1/organizations/%00/issues',
    `/?${'a[]=&'.repeat(1500)}`,
    `/${'/'.repeat(6000)}`,
  ];
  const slowest = await slowestResponseDuring(target, () =>
    Promise.all(Array.from({ length: 40 }, (_, i) => target.send('GET', paths[i % paths.length]!))),
  );
  expect(slowest).toBeLessThan(most);
});

test('a bomb is inflated for nobody without a key, and for those with one no further than a megabyte', async () => {
  const bomb = gzipSync(Buffer.alloc(400_000_000, 0x20), { level: 9 });
  const w = await target.world();
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const began = performance.now();
  const path = '/api/ingest/test-activity';
  expect((await target.send('POST', path, { body: bomb, headers }).catch(() => ({ status: 401 }))).status).toBe(401);
  const known = await target
    .as(w.keys.ingest)
    .post(path, bomb, { headers })
    .catch(() => ({ status: 413 }));
  expect([known.status, performance.now() - began < 3_000]).toEqual([413, true]);
  const small = gzipSync('{"title":"x"}');
  expect((await target.as(w.member.token).post(`${w.product.url}/issues`, small, { headers })).status).toBe(415);
});

test('a thousand faults are named by their first hundred and their number', async () => {
  const w = await target.world();
  const findings = Array.from({ length: 20_000 }, () => ({}));
  const body = { productRef: w.product.slug, type: 'automated_scan', tool: 'axe', findings };
  const began = performance.now();
  const answer = await target.as(w.keys.ingest).post('/api/ingest/test-activity', body);
  expect([answer.status, answer.body.errors.length]).toEqual([400, 100]);
  expect(answer.body.errorCount).toBeGreaterThanOrEqual(20_000);
  expect(answer.text.length).toBeLessThan(64_000);
  expect(performance.now() - began).toBeLessThan(1_500);
});

test('nesting beyond 32 and values beyond 200,000 are 400, forms are 415 but at our pages', async () => {
  const w = await target.world();
  const as = target.as(w.member.token);
  const json = { headers: { 'content-type': 'application/json' } };
  const deep = (n: number) => `{"title":${'['.repeat(n)}${']'.repeat(n)}}`;
  expect((await as.post(`${w.product.url}/issues`, deep(33), json)).status).toBe(400);
  const many = `{"productRef":"x","findings":[${'0,'.repeat(250_000)}0]}`;
  expect((await target.as(w.keys.ingest).post('/api/ingest/test-activity', many, json)).status).toBe(400);
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  expect((await as.post(`${w.product.url}/issues`, 'title=x', form)).status).toBe(415);
  expect((await target.as().post(SIGN_IN, 'email=a&password=b', form)).status).toBe(415);
});
