import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { hasBrowser } from '../support/agent/agent.js';
import { emptyFolder, runCli } from '../support/cli.js';
import { allNew, fakeIngest } from '../support/fake-ingest.js';
import { freePort } from '../support/free-port.mjs';

jest.setTimeout(120_000);

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

  test('says which pages failed and why, and is complete for the others alone', async () => {
    const fake = await fakeIngest([allNew(0)]);
    const env = { CURBCUT_URL: fake.url, CURBCUT_API_KEY: 'svc_x' };
    const pages = ['/shadow', '/loop', '/never', '/missing'].map((path) => `${base}${path}`);
    const { code, err } = await scan([...pages, '--timeout', '15'], env);
    expect(code).toBe(0);
    expect(err).toMatch(/\/loop could not be scanned: the browser says ERR_TOO_MANY_REDIRECTS/);
    expect(err).toMatch(/\/never could not be scanned: it was not ready within 15 s/);
    expect(err).toMatch(/\/missing could not be scanned: it answered 404/);
    expect(fake.taken.map(({ body }) => [body['coverage'], body['pages'], body.findings.length])).toEqual([
      ['complete', [`${base}/shadow`], 1],
    ]);
    await fake.close();
  });

  test('of a whole sitemap is complete for all, of one with a page that fails for the others alone', async () => {
    const fake = await fakeIngest([allNew(0)]);
    const env = { CURBCUT_URL: fake.url, CURBCUT_API_KEY: 'svc_x' };
    expect((await scan(['--sitemap', `${base}/sitemap-home-shadow.xml`], env)).code).toBe(0);
    expect((await scan(['--sitemap', `${base}/sitemap-home-missing.xml`], env)).code).toBe(0);
    expect(fake.taken.map(({ body }) => [body['coverage'], (body['pages'] as string[] | undefined)?.length])).toEqual([
      ['complete', undefined],
      ['complete', 1],
    ]);
    await fake.close();
  });

  test('of which no page loads ends with exit code 2, and nothing is sent', async () => {
    const fake = await fakeIngest([allNew(0)]);
    const { code, err } = await scan([`${base}/missing`], { CURBCUT_URL: fake.url, CURBCUT_API_KEY: 'svc_x' });
    expect([code, err, fake.taken.length]).toEqual([
      2,
      expect.stringMatching(/No page could be loaded.*\/missing.*it answered 404/),
      0,
    ]);
    await fake.close();
  });

  test('waits for an element, leaves out what it is told, and sends headers and cookies to the site alone', async () => {
    const asked: { url: string; authorization?: string | undefined; cookie?: string | undefined }[] = [];
    const other = http.createServer((request, response) => {
      asked.push({ url: `other ${request.url}`, authorization: request.headers.authorization });
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    });
    const own = http.createServer((request, response) => {
      const { authorization, cookie } = request.headers;
      asked.push({ url: request.url!, authorization, cookie });
      if (request.url === '/leave') return void response.writeHead(302, { location: `${elsewhere}/left.svg` }).end();
      const late =
        "setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<main id=late><img src=/x.svg></main>'), 4500)";
      response
        .writeHead(authorization === 'Bearer site-token-of-mine' ? 200 : 401, { 'content-type': 'text/html' })
        .end(
          `<html lang=en><title>T</title><h1>T</h1><div class=ad><img src="${elsewhere}/a.svg"></div><img alt="" src=/leave><script>${late}</script>`,
        );
    });
    const portOf = async (server: http.Server): Promise<number> => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return (server.address() as { port: number }).port;
    };
    const elsewhere = `http://127.0.0.1:${await portOf(other)}`;
    const address = `http://localhost:${await portOf(own)}`;
    const cookies = join(emptyFolder(), 'cookies.txt');
    writeFileSync(cookies, 'localhost\tFALSE\t/\tFALSE\t0\tsession\tcookie-of-mine');
    const words = [
      '--wait-for',
      '#late img',
      '--exclude',
      '.ad',
      '--rules',
      'image-alt,button-name',
      '--viewport',
      '375x812',
    ];
    const secrets = ['--cookie-file', cookies, '--header-from-env', 'Authorization=SITE'];
    const { code, out, err } = await scan([address, '--no-upload', '--out', 'json', ...words, ...secrets], {
      SITE: 'Bearer site-token-of-mine',
    });
    own.close();
    other.close();
    expect([code, err.includes('could not be scanned')]).toEqual([0, false]);
    const [report] = JSON.parse(out).reports as [{ introduced: { selector: string }[]; coverageBecause: string }];
    expect(report.introduced.map(({ selector }) => selector)).toEqual(['img[src="/x.svg"]']);
    expect(report.coverageBecause).toContain('left out');
    expect(asked.filter(({ url }) => url === '/')).toEqual([
      { url: '/', authorization: 'Bearer site-token-of-mine', cookie: 'session=cookie-of-mine' },
    ]);
    const others = asked.filter(({ url }) => url.startsWith('other'));
    expect(others.map(({ url }) => url).sort()).toEqual(['other /a.svg', 'other /left.svg']);
    expect(others.every(({ authorization }) => authorization === undefined)).toBe(true);
  });

  test('serves a folder, and nothing beside it', async () => {
    const folder = emptyFolder();
    const dist = join(folder, 'dist');
    mkdirSync(join(dist, 'about'), { recursive: true });
    writeFileSync(join(folder, 'secret.html'), '<img src=x>');
    symlinkSync(join(folder, 'secret.html'), join(dist, 'link.html'));
    const page = (body: string): string => `<html lang=en><title>T</title><main><h1>T</h1>${body}</main>`;
    writeFileSync(join(dist, 'index.html'), page('<a href=about/>a</a> <a href=link>l</a> <a href=gone>g</a>'));
    writeFileSync(join(dist, 'about/index.html'), page('<img src=x>'));
    const { code, out, err } = await scan(['--serve', dist, '--crawl', '5', '--no-upload', '--out', 'json']);
    const found = JSON.parse(out).reports[0].introduced as { sourceUrl: string }[];
    expect([code, found.map(({ sourceUrl }) => new URL(sourceUrl).pathname)]).toEqual([0, ['/about/']]);
    expect(err).toMatch(/\/gone could not be scanned: it answered 404; http:\/\/127\.0\.0\.1:\d+\/ links to it/);
    expect(err).toMatch(/\/link could not be scanned: it answered 404/);
    const single = await scan(['--serve', dist, '/about', '--no-upload', '--out', 'json']);
    expect(JSON.parse(single.out).reports[0].findings).toBe(1);
  });

  test('starts a site without our secrets, scans it when it is ready, and ends it with all that it started', async () => {
    const folder = emptyFolder();
    const port = await freePort();
    const code = `require('http').createServer((q, r) => setTimeout(() => r.setHeader('content-type', 'text/html').end('<html lang=en><title>T</title><main><h1>T</h1>' + (process.env.CURBCUT_API_KEY ? '' : '<img src=x>')), 50)).listen(${port})`;
    writeFileSync(join(folder, 'site.cjs'), `setTimeout(() => { ${code} }, 700);`);
    const fake = await fakeIngest([allNew(0)]);
    const env = { CURBCUT_URL: fake.url, CURBCUT_API_KEY: 'svc_x', PATH: process.env['PATH']! };
    const ready = `http://127.0.0.1:${port}/`;
    const well = await scan(['--start', `node ${folder}/site.cjs & wait`, '--ready', ready], env);
    expect([well.code, fake.taken[0]!.body.findings.map(({ ruleId }) => ruleId)]).toEqual([0, ['image-alt']]);
    await expect(fetch(ready)).rejects.toThrow();
    await fake.close();
    const broken = await scan(['--start', 'echo no such module; exit 1', '--ready', ready, '--no-upload'], env);
    expect([broken.code, broken.err]).toEqual([2, expect.stringContaining('has ended (no such module)')]);
    const never = await scan(['--ready', ready, '--no-upload', '--timeout', '2'], env);
    expect([never.code, never.err]).toEqual([
      2,
      expect.stringMatching(/was not ready within 2 s: .*the connection was refused/),
    ]);
  });
});

test.each([
  [['shop.example'], /is not an http/],
  [[], /Name the pages/],
  [['https://shop.example/', '--crawl', 'many'], /--crawl/],
  [['--start', 'npm start'], /--ready URL/],
  [['--serve', '.', '--start', 'npm start', '--ready', 'http://localhost:1/'], /--serve/],
  [['--serve', '/nowhere/at/all'], /the folder .* does not exist/],
  [['/about'], /is not an http/],
])('scan %j is refused with exit code 2', async (words, message) => {
  const { code, err } = await scan([...words, '--no-upload']);
  expect([code, err]).toEqual([2, expect.stringMatching(message)]);
});

test('a browser that is not there is named, with what to set', async () => {
  const { code, err } = await scan([base, '--no-upload'], { CHROME_PATH: '/nowhere/chrome' });
  expect([code, err]).toEqual([2, expect.stringContaining('CHROME_PATH names /nowhere/chrome')]);
});
