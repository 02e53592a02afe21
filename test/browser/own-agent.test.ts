import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { hasBrowser } from '../support/agent/agent.js';
import { defectsOf, knownPage, page, type Site, site } from '../support/agent/sites.js';
import { type BuiltService, runBuilt, startBuilt, stopAllBuilt, stopBuilt } from '../support/built-service.js';
import { embeddedFolder, stopEmbedded } from '../support/embedded.js';

jest.setTimeout(300_000);

const dataDir = embeddedFolder('own-agent');
let shop: Site;
const start = (environment: Record<string, string> = {}): Promise<BuiltService> => {
  const { CHROME_PATH } = process.env;
  const chrome: Record<string, string> = CHROME_PATH ? { CHROME_PATH } : {};
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'debug', RATE_LIMIT_PER_MINUTE: '0', ...chrome, ...environment };
  return startBuilt(settings, ['--with-agent']);
};

beforeAll(async () => {
  shop = await site((path, _request, response) => page(response, knownPage(Number(path.split('/').at(-1)))));
});
afterAll(async () => {
  await stopAllBuilt();
  await Promise.all([stopEmbedded(dataDir), shop.close()]);
});

/** Processes of an agent that a service has begun. */
async function agentsOf({ child }: BuiltService): Promise<number[]> {
  const listed = runList(child.pid!);
  return (await listed).filter(({ command }) => command.includes('curbcut.js agent')).map(({ pid }) => pid);
}

async function runList(parent: number): Promise<{ pid: number; command: string }[]> {
  const ps = spawn('ps', ['--ppid', String(parent), '-o', 'pid=,args=']);
  let said = '';
  ps.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(ps, 'close');
  return said
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ pid: Number(line.trim().split(/\s+/)[0]), command: line }));
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

// Who has no browser runs all other tests; .ci/run brings one.
(hasBrowser ? describe : describe.skip)('an agent beside the service', () => {
  test('looks at pages of this machine, reaches neither the service nor its database, and ends with the service', async () => {
    const service = await start();
    let token = '';
    const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const response = await fetch(`${service.base}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    };
    const account = { name: 'Ada', email: 'ada@example.org', password: 'kerbs that serve everyone' };
    token = (await call<{ token: string }>('POST', '/api/auth/sign-up/email', account)).token;
    const { id } = await call<{ id: string }>('POST', '/api/auth/organization/create', { name: 'Acme' });
    const products = `/v1/organizations/${id}/products`;
    const { product } = await call<{ product: { slug: string } }>('POST', products, { name: 'Shop', type: 'website' });
    const url = `${products}/${product.slug}`;
    const database = /PostgreSQL listens on port (\d+)/.exec(service.output())![1]!;
    const forbidden = [`${service.base}/health/live`, `http://127.0.0.1:${database}/`, `http://localhost:${database}/`];
    const list = [`${shop.base}/page/1`, ...forbidden];
    const pace = { perSecond: 10, together: 8, ownSite: true };
    await call('POST', `${url}/monitors`, { name: 'Shop', source: { list }, pace });
    const { run } = await call<{ run: { id: string } }>('POST', `${url}/monitors/1/runs`);
    const address = `${url}/monitors/1/runs/${run.id}`;
    for (;;) {
      const now = await call<{ run: { state: string; pages: object } }>('GET', address);
      if (!['waiting', 'running', 'finishing'].includes(now.run.state)) {
        expect(now.run).toMatchObject({ state: 'partial', pages: { looked: 1, failed: forbidden.length } });
        break;
      }
      await delay(200);
    }
    const failed = await call<{ pages: { reason: string }[] }>('GET', `${address}/pages?state=failed`);
    expect(new Set(failed.pages.map(({ reason }) => reason))).toEqual(new Set(['refused_address']));
    const { findings } = await call<{ findings: { ruleId: string }[] }>('GET', `${url}/findings`);
    expect(findings.map(({ ruleId }) => ruleId).sort()).toEqual(defectsOf(1).sort());

    const doctor = runBuilt('dist/service/admin.js', { DATA_DIR: dataDir, PORT: new URL(service.base).port }, [
      'doctor',
    ]);
    await once(doctor.child, 'close');
    expect(doctor.output()).toMatch(/ok +agents: 1 of 1 ask for work/);

    const agents = await agentsOf(service);
    expect(agents).toHaveLength(1);
    expect(await stopBuilt(service)).toBe(0);
    expect(agents.filter(isThere)).toEqual([]);
  });

  test('ends where the service is killed, and there is none where it is switched off', async () => {
    const killed = await start();
    while ((await agentsOf(killed)).length === 0) await delay(100);
    const agents = await agentsOf(killed);
    await stopBuilt(killed, 'SIGKILL');
    for (let tries = 0; agents.some(isThere) && tries < 900; tries += 1) await delay(100);
    expect(agents.filter(isThere)).toEqual([]);
    const off = await start({ OWN_AGENT: 'off' });
    await delay(1_000);
    expect(await agentsOf(off)).toEqual([]);
    expect(await stopBuilt(off)).toBe(0);
  });
});
