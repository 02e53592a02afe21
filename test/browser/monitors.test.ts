import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Agent, hasBrowser, startAgent } from '../support/agent/agent.js';
import { canMakeNetworks, otherNetwork, type OtherNetwork } from '../support/agent/other-network.js';
import { defectsOf, document, knownPage, page, type Site, site } from '../support/agent/sites.js';
import { type BuiltService, startBuilt, stopAllBuilt } from '../support/built-service.js';
import { embeddedFolder, stopEmbedded } from '../support/embedded.js';

jest.setTimeout(300_000);

const PAGES = 6;
/** How long an agent is waited for that says nothing more, and how long a claim may wait at most, in milliseconds. */
const [LEASE, CLAIM] = [60_000, 25_000];
const dataDir = embeddedFolder('monitors');
let service: BuiltService;
let token: string;
let organization: string;
let product: string;
let shop: Site;
const agents: Agent[] = [];
/** Pages that somebody has mended, by their number. */
const mended = new Set<number>();

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${service.base}${path}`, {
    method,
    headers: {
      connection: 'close',
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

interface Run {
  id: string;
  state: string;
  reason: string | null;
  message: string | null;
  attempt: number;
  pages: Record<string, number>;
  reports: { tool: string }[];
}

const answer: Parameters<typeof site>[0] = (path, request, response) => {
  const [, number] = /^\/page\/(\d+)$/.exec(path) ?? [];
  if (path === '/sitemap.xml') {
    const base = `http://${request.headers.host}`;
    const entries = Array.from({ length: PAGES }, (_, n) => `<url><loc>${base}/page/${n}</loc></url>`);
    return void response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<urlset>${entries.join('')}</urlset>`);
  }
  if (number === undefined) return page(response, document('None', '<p>No such page</p>'), 404);
  return page(response, mended.has(Number(number)) ? document('Mended', '<p>Words</p>') : knownPage(Number(number)));
};

beforeAll(async () => {
  shop = await site(answer);
  service = await startBuilt({ DATA_DIR: dataDir, HOST: '0.0.0.0', LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '0' });
  const account = { name: 'Ada', email: 'ada@example.org', password: 'kerbs that serve everyone' };
  token = (await call<{ token: string }>('POST', '/api/auth/sign-up/email', account)).token;
  const { id } = await call<{ id: string }>('POST', '/api/auth/organization/create', { name: 'Acme' });
  organization = `/v1/organizations/${id}`;
  const made = await call<{ product: { slug: string } }>('POST', `${organization}/products`, {
    name: 'Shop',
    type: 'website',
  });
  product = `${organization}/products/${made.product.slug}`;
});
afterEach(() => Promise.all(agents.splice(0).map((agent) => agent.end('SIGKILL'))));
afterAll(async () => {
  await stopAllBuilt();
  await Promise.all([stopEmbedded(dataDir), shop.close()]);
});

const agentOf = async (): Promise<{ url: string; token: string }> => {
  const { agent } = await call<{ agent: { token: string } }>('POST', `${organization}/agents`, { name: 'Looks' });
  return { url: service.base, token: agent.token };
};
const begin = (agent: { url: string; token: string }, env: Record<string, string> = {}): Agent => {
  const started = startAgent(agent, { AGENT_ALLOW: `127.0.0.1:${shop.port}`, ...env });
  agents.push(started);
  return started;
};
const monitorOf = async (more: object): Promise<string> => {
  const pace = { perSecond: 10, together: 8, ownSite: true };
  const body = { name: 'Shop', source: { sitemap: `${shop.base}/sitemap.xml` }, pace, ...more };
  const { monitor } = await call<{ monitor: { number: number } }>('POST', `${product}/monitors`, body);
  return `${product}/monitors/${monitor.number}`;
};
const run = async (monitor: string): Promise<string> =>
  `${monitor}/runs/${(await call<{ run: Run }>('POST', `${monitor}/runs`)).run.id}`;
const ended = async (address: string): Promise<Run> => {
  for (;;) {
    const { run: now } = await call<{ run: Run }>('GET', address);
    if (!['waiting', 'running', 'finishing'].includes(now.state)) return now;
    await delay(200);
  }
};
/** The rules that pages break by what the service has now, by their number. */
const found = async (): Promise<string[][]> => {
  const rules: string[][] = [];
  for (let n = 0; n < PAGES; n += 1) {
    const { findings } = await call<{ findings: { ruleId: string }[] }>(
      'GET',
      `${product}/findings?status=pending&pageSize=100&q=${encodeURIComponent(`${shop.base}/page/${n}`)}`,
    );
    rules.push(findings.map(({ ruleId }) => ruleId).sort());
  }
  return rules;
};
const known = (isBroken: (n: number) => boolean = () => true): string[][] =>
  Array.from({ length: PAGES }, (_, n) => (isBroken(n) ? defectsOf(n).sort() : []));

// Who has no browser runs all other tests; .ci/run brings one.
(hasBrowser ? describe : describe.skip)('a monitor of the built service', () => {
  test('finds the known defects of a site by an agent, and they end once a page is mended', async () => {
    begin(await agentOf());
    const monitor = await monitorOf({ tools: { axe: { tags: [], rulesOff: [] }, checks: true } });
    const first = await ended(await run(monitor));
    expect(first).toMatchObject({ state: 'done', reason: null, pages: { looked: PAGES, failed: 0 } });
    expect(first.reports.map(({ tool }) => tool).sort()).toEqual(['axe-core', 'curbcut-checks']);
    expect(await found()).toEqual(known());
    mended.add(3);
    const second = await ended(await run(monitor));
    expect(second.state).toBe('done');
    expect(await found()).toEqual(known((n) => n !== 3));
    mended.clear();
  });

  test('goes on with another agent where one is stopped, without waiting for its lease', async () => {
    const first = begin(await agentOf(), { AGENT_TABS: '1' });
    const pace = { perSecond: 1, together: 1, ownSite: true };
    const address = await run(await monitorOf({ name: 'Slow', pace }));
    while ((await call<{ run: Run }>('GET', address)).run.pages['looked']! < 1) await delay(200);
    expect(await first.end('SIGTERM')).toBe(0);
    const stopped = Date.now();
    begin(await agentOf());
    while ((await call<{ run: Run }>('GET', address)).run.state !== 'running') await delay(100);
    expect(Date.now() - stopped).toBeLessThan(50_000);
    expect(await ended(address)).toMatchObject({ state: 'done', attempt: 2, pages: { looked: PAGES } });
  });

  test('reaches nothing but what its agent may: neither the service nor its database', async () => {
    begin(await agentOf());
    const pages = [`${service.base}/health/live`, `${shop.base}/page/1`];
    const address = await run(await monitorOf({ name: 'Inside', source: { list: pages } }));
    expect(await ended(address)).toMatchObject({ state: 'partial', pages: { looked: 1, failed: 1 } });
    const { pages: failed } = await call<{ pages: { reason: string }[] }>('GET', `${address}/pages?state=failed`);
    expect(failed.map(({ reason }) => reason)).toEqual(['refused_address']);
  });

  test('goes on with another agent where one is killed, looks at no page twice but what it had in hand, and reports once', async () => {
    const first = begin(await agentOf(), { AGENT_TABS: '1' });
    shop.asked.splice(0);
    const pace = { perSecond: 1, together: 1, ownSite: true };
    const address = await run(await monitorOf({ name: 'Killed', pace }));
    while ((await call<{ run: Run }>('GET', address)).run.pages['looked']! < 2) await delay(200);
    await first.end('SIGKILL');
    const killed = Date.now();
    begin(await agentOf());
    while ((await call<{ run: Run }>('GET', address)).run.attempt < 2) await delay(200);
    expect(Date.now() - killed).toBeLessThan(LEASE + CLAIM);
    const over = await ended(address);
    expect(over).toMatchObject({ state: 'done', attempt: 2, pages: { looked: PAGES } });
    expect(over.reports).toHaveLength(new Set(over.reports.map(({ tool }) => tool)).size);
    const asked = shop.asked.filter((path) => path.startsWith('/page/'));
    expect(new Set(asked).size).toBe(PAGES);
    expect(asked.length).toBeLessThanOrEqual(PAGES + 1);
  });
});

const why = canMakeNetworks ? '' : ' (not tried: only root with iproute2 can make networks, where the system lets it)';
(hasBrowser && canMakeNetworks ? describe : describe.skip)(`an agent in a network of its own${why}`, () => {
  let network: OtherNetwork;
  let reached: Site;
  beforeEach(async () => {
    network = await otherNetwork();
    reached = await site(answer, { host: network.here });
  });
  afterEach(async () => {
    await Promise.all(agents.splice(0).map((agent) => agent.end('SIGKILL')));
    await Promise.all([network.close(), reached.close()]);
  });
  const beginInside = async (allowed: string): Promise<Agent> => {
    const url = `http://${network.here}:${new URL(service.base).port}`;
    const env = { AGENT_ALLOW: allowed, AGENT_PLAIN_HTTP: '1' };
    const agent = startAgent({ url, token: (await agentOf()).token }, env, network.inside);
    agents.push(agent);
    return agent;
  };
  const where = (): string => `${network.here}:${reached.port}`;

  test('looks at what only its network reaches', async () => {
    const [command, ...args] = [...network.inside, process.execPath, 'test/support/agent/inner-site.mjs', '8477'];
    const inner = spawn(command!, args);
    try {
      await once(inner.stdout, 'data');
      const url = 'http://127.0.0.1:8477/';
      await expect(fetch(url)).rejects.toThrow();
      await beginInside('127.0.0.1:8477');
      const address = await run(await monitorOf({ name: 'Intranet', source: { list: [url] } }));
      expect(await ended(address)).toMatchObject({ state: 'done', pages: { looked: 1, failed: 0 } });
      const { findings } = await call<{ findings: { ruleId: string }[] }>(
        'GET',
        `${product}/findings?q=${encodeURIComponent(url)}`,
      );
      expect(findings.map(({ ruleId }) => ruleId)).toEqual(['image-alt']);
    } finally {
      inner.kill('SIGKILL');
    }
  });

  test('that is cut off loses its run to another, says nothing more of it, and works again once it is reached', async () => {
    const first = await beginInside(where());
    const pace = { perSecond: 1, together: 1, ownSite: true };
    const monitor = await monitorOf({ name: 'Cut off', source: { sitemap: `${reached.base}/sitemap.xml` }, pace });
    const address = await run(monitor);
    while ((await call<{ run: Run }>('GET', address)).run.pages['looked']! < 2) await delay(200);
    network.cut();
    const second = begin(await agentOf(), { AGENT_ALLOW: where() });
    expect(await ended(address)).toMatchObject({ state: 'done', attempt: 2, pages: { looked: PAGES, failed: 0 } });
    network.mend();
    while (!first.said().includes('was lost after')) await delay(200);
    await second.end();
    expect(await ended(await run(monitor))).toMatchObject({ state: 'done', attempt: 1, pages: { looked: PAGES } });
  });

  test('that is slowed to 200 kilobits a second looks at all pages', async () => {
    await beginInside(where());
    network.slowDown(200);
    const source = { sitemap: `${reached.base}/sitemap.xml` };
    const address = await run(await monitorOf({ name: 'Slowed', source }));
    expect(await ended(address)).toMatchObject({ state: 'done', attempt: 1, pages: { looked: PAGES, failed: 0 } });
  });
});
