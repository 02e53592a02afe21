import { query } from '#libs/database';
import { newId } from '#libs/ids';
import { retryJobs } from '#libs/jobs';
import { Claims } from '../../apps/api/src/integrations/monitors/agents/claims.service.js';
import { DueMonitors } from '../../apps/api/src/integrations/monitors/runs/due-monitors.service.js';
import { HAND_OUT } from '../../apps/api/src/integrations/monitors/runs/runs.sql.js';
import { ReportRuns } from '../../apps/api/src/integrations/monitors/runs/report-runs.service.js';
import {
  deleteOperatorAgents,
  makeOperatorAgent,
} from '../../apps/api/src/integrations/monitors/agents/operator-agents.js';
import { agentOf, agentWith, type GivenRun } from '../support/agent.js';
import { eventually } from '../support/eventually.js';
import { nowMs } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService({ LIMIT_MONITORS: '3' });

const SITE = 'https://shop.example';
const monitors = (w: World) => `${w.product.url}/monitors`;
const make = (w: World, body: object = {}) =>
  service
    .as(w.admin.token)
    .post(monitors(w))
    .send({ name: 'Shop', source: { list: [`${SITE}/`, `${SITE}/cart`] }, ...body });
const begin = (w: World, number = 1) => service.as(w.member.token).post(`${monitors(w)}/${number}/runs`);
const read = async (w: World, id: string, number = 1) =>
  (
    await service
      .as(w.member.token)
      .get(`${monitors(w)}/${number}/runs/${id}`)
      .expect(200)
  ).body.run;
const report = (w: World, runId: string) =>
  service.app.get(ReportRuns).report({ organizationId: w.organization.id, runId });
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;
const violation = (ruleId: string) => ({ ruleId, title: ruleId, selector: 'main', tool: 'axe-core' });
const findings = async (w: World, status: string) =>
  (await service.as(w.member.token).get(`${w.product.url}/findings?status=${status}`)).body.findings
    .map(({ ruleId }: { ruleId: string }) => ruleId)
    .sort();
const endLease = (runId: string) =>
  service.database.query(`UPDATE agent_queue SET lease_until = now() - interval '1 second' WHERE run_id = $1`, [runId]);

/** A monitor of a world, a run of it, and an agent that has the run in hand. */
async function running(body: object = {}) {
  const w = await world(service);
  await make(w, body).expect(201);
  const agent = await agentOf(service, w);
  await begin(w).expect(201);
  return { w, agent, run: (await agent.claim())! };
}

test('a monitor is made with what is usual, changed and deleted by admins, and seen by members', async () => {
  const w = await world(service);
  const schedule = { rrule: 'FREQ=DAILY;BYHOUR=3;BYMINUTE=0', timeZone: 'UTC', start: '2026-01-01T00:00:00' };
  const { monitor } = (await make(w, { schedule }).expect(201)).body;
  expect(monitor).toEqual({
    number: 1,
    name: 'Shop',
    environment: null,
    source: { list: [`${SITE}/`, `${SITE}/cart`] },
    schedule,
    labels: [],
    tools: { axe: { tags: [], rulesOff: [] }, checks: false },
    viewports: [],
    colourScheme: null,
    waitFor: null,
    steps: [],
    budget: { pages: 1000, minutes: 60 },
    pace: { perSecond: 1, together: 2, ownSite: false },
    evidence: true,
    state: 'on',
    nextAt: expect.stringMatching(/T03:00:00.000Z$/),
    lastRun: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  const url = `${monitors(w)}/1`;
  const rested = await service.as(w.admin.token).patch(url).send({ state: 'resting' }).expect(200);
  expect(rested.body.monitor).toMatchObject({ state: 'resting', nextAt: null, schedule });
  expect(refusal(await service.as(w.member.token).patch(url).send({ name: 'x' }))).toBe('403 role_too_low');
  await service.as(w.admin.token).delete(url).expect(204);
  expect((await service.as(w.member.token).get(monitors(w)).expect(200)).body.monitors).toEqual([]);
});

test('what is wrong with the settings of a monitor is told by field', async () => {
  const w = await world(service);
  const source = { pages: {}, sitemap: `${SITE}/sitemap.xml` };
  const schedule = { rrule: 'FREQ=MINUTELY', timeZone: 'Mars/Base', start: 'tomorrow' };
  const steps = [{ open: { url: SITE }, click: { role: 'button', name: 'x' } }, { fill: { text: 'x' } }, {}];
  const wrong = {
    source,
    schedule,
    steps,
    tools: { axe: null, checks: false },
    pace: { perSecond: 5, together: 5, ownSite: false },
  };
  const { errors } = (await make(w, wrong).expect(400)).body;
  expect(errors.map(({ path }: { path: string }) => path)).toEqual([
    '/source',
    '/schedule/rrule',
    '/schedule/timeZone',
    '/schedule/start',
    '/tools',
    '/steps/0',
    '/steps/1/fill',
    '/steps/2',
    '/pace/perSecond',
    '/pace/together',
  ]);
  // Nobody has set it.
  expect((await make(w, { steps: [{ fill: { label: 'Password', secret: 'PASSWORD' } }] })).status).toBe(400);
  for (let n = 0; n < 3; n += 1) await make(w, { pace: { perSecond: 10, together: 8, ownSite: true } }).expect(201);
  expect(refusal(await make(w))).toBe('409 limit_reached');
  await service.as(w.admin.token).post(`${w.product.url}/archive`).expect(200);
  expect(refusal(await make(w))).toBe('409 product_archived');
  expect(refusal(await begin(w))).toBe('409 product_archived');
});

test('an agent ends with the membership of who made it, who knows its token', async () => {
  const w = await world(service);
  const agent = await agentOf(service, w);
  await service.database.query(`UPDATE agents SET created_by_user_id = $2 WHERE id = $1`, [agent.id, w.admin.id]);
  const member = { organizationId: w.organization.id, memberIdOrEmail: w.admin.email };
  await service.as(w.owner.token).post('/api/auth/organization/remove-member').send(member).expect(200);
  await expect(agent.claim()).rejects.toThrow('401');
  const { changes } = (await service.as(w.owner.token).get(`${w.organization.url}/changes?type=agent.deleted`)).body;
  expect(changes).toHaveLength(1);
});

test('an agent runs a monitor, and what it finds ends where it is no longer found, on the pages that were looked at', async () => {
  const { w, agent, run } = await running({ environment: 'production' });
  expect(run).toMatchObject({ attempt: 1, leaseSeconds: 60, secrets: {}, monitor: { number: 1, evidence: true } });
  expect(refusal(await begin(w))).toBe('409 run_under_way');
  const seen = await agent.work(run, (url) => ({
    findings: [violation(url.endsWith('cart') ? 'label' : 'image-alt')],
  }));
  expect(seen.sort()).toEqual([`${SITE}/`, `${SITE}/cart`]);
  expect(await read(w, run.id)).toMatchObject({ state: 'finishing' });
  await report(w, run.id);
  await report(w, run.id);
  const [activity] = (await service.as(w.member.token).get(`${w.product.url}/test-activity`)).body.testActivities;
  expect(activity).toMatchObject({ tool: 'axe-core', context: { trigger: 'manual', environment: 'production' } });
  expect(await read(w, run.id)).toMatchObject({
    state: 'done',
    pages: { open: 0, in_hand: 0, looked: 2, failed: 0, gone: 0 },
    findingCount: 2,
    reports: [{ tool: 'axe-core', testActivityNumber: activity.number }],
  });
  expect(await findings(w, 'pending')).toEqual(['image-alt', 'label']);

  // One page fails: what is there stays. The other one is mended.
  await begin(w).expect(201);
  const second = (await agent.claim())!;
  await agent.work(second, (url) => (url.endsWith('cart') ? { outcome: 'failed', reason: 'timeout' } : {}));
  await report(w, second.id);
  expect(await read(w, second.id)).toMatchObject({ state: 'partial', pages: { looked: 1, failed: 1 } });
  expect(await findings(w, 'pending')).toEqual(['label']);
  expect(await findings(w, 'resolved')).toEqual(['image-alt']);

  const { pages } = (await service.as(w.member.token).get(`${w.product.url}/pages?sortField=url&sortDirection=asc`))
    .body;
  expect(pages).toMatchObject([
    { url: `${SITE}/`, findingCount: 0 },
    { url: `${SITE}/cart`, findingCount: 1 },
  ]);
  const failed = await service
    .as(w.member.token)
    .get(`${monitors(w)}/1/runs/${second.id}/pages?state=failed`)
    .expect(200);
  expect(failed.body.pages).toMatchObject([{ url: `${SITE}/cart`, reason: 'timeout' }]);
});

test('a page that is gone has no findings, and after two runs it is gone', async () => {
  const { w, agent, run } = await running();
  await agent.work(run, () => ({ findings: [violation('image-alt')] }));
  await report(w, run.id);
  for (const state of ['active', 'gone']) {
    await begin(w).expect(201);
    const next = (await agent.claim())!;
    await agent.work(next, (url) => (url.endsWith('cart') ? { outcome: 'gone' } : {}));
    await report(w, next.id);
    const { pages } = (await service.as(w.member.token).get(`${w.product.url}/pages?q=cart`)).body;
    expect(pages).toMatchObject([{ state, findingCount: 0 }]);
  }
  expect(await findings(w, 'resolved')).toEqual(['image-alt']);
});

test('where an agent is killed, another goes on: nothing is looked at twice but what was in hand, and nothing is reported twice', async () => {
  const { w, agent, run } = await running({ source: { list: ['a', 'b', 'c'].map((name) => `${SITE}/${name}`) } });
  const { pages } = (await agent.call(run, 'next', { count: 2 })).body;
  await agent.call(run, 'results', { pages: [{ id: pages[0].id, outcome: 'looked', findings: [violation('label')] }] });
  const other = await agentOf(service, w);
  expect(await other.claim()).toBeUndefined();
  await endLease(run.id);
  const again = (await other.claim())!;
  expect(again).toMatchObject({ id: run.id, attempt: 2 });
  for (const what of ['heartbeat', 'next', 'results', 'finish'] as const)
    expect(refusal(await agent.call(run, what))).toBe('409 lease_lost');
  const seen = await other.work(again, () => ({}));
  expect(seen).toHaveLength(2);
  expect(seen).not.toContain(pages[0].url);
  await report(w, run.id);
  expect(await findings(w, 'pending')).toEqual(['label']);
  const { testActivities } = (await service.as(w.member.token).get(`${w.product.url}/test-activity`)).body;
  expect(testActivities).toHaveLength(1);
});

test('an agent gets as many pages as it asks for, however the database finds them', async () => {
  const list = Array.from({ length: 40 }, (_, n) => `${SITE}/${n}`);
  const { w, run } = await running({ source: { list } });
  const handedOut = await service.database.transaction(async (tx) => {
    // What is left is to look for each page of the run through those that are handed out.
    for (const way of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'memoize', 'indexscan', 'bitmapscan'])
      await tx.query(`SET LOCAL enable_${way} = off`);
    return query(tx, HAND_OUT, [w.organization.id, run.id, 2]);
  });
  expect(handedOut.map(({ url }) => url).sort()).toEqual([`${SITE}/0`, `${SITE}/1`]);
  expect(await read(w, run.id)).toMatchObject({ pages: { in_hand: 2, open: 38 } });
});

test('an agent that stops leaves its run to others at once, with what it had in hand', async () => {
  const { w, agent, run } = await running();
  const { pages } = (await agent.call(run, 'next', { count: 1 })).body;
  expect((await agent.call(run, 'heartbeat', { state: 'stopping' })).body).toMatchObject({ cancelled: false });
  expect(await read(w, run.id)).toMatchObject({ state: 'waiting' });
  expect(refusal(await agent.call(run, 'results'))).toBe('409 lease_lost');
  const other = await agentOf(service, w);
  const again = (await other.claim())!;
  expect(again).toMatchObject({ id: run.id, attempt: 2 });
  expect(await other.work(again, () => ({}))).toContain(pages[0].url);
});

test('the first result of a page holds, and results of pages of other runs are refused', async () => {
  const { w, agent, run } = await running();
  const { pages } = (await agent.call(run, 'next')).body;
  const tell = (ruleId: string) =>
    agent.call(run, 'results', { pages: [{ id: pages[0].id, outcome: 'looked', findings: [violation(ruleId)] }] });
  expect((await tell('label')).status).toBe(200);
  expect((await tell('image-alt')).status).toBe(200);
  const unknown = await agent.call(run, 'results', { pages: [{ id: newId(), outcome: 'looked' }] });
  expect(unknown).toMatchObject({ status: 400, body: { errors: [{ path: '/pages/0', code: 'unknown_reference' }] } });
  const secret = [{ ...violation('x'), picture: {} }];
  expect(
    (await agent.call(run, 'results', { pages: [{ id: pages[1].id, outcome: 'looked', findings: secret }] })).status,
  ).toBe(400);
  await agent.call(run, 'finish');
  await report(w, run.id);
  expect(await findings(w, 'pending')).toEqual(['label']);
  expect(await read(w, run.id)).toMatchObject({ state: 'partial', pages: { looked: 1, in_hand: 1 } });
});

test('strangers get nothing: no token, a key, an agent of another organization, one that is deleted', async () => {
  const { w, agent, run } = await running();
  const claim = (token?: string) =>
    service.as(token).post('/api/agent/claim').send({ labels: [], version: '0.1.0', wait: 0 });
  for (const token of [
    undefined,
    w.owner.token,
    w.keys.ingest,
    agent.token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
  ])
    expect(refusal(await claim(token))).toBe('401 agent_refused');
  const elsewhere = await running();
  expect(refusal(await elsewhere.agent.call(run, 'next'))).toBe('409 lease_lost');
  const colleague = await agentOf(service, w);
  expect(refusal(await colleague.call(run, 'results'))).toBe('409 lease_lost');
  expect(refusal(await colleague.call({ ...run, lease: newId() } as GivenRun, 'finish'))).toBe('409 lease_lost');
  // The token opens nothing else.
  expect((await service.as(agent.token).get(w.product.url)).status).toBe(401);
  await service.as(w.admin.token).delete(`${w.organization.url}/agents/${agent.id}`).expect(204);
  expect(refusal(await claim(agent.token))).toBe('401 agent_refused');
  expect((await service.as(w.member.token).get(`${w.organization.url}/agents`)).status).toBe(403);
  const [kept] = (await service.as(w.admin.token).get(`${w.organization.url}/agents`)).body.agents;
  expect(kept).toMatchObject({ id: colleague.id, version: null });
});

test('a run that is cancelled reports nothing, and its agent is told', async () => {
  const { w, agent, run } = await running();
  const { pages } = (await agent.call(run, 'next')).body;
  await agent.call(run, 'results', { pages: [{ id: pages[0].id, outcome: 'looked', findings: [violation('label')] }] });
  const url = `${monitors(w)}/1/runs/${run.id}/cancel`;
  expect((await service.as(w.member.token).post(url).expect(200)).body.run.state).toBe('cancelled');
  expect(refusal(await service.as(w.member.token).post(url))).toBe('409 run_over');
  for (const what of ['heartbeat', 'next', 'results', 'finish'] as const)
    expect((await agent.call(run, what)).body['cancelled']).toBe(true);
  expect(await findings(w, 'pending')).toEqual([]);
  await endLease(run.id);
  expect(await agent.claim()).toBeUndefined();
  await service.app.get(DueMonitors).recoverLost();
  expect(await read(w, run.id)).toMatchObject({ state: 'cancelled' });
  // Another one may run now.
  await begin(w).expect(201);
});

test('agents get what they have the labels for, in the order of time', async () => {
  const w = await world(service);
  await make(w, { labels: ['intranet'] }).expect(201);
  await make(w, { name: 'Public' }).expect(201);
  await begin(w, 1).expect(201);
  await begin(w, 2).expect(201);
  const outside = await agentOf(service, w);
  const inside = await agentOf(service, w, ['intranet']);
  expect((await outside.claim())!.monitor.number).toBe(2);
  expect(await outside.claim()).toBeUndefined();
  expect((await inside.claim())!.monitor.number).toBe(1);
});

/** Whether an agent waits for work. */
const agentsWait = () => service.app.get(Claims)['waiting']['waiters'].size > 0;

test('agents of the operator work for organizations that have none of their own, for accounts in turns', async () => {
  await service.database.query('DELETE FROM agent_queue');
  const [many, few, own] = [await world(service), await world(service), await world(service)];
  for (const w of [many, many, many, few, own]) await make(w).expect(201);
  for (const number of [1, 2, 3]) await begin(many, number).expect(201);
  await begin(few).expect(201);
  await begin(own).expect(201);
  const theirs = await agentOf(service, own);
  const token = await makeOperatorAgent(service.database.manager, 'Everybody', ['intranet']);
  const operators = agentWith(service, 'Everybody', token);
  const taken: GivenRun[] = [];
  for (let run = await operators.claim(); run; run = await operators.claim()) taken.push(run);
  const organizations = taken.map(({ organizationId }) => organizationId);
  const { organization: a } = many;
  const { organization: b } = few;
  // Who has many runs waiting does not keep the other from theirs, which began later.
  expect(organizations).toEqual([a.id, b.id, a.id, a.id]);
  expect(await operators.work(taken[1]!, () => ({}))).toHaveLength(2);
  await report(few, taken[1]!.id);
  expect(await read(few, taken[1]!.id)).toMatchObject({ state: 'done' });
  expect((await theirs.claim())!.organizationId).toBe(own.organization.id);
  // No organization sees it, and a run of one waits for it as for its own.
  expect((await service.as(few.admin.token).get(`${few.organization.url}/agents`)).body.agents).toEqual([]);
  const waiting = operators.claim({ wait: 20 });
  await eventually(agentsWait);
  await begin(few).expect(201);
  expect((await waiting)?.organizationId).toBe(few.organization.id);
  await deleteOperatorAgents(service.database.manager, 'Everybody');
  await expect(operators.claim()).rejects.toThrow('401');
});

test('an agent waits for work, and gets it as soon as there is some', async () => {
  const w = await world(service);
  await make(w).expect(201);
  const agent = await agentOf(service, w);
  const waiting = agent.claim({ wait: 20 });
  await eventually(agentsWait);
  await begin(w).expect(201);
  expect((await waiting)?.monitor.number).toBe(1);
  expect(await agent.claim({ wait: 1 })).toBeUndefined();
});

test('a sitemap and the links of a crawl become pages of the run, as far as they may', async () => {
  const crawl = { start: `${SITE}/`, depth: 1, include: [], exclude: [], limit: 3 };
  const { w, agent, run } = await running({ source: { crawl } });
  const links = [`${SITE}/a`, `${SITE}/a#top`, 'https://other.example/', `${SITE}/b`, `${SITE}/c`];
  const seen = await agent.work(run, (url) => ({ found: url === `${SITE}/` ? links : [`${SITE}/deeper`] }));
  expect(seen).toEqual([`${SITE}/`, `${SITE}/a`, `${SITE}/b`]);
  await report(w, run.id);
  expect(await read(w, run.id)).toMatchObject({ state: 'partial', wasCut: true });

  const mapped = await running({ source: { sitemap: `${SITE}/sitemap.xml` } });
  await mapped.agent.call(mapped.run, 'results', { found: [`${SITE}/x`, `${SITE}/y`] });
  expect((await mapped.agent.work(mapped.run, () => ({}))).sort()).toEqual([`${SITE}/x`, `${SITE}/y`]);
  await report(mapped.w, mapped.run.id);
  const { pages } = (await service.as(mapped.w.member.token).get(`${mapped.w.product.url}/pages`)).body;
  expect(pages.map(({ origin }: { origin: string }) => origin)).toEqual(['sitemap', 'sitemap']);
});

test('the pages of the inventory are looked at, but for documents and what is ignored', async () => {
  const w = await world(service);
  const add = (body: object) => service.as(w.member.token).post(`${w.product.url}/pages`).send(body).expect(201);
  await add({ url: `${SITE}/a` });
  await add({ url: `${SITE}/b.pdf`, kind: 'document' });
  const { page } = (await add({ url: `${SITE}/c` })).body;
  await service.as(w.member.token).patch(`${w.product.url}/pages/${page.id}`).send({ state: 'ignored' }).expect(200);
  await make(w, { source: { pages: {} } }).expect(201);
  const agent = await agentOf(service, w);
  await begin(w).expect(201);
  expect(await agent.work((await agent.claim())!, () => ({}))).toEqual([`${SITE}/a`]);
});

test('what is due begins once, whatever is due comes again later, and what no agent takes in a day has failed', async () => {
  const w = await world(service);
  const schedule = { rrule: 'FREQ=HOURLY', timeZone: 'UTC', start: '2026-01-01T00:00:00' };
  await make(w, { schedule }).expect(201);
  const due = () =>
    service.database.query(`UPDATE monitors SET next_at = now() - interval '1 minute' WHERE next_at IS NOT NULL`);
  const runs = async () => (await service.as(w.member.token).get(`${monitors(w)}/1/runs`)).body.runs;
  await due();
  await service.app.get(DueMonitors).beginDue();
  await due();
  await service.app.get(DueMonitors).beginDue();
  const [run, ...others] = await runs();
  expect([run.state, run.trigger, others.length]).toEqual(['waiting', 'schedule', 0]);
  const { monitor } = (await service.as(w.member.token).get(`${monitors(w)}/1`)).body;
  expect(+new Date(monitor.nextAt)).toBeGreaterThan(nowMs());
  await service.database.query(`UPDATE agent_queue SET due_at = now() - interval '25 hours' WHERE run_id = $1`, [
    run.id,
  ]);
  await service.app.get(DueMonitors).recoverLost();
  expect((await runs())[0]).toMatchObject({ state: 'failed', reason: 'no_agent' });
});

test('a run whose agents are lost five times has failed, and after three failures people are told', async () => {
  const { w, agent, run: first } = await running();
  let run = first;
  for (let attempt = 1; ; attempt += 1) {
    await endLease(run.id);
    await service.app.get(DueMonitors).recoverLost();
    const again = await agent.claim();
    if (!again) {
      expect(attempt).toBe(5);
      break;
    }
    run = again;
  }
  expect(await read(w, run.id)).toMatchObject({ state: 'failed', reason: 'agent_lost', attempt: 5 });
  for (let n = 0; n < 2; n += 1) {
    await begin(w).expect(201);
    const failing = (await agent.claim())!;
    await agent.call(failing, 'finish', { outcome: 'failed', reason: 'signed_out', message: 'No field Password.' });
  }
  const { changes } = (await service.as(w.member.token).get(`${w.product.url}/changes?type=monitor.failing`)).body;
  expect(changes).toHaveLength(1);
  const { monitor } = (await service.as(w.member.token).get(`${monitors(w)}/1`)).body;
  expect(monitor.lastRun).toMatchObject({ state: 'failed', reason: 'signed_out' });
});

test('a run whose report fails for good says so, lets its monitor go on, and loses nothing that was not seen since', async () => {
  const { w, agent, run } = await running();
  const { database } = service;
  await agent.work(run, (url) => ({ findings: [violation(url.endsWith('cart') ? 'label' : 'image-alt')] }));
  await database.query(`ALTER TABLE test_activities ADD CONSTRAINT ck_broken CHECK (tool <> 'axe-core') NOT VALID`);
  const giveUp = () => service.app.get(ReportRuns).giveUp();
  const job = `FROM graphile_worker._private_jobs WHERE key = 'report run ${run.id}'`;
  try {
    await expect(report(w, run.id)).rejects.toThrow('ck_broken');
    await database.query(`UPDATE monitor_runs SET finished_at = now() - interval '1 hour' WHERE id = $1`, [run.id]);
    // It will be tried again.
    await giveUp();
    expect(await read(w, run.id)).toMatchObject({ state: 'finishing', reason: null });
    expect(refusal(await begin(w))).toBe('409 run_under_way');
    await database.query(
      `UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE id IN (SELECT id ${job})`,
    );
    await giveUp();
  } finally {
    await database.query('ALTER TABLE test_activities DROP CONSTRAINT ck_broken');
  }
  expect(await read(w, run.id)).toMatchObject({
    state: 'failed',
    reason: 'report_failed',
    findingCount: 2,
    reports: [],
  });
  const { monitor } = (await service.as(w.member.token).get(`${monitors(w)}/1`)).body;
  expect(monitor.lastRun).toMatchObject({ state: 'failed', reason: 'report_failed' });
  const { changes } = (await service.as(w.member.token).get(`${w.product.url}/changes?type=monitor.run_finished`)).body;
  expect(changes[0].changes).toContainEqual({ field: 'reason', from: null, to: 'report_failed' });

  // The next one goes on: what it has seen since holds.
  await begin(w).expect(201);
  const next = (await agent.claim())!;
  await agent.work(next, (url) => (url.endsWith('cart') ? { outcome: 'failed', reason: 'timeout' } : {}));
  await report(w, next.id);
  expect(await findings(w, 'pending')).toEqual([]);

  const [{ id }] = await database.query(`SELECT id ${job}`);
  expect(await retryJobs(database, [id])).toEqual([id]);
  await report(w, run.id);
  const { reports } = await read(w, run.id);
  expect(await read(w, run.id)).toMatchObject({ state: 'done', reason: null, findingCount: 2 });
  expect(reports).toHaveLength(1);
  expect(await findings(w, 'pending')).toEqual(['label']);
  const { pages } = (await service.as(w.member.token).get(`${w.product.url}/pages?q=shop`)).body;
  expect(pages.map(({ findingCount }: { findingCount: number }) => findingCount).sort()).toEqual([0, 1]);

  // One whose job an operator has deleted has failed too.
  await begin(w).expect(201);
  const dropped = (await agent.claim())!;
  await agent.work(dropped, () => ({}));
  await database.query(`UPDATE monitor_runs SET finished_at = now() - interval '2 minutes' WHERE id = $1`, [
    dropped.id,
  ]);
  await database.query(`SELECT graphile_worker.remove_job('report run ' || $1)`, [dropped.id]);
  await giveUp();
  expect(await read(w, dropped.id)).toMatchObject({ state: 'failed', reason: 'report_failed' });
});

test('who waits is answered as soon as the service stops', async () => {
  const w = await world(service);
  const agent = await agentOf(service, w);
  const waiting = agent.claim({ wait: 25 });
  await eventually(agentsWait);
  service.app.get(Claims).onModuleDestroy();
  expect(await waiting).toBeUndefined();
});

describe('an agent that calls too often', () => {
  const limited = useService({ AGENT_LIMIT_PER_MINUTE: '3' });

  test('is refused with when it may come again, and keeps no other from its work', async () => {
    const w = await world(limited);
    const [often, other] = [await agentOf(limited, w), await agentOf(limited, w)];
    const claim = ({ token }: { token: string }) =>
      limited.as(token).post('/api/agent/claim').send({ labels: [], version: '0.1.0', wait: 0 });
    for (let n = 0; n < 3; n += 1) expect((await claim(often)).status).toBe(204);
    const refused = await claim(often);
    expect(refusal(refused)).toBe('429 rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await claim(other)).status).toBe(204);
    // Of a stranger nothing is read.
    const large = limited.as('svc_nobody').post(`/api/agent/runs/${newId()}/results`);
    expect(refusal(await large.set('Content-Type', 'application/json').send('{'))).toBe('401 agent_refused');
  });
});
