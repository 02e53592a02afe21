import { proxyFor } from './proxy.js';
import { refusalOf } from './refusals.js';
import { retryAfter, waitBefore } from './retry.js';

const answer = (retryAfter: string) => ({ status: 429, headers: { 'retry-after': retryAfter }, body: Buffer.alloc(0) });

test.each([
  ['4', 4_000],
  ['0', 0],
  ['Mon, 23 Nov 2026 00:00:07 GMT', 7_000],
  ['Sun, 22 Nov 2026 00:00:00 GMT', 0],
])('Retry-After %s is honoured', (text, wait) => {
  expect(retryAfter(answer(text), Date.parse('2026-11-23T00:00:00Z'))).toBe(wait);
});

test('without it each wait is about twice the last, none longer than 20 s, and no two jobs wait alike', () => {
  expect(retryAfter(answer('soon'), 0)).toBeUndefined();
  const waits = [1, 2, 3, 4, 20].map((tried) => waitBefore(tried, 0.5));
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 20_000]);
  expect([waitBefore(1, 0), waitBefore(1, 1)]).toEqual([250, 750]);
});

test.each([
  ['https://curbcut.example/', { HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128/'],
  ['https://curbcut.example/', { https_proxy: 'proxy:3128' }, 'http://proxy:3128/'],
  ['http://curbcut.example/', { HTTPS_PROXY: 'http://proxy:3128' }, undefined],
  ['https://curbcut.example/', { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'example' }, undefined],
  ['https://curbcut.example/', { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: '.example' }, undefined],
  ['https://curbcut.example/', { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'cut.example' }, 'http://proxy:3128/'],
  [
    'https://curbcut.example:8443/',
    { HTTPS_PROXY: 'http://proxy:3128', no_proxy: 'curbcut.example:443' },
    'http://proxy:3128/',
  ],
  ['https://curbcut.example/', { HTTPS_PROXY: 'http://proxy:3128', no_proxy: 'a, *' }, undefined],
])('%s goes by %j through %s', (address, env, proxy) => {
  expect(proxyFor(new URL(address), env)?.href).toBe(proxy);
});

test('a refusal tells what to do; one without a code, what may stand in between', () => {
  const messageOf = (status: number, content: unknown) => refusalOf(status, content, 'https://curbcut.example').message;
  expect(messageOf(401, { code: 'unauthenticated', message: 'Sign in.' })).toContain('CURBCUT_API_KEY is invalid');
  expect(
    messageOf(400, { code: 'invalid_input', errors: [{ path: '/sweep/of', code: 'sweep_mismatch', message: 'is 4' }] }),
  ).toContain('--sweep');
  expect(messageOf(500, { code: 'internal_error', message: 'Went wrong.', requestId: 'r-1' })).toContain('request r-1');
  expect(messageOf(401, { code: 'token_refused', message: 'No.', requestId: 'r-2' })).toContain('(request r-2)');
  expect(messageOf(403, undefined)).toContain('check CURBCUT_URL');
});

test.each([
  [400, false],
  [401, false],
  [404, false],
  [408, true],
  [409, false],
  [429, true],
  [500, true],
  [503, true],
])('%i is what --allow-upload-failure forgives: %s', (status, isOutage) => {
  expect(refusalOf(status, { code: 'x' }, 'https://curbcut.example').isOutage).toBe(isOutage);
  expect(refusalOf(status, '<html>', 'https://curbcut.example').isOutage).toBe(isOutage);
});
