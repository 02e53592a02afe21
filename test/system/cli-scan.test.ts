import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import http from 'node:http';
import { runCli } from '../support/cli.js';
import { allNew, fakeIngest } from '../support/fake-ingest.js';

jest.setTimeout(120_000);

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'];
const hasBrowser =
  existsSync(process.env['CHROME_PATH'] ?? '/nowhere') || NAMES.some((name) => spawnSync('which', [name]).status === 0);

/** A site with frames, shadow roots, an endless redirect, a dialog, an error, and a page that never loads. */
const PAGES: Record<string, string> = {
  '/': '<html lang=en><title>Home</title><main><h1>Home</h1><a href="/shadow#top">s</a> <a href="/frames">f</a> <a href="https://elsewhere.example/">e</a></main>',
  '/shadow':
    '<html lang=en><title>Shadow</title><main><h1>S</h1><div id=host></div></main><script>alert(1);host.attachShadow({mode:"open"}).innerHTML="<img src=x>"</script>',
  '/frames': '<html lang=en><title>Frames</title><main><h1>F</h1><iframe title=outer src="/inner"></iframe></main>',
  '/inner': '<html lang=en><title>Inner</title><button></button><iframe title=deep src="/shadow"></iframe>',
};

let site: http.Server;
let base: string;
beforeAll(async () => {
  site = http.createServer((request, response) => {
    const path = new URL(request.url!, 'http://x').pathname;
    if (path === '/never') return;
    if (path === '/loop') return void response.writeHead(302, { location: '/loop' }).end();
    const sitemap = /^\/sitemap-(.*)\.xml$/.exec(path)?.[1];
    if (sitemap) {
      const locations = sitemap
        .split('-')
        .map((name) => `<url><loc>${base}/${name === 'home' ? '' : name}</loc></url>`);
      return void response.end(`<urlset>${locations.join('')}</urlset>`);
    }
    const page = PAGES[path];
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page ?? 'no such page');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  base = `http://127.0.0.1:${(site.address() as { port: number }).port}`;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

const scan = (words: readonly string[], env: Record<string, string> = {}) =>
  runCli(['scan', ...words], {
    env: { ...(process.env['CHROME_PATH'] ? { CHROME_PATH: process.env['CHROME_PATH'] } : {}), ...env },
  });

// Who has no browser runs all other tests; .ci/run brings one.
(hasBrowser ? describe : describe.skip)('scan', () => {
  test('examines frames and shadow roots, follows links of the site, and prints without sending', async () => {
    const { code, out } = await scan([base, '--crawl', '10', '--no-upload', '--out', 'json']);
    expect(code).toBe(0);
    const found = (
      JSON.parse(out).reports[0].introduced as { ruleId: string; selector: string; sourceUrl: string }[]
    ).map(({ ruleId, selector, sourceUrl }) => `${new URL(sourceUrl).pathname} ${ruleId} ${selector}`);
    expect(found).toEqual(
      expect.arrayContaining([
        '/shadow image-alt #host img',
        '/frames button-name iframe button',
        '/frames image-alt iframe iframe #host img',
      ]),
    );
  });

  test('says which pages failed and why, and sends the others as partial', async () => {
    const fake = await fakeIngest([allNew(0)]);
    const env = { CURBCUT_URL: fake.url, CURBCUT_API_KEY: 'svc_x' };
    const pages = ['/shadow', '/loop', '/never', '/missing'].map((path) => `${base}${path}`);
    const { code, err } = await scan([...pages, '--timeout', '15'], env);
    expect(code).toBe(0);
    expect(err).toMatch(/\/loop could not be scanned: the browser says ERR_TOO_MANY_REDIRECTS/);
    expect(err).toMatch(/\/never could not be scanned: it was not ready within 15 s/);
    expect(err).toMatch(/\/missing could not be scanned: it answered 404/);
    expect(fake.taken.map(({ body }) => [body['coverage'], body.findings.length])).toEqual([['partial', 1]]);
    await fake.close();
  });

  test('of a whole sitemap is complete, of one with a page that fails it is not', async () => {
    const fake = await fakeIngest([allNew(0)]);
    const env = { CURBCUT_URL: fake.url, CURBCUT_API_KEY: 'svc_x' };
    expect((await scan(['--sitemap', `${base}/sitemap-home-shadow.xml`], env)).code).toBe(0);
    expect((await scan(['--sitemap', `${base}/sitemap-home-missing.xml`], env)).code).toBe(0);
    expect(fake.taken.map(({ body }) => body['coverage'])).toEqual(['complete', 'partial']);
    await fake.close();
  });

  test('of which no page loads ends with exit code 3, and nothing is sent', async () => {
    const fake = await fakeIngest([allNew(0)]);
    const { code, err } = await scan([`${base}/missing`], { CURBCUT_URL: fake.url, CURBCUT_API_KEY: 'svc_x' });
    expect([code, err, fake.taken.length]).toEqual([3, expect.stringContaining('No page could be loaded'), 0]);
    await fake.close();
  });
});

test.each([
  [['shop.example'], /begins with http/],
  [[], /Say which pages/],
  [['https://shop.example/', '--crawl', 'many'], /--crawl/],
])('scan %j is refused with exit code 2', async (words, message) => {
  const { code, err } = await scan([...words, '--no-upload']);
  expect([code, err]).toEqual([2, expect.stringMatching(message)]);
});

test('a browser that is not there is named, with what to set', async () => {
  const { code, err } = await scan([base, '--no-upload'], { CHROME_PATH: '/nowhere/chrome' });
  expect([code, err]).toEqual([2, expect.stringContaining('CHROME_PATH names /nowhere/chrome')]);
});
