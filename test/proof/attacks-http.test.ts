import { setTimeout as delay } from 'node:timers/promises';
import { openConnection, requestHead, JSON_TYPE, type RawConnection } from '../support/raw-connection.js';
import { isFull } from '../support/figures.js';
import { eventually } from '../support/eventually.js';
import { type TargetResponse, statusAndCode, sendTo, useTarget } from '../support/target.js';

const target = useTarget();
const AUTH = '/api/auth';

test('every answer that a credential opened is kept by no cache', async () => {
  const w = await target.world();
  const as = target.as(w.member.token);
  await as.post(`${w.product.url}/issues`, { title: 'x' });
  const paths = [
    `${w.organization.url}/products`,
    `${w.product.url}/issues`,
    '/v1/functional-needs',
    `${AUTH}/get-session`,
  ];
  for (const path of [...paths, `${w.product.url}/issues/999`, '/v1/me/events', '/v1/me/export'])
    expect([path, (await as.get(path)).headers['cache-control']]).toEqual([path, 'no-store']);
  const single = await as.get(`${w.product.url}/issues/1`);
  expect(single.headers['cache-control']).toBe(single.headers['etag'] ? 'private, no-cache' : 'no-store');
});

test('the figures of the service are for this machine while it is a loopback, and not through a proxy', async () => {
  expect((await target.as().get('/metrics')).status).toBe(200);
  const w = await target.world();
  const open = await openToAll.as().get('/metrics');
  expect([401, 403, 404]).toContain(open.status);
  expect([401, 403, 404]).toContain((await openToAll.as(w.owner.token).get('/metrics')).status);
  const guarded = async (token?: string) => (await withToken.as(token).get('/metrics')).status;
  expect(await guarded('a-token-for-the-figures')).toBe(200);
  for (const token of [undefined, 'a-token-for-the-figure', 'a-token-for-the-figures'.repeat(2), w.owner.token])
    expect([401, 403]).toContain(await guarded(token));
});
const openToAll = useTarget({ PUBLIC_URL: 'https://curbcut.example.org' });
const withToken = useTarget({ METRICS_TOKEN: 'a-token-for-the-figures' });

test('the root is a page that runs nothing of others and stands in no frame; the documentation keeps no key', async () => {
  const root = await target.send('GET', '/', { headers: { accept: 'text/html' } });
  expect(root.status).toBe(200);
  expect(root.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(root.headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/);
  expect((await target.send('GET', '/', { headers: { accept: 'application/json' } })).status).toBe(404);
  const docs = await target.send('GET', '/docs/', { headers: { accept: 'text/html' } });
  const script = await target.send('GET', '/docs/page.js');
  expect(docs.text + script.text).not.toMatch(/persistAuthorization["']?\s*:\s*true/);
});

test('every page that may read an answer may read its headers too, and preflights are remembered', async () => {
  const origin = 'https://app.example.org';
  const preflight = await cors.send('OPTIONS', `${AUTH}/get-session`, {
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
  });
  expect(preflight.headers['access-control-max-age']).toBe('600');
  const account = await cors.account();
  const answers: TargetResponse[] = [
    await cors.as(account.token).get(`${AUTH}/get-session`, undefined, { headers: { origin } }),
    await cors.signIn(account, { headers: { origin } }),
    await cors.as().get('/v1/functional-needs', undefined, { headers: { origin } }),
  ];
  for (const { headers } of answers) {
    const exposed = String(headers['access-control-expose-headers']).toLowerCase();
    for (const name of ['location', 'etag', 'x-request-id', 'set-auth-token', 'retry-after', 'ratelimit'])
      expect([name, exposed.includes(name)]).toEqual([name, true]);
  }
  expect(
    (
      await cors
        .browser(answers[1]!.cookie)
        .post(`${AUTH}/sign-out`, {}, { headers: { origin: 'https://evil.example' } })
    ).status,
  ).toBe(403);
});
const cors = useTarget({ CORS_ORIGINS: 'https://app.example.org' });

test('one address holds a tenth of the connections at most; the others are served', async () => {
  const lines = Array.from({ length: 30 }, () => openConnection(narrow, '127.0.7.1'));
  const isOpen = ({ socket }: RawConnection): boolean => !socket.destroyed && socket.readyState !== 'closed';
  await eventually(
    () => lines.filter(isOpen).length,
    (count) => count <= 5,
  );
  const served = await sendTo(narrow.base, 'GET', '/health/live', { from: '127.0.7.2' });
  for (const { socket } of lines) socket.destroy();
  expect(served.status).toBe(200);
});
const narrow = useTarget({ MAX_CONNECTIONS: '50' });

test('headers that do not come within ten seconds end the connection, and so does a request within sixty', async () => {
  const w = await target.world();
  const [silent, dripping, slow] = [openConnection(target), openConnection(target), openConnection(target)];
  dripping.socket.write('GET /health/live HTTP/1.1\r\n');
  const drip = setInterval(() => dripping.socket.write('X-Drip: 1\r\n'), 500);
  const headers = { ...JSON_TYPE, Authorization: `Bearer ${w.member.token}`, 'Content-Length': 1000 };
  slow.socket.write(`${requestHead('POST', `${w.product.url}/issues`, headers)}{"title":"`);
  const drops = setInterval(() => slow.socket.write('x'), 500);
  const limit = (line: RawConnection, ms: number) => Promise.race([line.closed, delay(ms, Infinity)]);
  const seen = await Promise.all([limit(silent, 20_000), limit(dripping, 20_000), isFull ? limit(slow, 75_000) : 0]);
  clearInterval(drip);
  clearInterval(drops);
  for (const { socket } of [silent, dripping, slow]) socket.destroy();
  expect(seen.map((ms) => ms < 75_000)).toEqual([true, true, true]);
  expect(Math.max(seen[0], seen[1])).toBeLessThan(16_000);
}, 90_000);

test('wrong verbs are told which are right, at /api/auth too', async () => {
  for (const path of [`${AUTH}/sign-in/email`, `${AUTH}/get-session`, '/v1/functional-needs']) {
    const answer = await target.send('DELETE', path);
    expect([path, statusAndCode(answer).split(' ')[0], Boolean(answer.headers['allow'])]).toEqual([path, '405', true]);
  }
});
