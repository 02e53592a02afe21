import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Agent, hasBrowser, startAgent } from '../support/agent/agent.js';
import { forbidden } from '../support/agent/hostile-site.js';
import { changingSite, isolationSite, LEADING } from '../support/agent/isolation-site.js';
import { type AgentService, agentService } from '../support/agent/service.js';
import type { Site } from '../support/agent/sites.js';

jest.setTimeout(300_000);

let service: AgentService;
let hostile: Site;
let folder: string;
const agents: Agent[] = [];
const started = (env: Record<string, string> = {}): Agent => {
  const agent = startAgent(service, { TMPDIR: folder, AGENT_TABS: '1', ...env });
  agents.push(agent);
  return agent;
};
/** Has names lead to addresses, for agents that were started with what this answers. */
const names = (to: Record<string, string[]>): Record<string, string> => {
  const file = join(folder, 'names.json');
  writeFileSync(file, JSON.stringify(to));
  return { NAMES_FILE: file, NODE_OPTIONS: `--import ${resolve('test/support/agent/names.mjs')}` };
};
const look = async (urls: readonly string[]) => {
  const run = service.order({}, urls);
  await service.ended(run);
  return [...run.pages.values()].map(({ result }) =>
    result?.outcome === 'looked' ? result.title : `${result?.outcome} ${result?.reason}`,
  );
};
/** What processes below another one are, by whom they belong to. */
const ownersBelow = (root: number): number[] => {
  const all = readdirSync('/proc').flatMap((pid) => {
    try {
      const status = /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
      const of = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)![1]);
      return status ? [{ pid: Number(pid), parent: of('PPid'), owner: of('Uid') }] : [];
    } catch {
      return [];
    }
  });
  const below = (pid: number): typeof all =>
    all.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...below(one.pid)]);
  return below(root).map(({ owner }) => owner);
};
/** The files of agents; those of a browser come and go. */
const filesIn = (): string[] => {
  try {
    return readdirSync(folder, { recursive: true }).map(String);
  } catch {
    return [];
  }
};

beforeAll(async () => {
  [service, hostile] = await Promise.all([agentService(), isolationSite()]);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'curbcut-isolation-'));
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.end()));
  // Each browser takes its profile along.
  expect(filesIn().filter((name) => name.startsWith('curbcut-chrome-'))).toEqual([]);
  expect(service.faults).toEqual([]);
});
afterAll(() => Promise.all([service.close(), hostile.close()]));

// Who has no browser runs all other tests; .ci/run brings one.
(hasBrowser ? describe : describe.skip)('a page that attacks the agent', () => {
  test('does not reach this machine by a name that changes its mind after it was looked up', async () => {
    const guarded = await forbidden();
    const lead = (to: string[]) => names({ 'changing.test': to });
    const changing = await changingSite(guarded.port, () => lead(['127.0.0.1']));
    started({ ...lead(['127.0.0.2']), AGENT_ALLOW: '127.0.0.2' });
    const url = `http://changing.test:${guarded.port}/`;
    expect(await look([url])).toEqual(['Changes']);
    // The name did change before what the page asked for next.
    expect(changing.asked).toEqual(['/']);
    expect(await look([url])).toEqual(['failed refused_address']);
    // One that leads to both is not tried until the private one answers.
    lead(['127.0.0.2', '127.0.0.1']);
    expect(await look([url])).toEqual(['failed refused_address']);
    lead(['127.0.0.2']);
    expect(await look([url])).toEqual(['Changes']);
    expect(guarded.came).toEqual([]);
    await Promise.all([guarded.close(), changing.close()]);
  });

  test('is not led to the metadata of a machine, however they are spelled', async () => {
    const env = names({ 'metadata.test': ['169.254.169.254'] });
    started({ ...env, AGENT_ALLOW: `127.0.0.1:${hostile.port}` });
    const seen = await look(LEADING.metadata.map((path) => `${hostile.base}${path}`));
    expect(seen).toEqual(LEADING.metadata.map(() => 'failed refused_address'));
    expect(await look(['http://169.254.169.254/', 'http://metadata.test/'])).toEqual([
      'failed refused_address',
      'failed refused_address',
    ]);
  });

  test('sees no files of the machine and no pages of the browser, nor is led there', async () => {
    started();
    expect(await look([`${hostile.base}/local-files`])).toEqual(['Got nothing']);
    const led = await look(LEADING.local.map((path) => `${hostile.base}${path}`));
    expect(led).toEqual(LEADING.local.map(() => expect.stringMatching(/^failed (status|not_html)$/) as string));
    const local = ['file:///etc/passwd', 'chrome://version/', 'view-source:http://x.example/', 'about:blank'];
    expect(await look(local)).toEqual(local.map(() => 'failed refused_address'));
    expect(service.said.join('\n')).not.toContain('root:');
  });

  test('leaves no worker behind that answers for the site', async () => {
    started();
    expect(await look(['/worker', '/fine'].map((path) => `${hostile.base}${path}`))).toEqual([
      'rejected,rejected',
      'Fine',
    ]);
    expect(hostile.asked).not.toContain('/worker.js');
  });

  test('drops no files, and runs as nobody where the agent is root', async () => {
    const agent = started();
    const looked = look([`${hostile.base}/drops`, `${hostile.base}/fine`]);
    let isOver = false;
    void looked.then(() => (isOver = true));
    const owners = new Set<number>();
    const seen = new Set<string>();
    while (!isOver) {
      ownersBelow(agent.pid).forEach((owner) => owners.add(owner));
      filesIn().forEach((name) => seen.add(name));
      await delay(50);
    }
    expect(await looked).toEqual(['Dropped', 'Fine']);
    expect([...seen].some((name) => name.startsWith('curbcut-chrome-'))).toBe(true);
    expect([...seen].filter((name) => /dropped|crdownload/.test(name))).toEqual([]);
    if (process.getuid?.() === 0) expect([...owners]).toEqual([65_534]);
  });

  test('meets a new profile in each run', async () => {
    started();
    const pages = ['/remembers', '/remembers-again'].map((path) => `${hostile.base}${path}`);
    expect(await look(pages)).toEqual(['New here', 'Been here']);
    expect(await look(pages)).toEqual(['New here', 'Been here']);
  });
});
