import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { type Agent, hasBrowser, startAgent } from '../support/agent/agent.js';
import { checkedSite } from '../support/agent/checked-site.js';
import { forbidden, hostileSite, signInSite } from '../support/agent/hostile-site.js';
import { type AgentService, agentService } from '../support/agent/service.js';
import { defectsOf, document, knownSite, page, type Site, site } from '../support/agent/sites.js';

jest.setTimeout(600_000);

/** Of the known site; all of them are for known-site.test.ts. */
const PAGES = 24;

let service: AgentService;
let known: Site;
const agents: Agent[] = [];
const started = (env: Record<string, string> = {}, at = service): Agent => {
  const agent = startAgent(at, env);
  agents.push(agent);
  return agent;
};
beforeAll(async () => {
  [service, known] = await Promise.all([agentService(), knownSite()]);
});
afterEach(async () => {
  const ending = agents.splice(0);
  await Promise.all(ending.map((agent) => agent.end('SIGKILL')));
  expect(service.faults).toEqual([]);
  // Such as of listeners that add up: an agent works for months.
  expect(ending.map((agent) => agent.said()).join('')).not.toContain('Warning');
});
afterAll(() => Promise.all([service.close(), known.close()]));

type Run = ReturnType<AgentService['order']>;
const pagesOf = (base: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${base}/page/${n}`);
const outcomesOf = (run: Run) =>
  Object.fromEntries(
    [...run.pages.values()].map(({ url, result }) => [
      new URL(url).pathname,
      result?.outcome === 'looked' ? 'looked' : `${result?.outcome} ${result?.reason}`,
    ]),
  );
const lookedAt = (run: Run) =>
  [...run.pages.values()].flatMap(({ result }) => (result?.outcome === 'looked' ? [result] : []));

// Who has no browser runs all other tests; .ci/run brings one.
(hasBrowser ? describe : describe.skip)('the agent', () => {
  test('finds exactly the known defects of a site, which its sitemap lists, and asks for each page once', async () => {
    started();
    const map = await site((_path, _request, response) => {
      const locations = pagesOf(known.base, PAGES).map((url) => `<url><loc>${url}</loc></url>`);
      response.end(`<urlset>${locations.join('')}</urlset>`);
    });
    const run = service.order({ source: { sitemap: `${map.base}/sitemap.xml` } });
    await service.ended(run);
    expect([run.state, run.reason, run.pages.size]).toEqual(['done', null, PAGES]);
    const templates = new Set<string>();
    for (const { url, result } of run.pages.values()) {
      const n = Number(url.split('/').at(-1));
      if (result?.outcome !== 'looked') throw new Error(`${url} was not looked at: ${result?.reason}`);
      expect([url, result.findings.map(({ ruleId }) => ruleId).sort()]).toEqual([url, defectsOf(n).sort()]);
      for (const finding of result.findings) {
        expect(finding).toMatchObject({ sourceUrl: url, tool: 'axe-core', fingerprint: expect.any(String) as string });
      }
      templates.add(result.template);
    }
    expect(templates.size).toBe(2);
    expect(known.asked.filter((path) => path.startsWith('/page/')).length).toBe(PAGES);
    await map.close();
  });

  test('of hostile pages says what is wrong with each, goes on with the others, and reaches nothing that it may not', async () => {
    const guarded = await forbidden();
    const hostile = await hostileSite(guarded.port);
    started({ AGENT_ALLOW: `127.0.0.1:${hostile.port}` });
    const paths = {
      ...{ '/out': 'looked', '/led-out': 'failed refused_address', '/dialogs': 'looked', '/windows': 'looked' },
      ...{ '/download': 'failed not_html', '/text': 'failed not_html', '/large': 'failed too_large' },
      ...{ '/hops/10': 'looked', '/hops/11': 'failed redirects', '/reloading': 'failed redirects' },
      ...{
        '/error': 'failed status',
        '/missing': 'gone status',
        '/missing-empty': 'gone status',
        '/gone': 'gone status',
      },
      ...{ '/fine': 'looked' },
    };
    const run = service.order({}, [
      ...Object.keys(paths).map((path) => `${hostile.base}${path}`),
      'http://nowhere.invalid/name',
    ]);
    await service.ended(run);
    expect(outcomesOf(run)).toEqual({ ...paths, '/name': 'failed dns' });
    expect(guarded.came).toEqual([]);
    await Promise.all([guarded.close(), hostile.close()]);
  });

  test('ends a page that never ends, or that takes all memory, and looks at those beside it', async () => {
    const hostile = await hostileSite(1);
    started();
    const run = service.order(
      {},
      ['/endless', '/fine', '/memory', '/hops/0'].map((path) => `${hostile.base}${path}`),
    );
    await service.ended(run);
    expect(outcomesOf(run)).toEqual({
      ...{ '/endless': 'failed timeout', '/fine': 'looked', '/memory': 'failed memory', '/hops/0': 'looked' },
    });
    await hostile.close();
  });

  test('signs in by steps, again where it was signed out, and tells nobody the secret', async () => {
    const secret = 'pass & "word" 42';
    const behind = await signInSite(secret, (path, times) => path === '/always' || (path === '/once' && times === 1));
    started();
    const steps = [
      { open: { url: `${behind.base}/enter` } },
      { fill: { label: 'Password', secret: 'PASSWORD' } },
      { click: { role: 'button', name: 'Go in' } },
      { expect: { text: 'Welcome' } },
    ];
    const run = service.order(
      { steps, evidence: true },
      ['/inside', '/once', '/always'].map((path) => `${behind.base}${path}`),
      { PASSWORD: { value: secret, origins: [behind.base] } },
    );
    const already = service.said.length;
    await service.ended(run);
    expect(outcomesOf(run)).toEqual({ '/inside': 'looked', '/once': 'looked', '/always': 'failed signed_out' });
    const said = service.said.slice(already).join('\n');
    expect(said).toContain('image-alt');
    expect(said).toContain('***');
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), 'pass &amp;'])
      expect(said).not.toContain(form);
    await behind.close();
  });

  test('fills a secret in at its own origins alone, and says at which step signing in failed', async () => {
    const behind = await signInSite('long enough', () => false);
    started();
    const steps = [{ open: { url: `${behind.base}/enter` } }, { fill: { label: 'Password', secret: 'PASSWORD' } }];
    const run = service.order({ steps }, [`${behind.base}/inside`], {
      PASSWORD: { value: 'long enough', origins: ['https://elsewhere.example'] },
    });
    await service.ended(run);
    expect([run.state, run.reason]).toEqual(['failed', 'signed_out']);
    expect(run.message).toMatch(/step 2.*not among the origins/);
    await behind.close();
  });

  test('that is killed is followed by another within its lease, which looks at nothing twice but what was in hand', async () => {
    const own = await agentService({ leaseSeconds: 3 });
    const first = started({}, own);
    const run = own.order({}, pagesOf(known.base, 16));
    while (lookedAt(run).length < 4) await delay(50);
    await first.end('SIGKILL');
    const inHand = [...run.pages.values()].filter(({ lease, result }) => lease !== undefined && !result).length;
    started({}, own);
    await own.ended(run);
    expect(lookedAt(run)).toHaveLength(16);
    const twice = [...run.pages.values()].filter(({ handed }) => handed > 1).length;
    expect([run.attempt, twice]).toEqual([2, inHand]);
    expect(own.faults).toEqual([]);
    await own.close();
  });

  test('that is stopped tells what it has in hand, leaves the rest at once to others, and ends with 0', async () => {
    const own = await agentService();
    const first = started({}, own);
    const run = own.order({}, pagesOf(known.base, 16));
    while (lookedAt(run).length < 2) await delay(50);
    expect(await first.end('SIGTERM')).toBe(0);
    expect(run.state).toBe('running');
    expect(run.ends).toBe(0);
    started({}, own);
    await own.ended(run);
    expect(lookedAt(run)).toHaveLength(16);
    await own.close();
  });

  test('drops a run that was cancelled or given to another, and takes the next', async () => {
    started();
    const [cancelled, stolen] = [
      service.order({}, pagesOf(known.base, 100)),
      service.order({}, pagesOf(known.base, 100)),
    ];
    const next = service.order({}, pagesOf(known.base, 2));
    while (lookedAt(cancelled).length < 1) await delay(20);
    Object.assign(cancelled, { isCancelled: true });
    while (lookedAt(stolen).length < 1) await delay(20);
    Object.assign(stolen, { lease: 'of another', ends: Date.now() + 3_600_000 });
    Object.assign(cancelled, { state: 'failed' });
    await service.ended(next);
    expect(next.state).toBe('done');
    expect(lookedAt(stolen).length).toBeLessThan(100);
    Object.assign(stolen, { state: 'failed' });
  });

  test('goes on after the service was away', async () => {
    started();
    const run = service.order({}, pagesOf(known.base, 6));
    while (lookedAt(run).length < 1) await delay(20);
    service.outage = { status: 503 };
    await delay(1_500);
    service.outage = undefined;
    await service.ended(run);
    expect(lookedAt(run)).toHaveLength(6);
    expect(run.attempt).toBe(1);
  });

  test('keeps to robots.txt and to Retry-After on sites of others, and follows links where it crawls', async () => {
    let tried = 0;
    const asked: number[] = [];
    const polite = await site((path, _request, response) => {
      asked.push(Date.now());
      if (path === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private');
      if (path === '/busy' && (tried += 1) === 1) return void response.writeHead(429, { 'retry-after': '2' }).end();
      return page(
        response,
        document('Words', '<p><a href="/busy">b</a> <a href="/private/x">p</a> <a href="/left">l</a></p>'),
      );
    });
    started();
    const source = { crawl: { start: `${polite.base}/`, exclude: ['/left'] } };
    const run = service.order({ source, pace: { perSecond: 10, together: 8 } }, [`${polite.base}/`]);
    await service.ended(run);
    expect(outcomesOf(run)).toEqual({ '/': 'looked', '/busy': 'looked', '/private/x': 'failed robots' });
    expect([tried, polite.asked.includes('/private/x'), polite.asked.includes('/left')]).toEqual([2, false, false]);
    // No more than one a second, whatever the monitor asks for.
    expect(asked.at(-1)! - asked[1]!).toBeGreaterThan(2_900);
    await polite.close();
  });

  test('finds by checks of its own what axe-core does not look at, and nothing on a page that is right', async () => {
    const { base, expected, close } = await checkedSite();
    started();
    const tools = { axe: null, checks: true };
    const run = service.order(
      { tools },
      Object.keys(expected).map((path) => `${base}${path}`),
    );
    await service.ended(run);
    const found = Object.fromEntries(
      [...run.pages.values()].map(({ url, result }) => [
        new URL(url).pathname,
        result?.outcome === 'looked'
          ? result.findings.map(
              ({ ruleId, selector, needsReview }) => `${ruleId} ${selector}${needsReview ? ' ?' : ''}`,
            )
          : result?.reason,
      ]),
    );
    expect(found).toEqual(expected);
    await close();
  });

  test('takes one picture of each element with a finding, in which secrets are covered', async () => {
    const secret = 'covered secret';
    const shown = await site((path, _request, response) =>
      page(
        response,
        document(
          'Pictures',
          `<button id="b" style="width:60px;height:60px;background:#000"></button>` +
            `<p id="s" style="color:#bbb;background:#fff">${path === '/secret' ? secret : 'plain words!!!'}</p>`,
        ),
      ),
    );
    started();
    const run = service.order({ evidence: true }, [`${shown.base}/plain`, `${shown.base}/secret`], {
      SECRET: { value: secret, origins: [] },
    });
    await service.ended(run);
    const [plain, covered] = lookedAt(run).map(({ findings }) =>
      findings.map(({ ruleId, picture }) => ({ ruleId, ...picture! })).sort((a, b) => a.ruleId.localeCompare(b.ruleId)),
    );
    expect(plain!.map(({ ruleId, alternative }) => `${ruleId}: ${alternative}`)).toEqual([
      expect.stringMatching(/^button-name: .*button without a name, on the page Pictures$/),
      expect.stringMatching(/^color-contrast: .*on the page Pictures$/),
    ]);
    const colours = async (digest: string): Promise<number> => {
      const content = service.pictures.get(digest)!;
      expect(content.length).toBeLessThanOrEqual(200_000);
      const { format } = await sharp(content).metadata();
      expect(format).toBe('webp');
      const { channels } = await sharp(content).stats();
      return channels[0]!.stdev;
    };
    expect(await colours(plain![1]!.digest)).toBeGreaterThan(3);
    expect(await colours(covered![1]!.digest)).toBeLessThan(1);
    await shown.close();
  });

  test('refuses to start with a browser that has no sandbox, and with a token that opens nothing', async () => {
    const open = join(mkdtempSync(join(tmpdir(), 'curbcut-agent-')), 'chromium');
    const real = process.env['CHROME_PATH'] ?? 'chromium';
    writeFileSync(open, `#!/bin/sh\nexec ${real} --no-sandbox "$@"\n`);
    chmodSync(open, 0o755);
    chmodSync(join(open, '..'), 0o755);
    const unguarded = started({ CHROME_PATH: open });
    expect(await unguarded.ended).toBe(2);
    expect(unguarded.said()).toContain('would run without its sandbox');
    const stranger = started({ CURBCUT_AGENT_TOKEN: 'svc_of_nobody' });
    expect(await stranger.ended).toBe(3);
    expect(stranger.said()).toContain('CURBCUT_AGENT_TOKEN');
    expect(stranger.said()).not.toContain('svc_of_nobody');
  });
});
