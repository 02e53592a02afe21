import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { eventually } from '../support/eventually.js';
import { statusAndCode, type TargetResponse, useTarget } from '../support/target.js';
import type { World } from '../support/world.js';

const target = useTarget();

const SITE = 'https://shop.example';
const SECRET = 'kerbs that serve everyone';
const VERBS = ['get', 'post', 'put', 'patch', 'delete'] as const;

interface Run {
  id: string;
  lease: string;
  attempt: number;
  secrets: object;
  monitor: { number: number };
}

/** An agent, whose token is all that its thief has. */
async function agentOf(w: World) {
  const made = await target.as(w.owner.token).post(`${w.organization.url}/agents`, { name: 'Looks' });
  expect(statusAndCode(made)).toBe('201');
  const { id, token } = made.body.agent as { id: string; token: string };
  const call = ({ id: run, lease }: Pick<Run, 'id' | 'lease'>, what: string, body: object = {}, more = {}) =>
    target.as(token).post(`/api/agent/runs/${run}/${what}`, { lease, ...USUAL[what], ...body }, more);
  return {
    ...{ id, token, call },
    claim: async (): Promise<Run | undefined> => {
      const answer = await target.as(token).post('/api/agent/claim', { labels: [], version: '0.1.0', wait: 0 });
      expect([200, 204]).toContain(answer.status);
      return answer.status === 200 ? answer.body.run : undefined;
    },
    pages: async (run: Run): Promise<{ id: string; url: string }[]> => (await call(run, 'next')).body.pages,
  };
}
type Agent = Awaited<ReturnType<typeof agentOf>>;

const USUAL: Record<string, object> = {
  heartbeat: { state: 'running' },
  next: { count: 20 },
  results: { pages: [] },
  finish: { outcome: 'done', reason: null, message: null },
};
const ACTS = Object.keys(USUAL);

const monitorsOf = (w: World): string => `${w.product.url}/monitors`;
const make = async (w: World, body: object = {}): Promise<void> => {
  const monitor = { name: 'Shop', source: { list: [`${SITE}/`, `${SITE}/cart`] }, evidence: false, ...body };
  expect(statusAndCode(await target.as(w.owner.token).post(monitorsOf(w), monitor))).toBe('201');
};
const begin = async (w: World, number = 1): Promise<string> => {
  const answer = await target.as(w.owner.token).post(`${monitorsOf(w)}/${number}/runs`, {});
  expect(statusAndCode(answer)).toBe('201');
  return answer.body.run.id;
};
const read = async (w: World, id: string, number = 1): Promise<Record<string, unknown>> =>
  (await target.as(w.owner.token).get(`${monitorsOf(w)}/${number}/runs/${id}`)).body.run;
/** A run in the hand of an agent. */
async function running(body: object = {}) {
  const w = await target.world();
  await make(w, body);
  await begin(w);
  const agent = await agentOf(w);
  return { w, agent, run: (await agent.claim())! };
}
const finding = (ruleId = 'label') => ({ ruleId, title: ruleId, selector: 'main', tool: 'axe-core' });
const looked = (id: string, findings: object[] = [finding()], more: object = {}) => ({
  ...{ id, outcome: 'looked', findings },
  ...more,
});
/** All that is kept of runs and of what they found. */
const kept = async ({ organization }: World): Promise<unknown> =>
  target.sql(
    `SELECT (SELECT json_agg(r ORDER BY id) FROM monitor_runs r WHERE organization_id = $1) AS runs,
       (SELECT json_agg(p ORDER BY id) FROM monitor_run_pages p WHERE organization_id = $1) AS pages,
       (SELECT json_agg(f ORDER BY f::text) FROM finding_picture_files f WHERE organization_id = $1) AS pictures,
       (SELECT count(*) FROM findings WHERE organization_id = $1) AS findings`,
    [organization.id],
  );
const endLease = (id: string) =>
  target.sql(`UPDATE agent_queue SET lease_until = now() - interval '1 second' WHERE run_id = $1`, [id]);
const pathsOf = (answer: TargetResponse): string[] => answer.body.errors.map(({ path }: { path: string }) => path);

async function sendPictures(agent: Agent, run: Run, files: readonly { name: string; content: Buffer }[]) {
  const form = new FormData();
  form.append('lease', run.lease);
  for (const { name, content } of files) form.append('files', new Blob([new Uint8Array(content)]), name);
  const response = await fetch(`${target.base}/api/agent/runs/${run.id}/evidence`, {
    method: 'POST',
    headers: { authorization: `Bearer ${agent.token}` },
    body: form,
  });
  const text = await response.text();
  return `${response.status} ${text === '' ? '' : (JSON.parse(text) as { code: string }).code}`.trim();
}
const pictureOf = async (red: number) => {
  const background = { r: red, g: 0, b: 0 };
  const content = await sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .webp()
    .toBuffer();
  const digest = createHash('sha256').update(content).digest('hex');
  return { content, digest, name: `${digest}.webp` };
};

test('the token of an agent is nobody to every operation but those of agents', async () => {
  const { w, agent, run } = await running();
  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, object> };
  const ids: Record<string, string> = {
    ...{ orgId: w.organization.id, productSlug: w.product.slug, monitorNumber: '1', runId: run.id, agentId: agent.id },
  };
  const operations = Object.entries(paths)
    .filter(([path]) => !path.startsWith('/api/agent/'))
    .flatMap(([path, verbs]) => VERBS.filter((verb) => verb in verbs).map((verb) => ({ path, verb })));
  expect(operations.length).toBeGreaterThan(200);
  const before = await kept(w);
  for (const { path, verb } of operations) {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '1');
    const [thief, nobody] = [await target.as(agent.token)[verb](filled), await target.as('svc_nobody')[verb](filled)];
    expect([verb, filled, statusAndCode(thief)]).toEqual([verb, filled, statusAndCode(nobody)]);
  }
  expect(await kept(w)).toEqual(before);
});

test('of runs that others have in hand a thief neither learns nor changes anything, even with their leases', async () => {
  const { w, agent, run } = await running();
  const elsewhere = await running();
  const pages = await agent.pages(run);
  const thieves = [await agentOf(w), elsewhere.agent];
  const before = await kept(w);
  for (const thief of thieves) {
    for (const lease of [run.lease, elsewhere.run.lease, randomUUID()])
      for (const act of ACTS) {
        const pagesOfRun = act === 'results' ? { pages: [looked(pages[0]!.id)] } : {};
        const answer = await thief.call({ id: run.id, lease }, act, pagesOfRun);
        expect([act, statusAndCode(answer)]).toEqual([act, '409 lease_lost']);
        expect(answer.text).not.toContain('shop.example');
      }
    expect(await sendPictures(thief, run, [await pictureOf(1)])).toBe('409 lease_lost');
    // One that is of nobody is answered the same.
    expect(statusAndCode(await thief.call({ id: randomUUID(), lease: run.lease }, 'next'))).toBe('409 lease_lost');
  }
  expect(await kept(w)).toEqual(before);
  // A page of another organization's run is no page of the own one.
  const foreign = await elsewhere.agent.call(elsewhere.run, 'results', { pages: [looked(pages[0]!.id)] });
  expect([statusAndCode(foreign), foreign.body.errors[0].code]).toEqual(['400 invalid_input', 'unknown_reference']);
  expect(await kept(w)).toEqual(before);
});

test('a thief gets runs of the own organization alone, and of secrets those that the steps of the run name', async () => {
  const w = await target.world();
  const set = (name: string, value: string) =>
    target.as(w.owner.token).put(`${w.product.url}/secrets/${name}`, { value, origins: [SITE] });
  expect(statusAndCode(await set('PASSWORD', SECRET))).toBe('200');
  expect(statusAndCode(await set('OTHER', `${SECRET} too`))).toBe('200');
  await make(w, { steps: [{ open: { url: `${SITE}/enter` } }, { fill: { label: 'Password', secret: 'PASSWORD' } }] });
  await make(w);
  const thief = await agentOf(w);
  const stranger = await agentOf(await target.world());
  await begin(w, 2);
  expect((await thief.claim())!.secrets).toEqual({});
  await begin(w, 1);
  expect(await stranger.claim()).toBeUndefined();
  const run = (await thief.claim())!;
  expect(run.secrets).toEqual({ PASSWORD: { value: SECRET, origins: [SITE] } });
  // What they tell does not bring it to those who read the findings.
  const [page] = await thief.pages(run);
  await thief.call(run, 'results', { pages: [looked(page!.id, [{ ...finding(), title: SECRET }], { title: SECRET })] });
  await thief.call(run, 'finish');
  await eventually(async () => (await read(w, run.id))['endedAt'] !== null);
  for (const path of ['findings', `monitors/1/runs/${run.id}/pages`, 'test-activity', 'changes'])
    expect((await target.as(w.owner.token).get(`${w.product.url}/${path}`)).text).not.toContain(SECRET);
});

test('results count once, and not after the lease, the end or the cancelling of the run', async () => {
  const { w, agent, run } = await running();
  const [first, second] = await agent.pages(run);
  const tell = (id: string, ruleId: string) => agent.call(run, 'results', { pages: [looked(id, [finding(ruleId)])] });
  expect(statusAndCode(await tell(first!.id, 'label'))).toBe('200');
  expect(statusAndCode(await tell(first!.id, 'image-alt'))).toBe('200');
  const twice = await agent.call(run, 'results', { pages: [looked(second!.id), looked(second!.id, [finding('x')])] });
  expect(statusAndCode(twice)).toBe('200');
  await endLease(run.id);
  const late = await kept(w);
  for (const act of ACTS) expect(statusAndCode(await agent.call(run, act))).toBe('409 lease_lost');
  expect(await kept(w)).toEqual(late);

  // Another agent takes it and ends it: what came first holds.
  const other = await agentOf(w);
  const again = (await other.claim())!;
  expect([again.id, again.attempt]).toEqual([run.id, 2]);
  expect(await other.pages(again)).toEqual([]);
  expect(statusAndCode(await other.call(again, 'finish'))).toBe('200');
  await eventually(async () => (await read(w, run.id))['endedAt'] !== null);
  for (const thief of [agent, other])
    for (const act of ACTS) expect(statusAndCode(await thief.call(again, act))).toBe('409 lease_lost');
  const found = await target.as(w.owner.token).get(`${w.product.url}/findings`);
  expect(found.body.findings.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['label']);

  await begin(w);
  const cancelled = (await other.claim())!;
  const [page] = await other.pages(cancelled);
  await target.as(w.owner.token).post(`${monitorsOf(w)}/1/runs/${cancelled.id}/cancel`, {});
  const before = await kept(w);
  const told = await other.call(cancelled, 'results', { pages: [looked(page!.id, [finding('image-alt')])] });
  expect([statusAndCode(told), told.body]).toEqual(['200', { wanted: [], cancelled: true }]);
  expect(await kept(w)).toEqual(before);
});

test('results that are too large, too many or about other pages are refused, each fault by its path', async () => {
  const source = { crawl: { start: `${SITE}/`, depth: 3, include: [], exclude: [], limit: 5 } };
  const { w, agent, run } = await running({ source, budget: { pages: 5, minutes: 60 } });
  const [page] = await agent.pages(run);
  const results = (pages: object[], more: object = {}) => agent.call(run, 'results', { pages, ...more });
  const before = await kept(w);
  const refused: [body: object[], more: object, path: string][] = [
    [Array.from({ length: 51 }, () => looked(randomUUID())), {}, '/pages'],
    [[looked(page!.id, [], { found: Array.from({ length: 501 }, (_, n) => `${SITE}/${n}`) })], {}, '/pages/0/found'],
    [[], { found: Array.from({ length: 501 }, (_, n) => `${SITE}/${n}`) }, '/found'],
    [[looked(page!.id, [], { found: ['file:///etc/passwd'] })], {}, '/pages/0/found/0'],
    [[looked(page!.id, [{ ...finding(), tool: 'another-tool' }])], {}, '/pages/0/findings/0/tool'],
    [[looked(page!.id, [], { state: 'looked' })], {}, '/pages/0'],
    [[looked(page!.id, [], { outcome: 'perfect' })], {}, '/pages/0/outcome'],
  ];
  for (const [body, more, path] of refused) {
    const answer = await results(body, more);
    expect([path, statusAndCode(answer)]).toEqual([path, '400 invalid_input']);
    expect(pathsOf(answer).some((named) => named.startsWith(path))).toBe(true);
  }
  const long = 'x'.repeat(1_100_000);
  expect(statusAndCode(await results([looked(page!.id, [{ ...finding(), description: long }])]))).toBe(
    '413 payload_too_large',
  );
  // A small file that unpacks to much.
  const bomb = gzipSync(JSON.stringify({ lease: run.lease, pages: [], padding: 'x'.repeat(50_000_000) }));
  expect(bomb.length).toBeLessThan(100_000);
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const unpacked = await target.as(agent.token).post(`/api/agent/runs/${run.id}/results`, bomb, { headers });
  expect(statusAndCode(unpacked)).toBe('413 payload_too_large');
  expect(await kept(w)).toEqual(before);

  // What it says of other sites and of endless pages is not looked at; what it says of other pages stands at this one.
  const found = [...Array.from({ length: 400 }, (_, n) => `${SITE}/${n}`), 'https://elsewhere.example/'];
  const elsewhere = { ...finding(), sourceUrl: 'https://elsewhere.example/' };
  expect(statusAndCode(await results([looked(page!.id, [elsewhere], { found })]))).toBe('200');
  const pages = await target.sql('SELECT url FROM monitor_run_pages WHERE run_id = $1', [run.id]);
  expect(pages).toHaveLength(5);
  expect(pages.every(({ url }) => url.startsWith(SITE))).toBe(true);
  await agent.call(run, 'finish');
  await eventually(async () => (await read(w, run.id))['endedAt'] !== null);
  const { findings } = (await target.as(w.owner.token).get(`${w.product.url}/findings`)).body;
  expect(findings).toMatchObject([{ sourceUrl: `${SITE}/` }]);
});

test('pictures that are none, too large, too many, or that nobody asked for, are refused or not kept', async () => {
  const { w, agent, run } = await running({ evidence: true });
  const picture = await pictureOf(2);
  const before = await kept(w);
  const refused: [string, { name: string; content: Buffer }[]][] = [
    ['400 invalid_input', [{ ...picture, name: `${'0'.repeat(64)}.webp` }]],
    [
      '400 invalid_input',
      [{ name: digestName(Buffer.from('<svg onload="alert(1)"/>')), content: Buffer.from('<svg onload="alert(1)"/>') }],
    ],
    ['413 payload_too_large', [{ name: digestName(Buffer.alloc(200_001)), content: Buffer.alloc(200_001) }]],
  ];
  for (const [code, files] of refused) expect(await sendPictures(agent, run, files)).toBe(code);
  const many = await Promise.all(Array.from({ length: 21 }, (_, red) => pictureOf(red)));
  expect(await sendPictures(agent, run, many)).toMatch(/^4(00|13) /);
  expect(await kept(w)).toEqual(before);
  await target.sql('UPDATE monitor_runs SET picture_count = 499 WHERE id = $1', [run.id]);
  expect(await sendPictures(agent, run, many.slice(0, 3))).toBe('204');
  const [{ count }] = await target.sql(
    'SELECT count(*)::int AS count FROM finding_picture_files WHERE organization_id = $1',
    [w.organization.id],
  );
  expect(count).toBe(1);
});

const digestName = (content: Buffer): string => `${createHash('sha256').update(content).digest('hex')}.webp`;

test('a thief holds a run no longer than its time, however often it says that it goes on', async () => {
  const { w, agent, run } = await running({ budget: { pages: 5, minutes: 1 } });
  await target.sql(`UPDATE agent_queue SET ends_at = now() + interval '500 milliseconds' WHERE run_id = $1`, [run.id]);
  expect(statusAndCode(await agent.call(run, 'heartbeat'))).toBe('200');
  await eventually(async () => statusAndCode(await agent.call(run, 'heartbeat')) === '409 lease_lost');
  const other = await agentOf(w);
  const again = (await other.claim())!;
  expect([again.id, again.attempt]).toEqual([run.id, 2]);
  expect(statusAndCode(await other.call(again, 'finish'))).toBe('200');
});

test('once it is deleted, its token ends at once, also in the middle of a run, which others go on with', async () => {
  const { w, agent, run } = await running();
  const deleted = await target.as(w.owner.token).delete(`${w.organization.url}/agents/${agent.id}`);
  expect(statusAndCode(deleted)).toBe('204');
  const before = await kept(w);
  for (const act of ACTS) expect(statusAndCode(await agent.call(run, act))).toBe('401 agent_refused');
  expect(await sendPictures(agent, run, [await pictureOf(3)])).toBe('401 agent_refused');
  const claim = { labels: [], version: '0.1.0', wait: 0 };
  expect(statusAndCode(await target.as(agent.token).post('/api/agent/claim', claim))).toBe('401 agent_refused');
  expect(await kept(w)).toEqual(before);
  await endLease(run.id);
  expect((await (await agentOf(w)).claim())!.id).toBe(run.id);
});
