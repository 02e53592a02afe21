import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { hasBrowser } from '../support/agent/agent.js';
import { emptyFolder, runCli } from '../support/cli.js';

jest.setTimeout(180_000);

const page = (title: string, body: string): string =>
  `<!doctype html><html lang=en><title>${title}</title><main><h1>${title}</h1>${body}</main>`;
const FORM = page(
  'Welcome',
  `<form method=post action=/session><label>E-mail <input name=mail type=email></label>
   <label for=p>Password</label><input id=p name=password type=password><button>Sign in</button></form>`,
);
const PASSWORD = 'correct-horse-battery';

/** A site behind a sign-in, whose sessions end after some pages. */
let site: http.Server;
let base: string;
let signIns: string[] = [];
let pagesLeft = 0;
let most = Infinity;
beforeAll(async () => {
  site = http.createServer((request, response) => {
    const answer = (status: number, headers: http.OutgoingHttpHeaders, body = ''): void =>
      void response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
    const { pathname } = new URL(request.url!, 'http://x');
    if (pathname === '/login') return answer(200, {}, FORM);
    if (pathname === '/evil') return answer(200, {}, page('Evil', '<label>Password <input type=password></label>'));
    if (pathname === '/session') {
      let said = '';
      request.on('data', (chunk: Buffer) => (said += chunk.toString()));
      return void request.on('end', () => {
        signIns.push(said);
        if (new URLSearchParams(said).get('password') !== PASSWORD) return answer(302, { location: '/login?wrong' });
        pagesLeft = most;
        answer(302, { location: '/', 'set-cookie': 'session=yes; Path=/' });
      });
    }
    if (request.headers['sec-fetch-dest'] !== 'document') return answer(404, {});
    if (!request.headers.cookie?.includes('session=yes') || pagesLeft <= 0)
      return answer(302, { location: `/login?next=${pathname}` });
    pagesLeft -= 1;
    return answer(200, {}, page('Orders', `<p>Signed in</p><img src=data:,${pathname.slice(1)}>`));
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  base = `http://127.0.0.1:${(site.address() as { port: number }).port}`;
});
beforeEach(() => {
  signIns = [];
  pagesLeft = 0;
  most = Infinity;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

const STEPS = [
  { open: { url: '/login' } },
  { fill: { label: 'E-mail', text: 'ann@shop.example' } },
  { fill: { label: 'Password', secret: 'SHOP_PASSWORD' } },
  { click: { role: 'button', name: 'Sign in' } },
  { expect: { text: 'Signed in' } },
];
const scan = (pages: readonly string[], steps: readonly object[], others: object = {}, password = PASSWORD) => {
  const file = join(emptyFolder(), 'steps.json');
  writeFileSync(file, JSON.stringify({ steps, ...others }));
  const words = ['--sign-in', file, '--no-upload', '--out', 'json'];
  return runCli(['scan', ...pages.map((path) => `${base}${path}`), ...words], {
    env: {
      ...(process.env['CHROME_PATH'] ? { CHROME_PATH: process.env['CHROME_PATH'] } : {}),
      SHOP_PASSWORD: password,
    },
  });
};
const scannedIn = (out: string): string[] =>
  (JSON.parse(out).reports[0].introduced as { sourceUrl: string }[])
    .map(({ sourceUrl }) => new URL(sourceUrl).pathname)
    .sort();

// Who has no browser runs all other tests; .ci/run brings one.
(hasBrowser ? describe : describe.skip)('scan --sign-in', () => {
  test('signs in once, for all pages', async () => {
    const { code, out, err } = await scan(['/orders', '/cart'], STEPS);
    expect([code, err]).toEqual([0, expect.not.stringContaining('could not be scanned')]);
    expect(scannedIn(out)).toEqual(['/cart', '/orders']);
    expect(signIns).toEqual([`mail=ann%40shop.example&password=${PASSWORD}`]);
  });

  test('again where a page leads back to where it begins, and then gives that page up', async () => {
    // One page of the site is what signing in itself sees.
    most = 2;
    const pages = ['/a', '/b', '/c'];
    const { code, out, err } = await scan(pages, STEPS);
    expect(code).toBe(0);
    const failed = [...err.matchAll(/\/(\w) could not be scanned: it leads back to where signing in begins/g)];
    expect([...scannedIn(out), ...failed.map(([, name]) => `/${name}`)].sort()).toEqual(pages);
    expect(signIns.length).toBeGreaterThan(1);
    expect(signIns.length).toBeLessThanOrEqual(4);
  });

  test('scans the page of the sign-in itself', async () => {
    const steps = [{ open: { url: '/login' } }, { expect: { role: 'heading', name: 'Welcome' } }];
    const { code, err } = await scan(['/login'], steps);
    expect([code, err]).toEqual([0, expect.not.stringContaining('could not be scanned')]);
  });

  test('says which step failed, and never what is secret', async () => {
    const wrong = await scan(
      ['/orders'],
      [...STEPS.slice(0, 4), { expect: { url: '/account' } }],
      {},
      'wrong-horse-battery',
    );
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain('Signing in failed at step 5 (expect /account): it was not found within 60 s');
    expect(wrong.out + wrong.err).not.toContain('wrong-horse-battery');
  });

  test('fills secrets in on scanned sites and named ones alone', async () => {
    const other = base.replace('127.0.0.1', 'localhost');
    const steps = [{ open: { url: `${other}/evil` } }, STEPS[2]!];
    const refused = await scan(['/orders'], steps);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(`secrets are not filled in at ${other}`)]);
    // Then it is signed in by whatever comes, or not: each page says so.
    const allowed = await scan(['/login'], steps, { origins: [other] });
    expect([allowed.code, allowed.err]).toEqual([0, expect.not.stringContaining('Signing in failed')]);
  });
});
