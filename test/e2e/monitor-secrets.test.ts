import { Vault } from '#libs/secrets';
import {
  deleteOperatorAgents,
  makeOperatorAgent,
} from '../../apps/api/src/integrations/monitors/agents/operator-agents.js';
import { valueLocation } from '../../apps/api/src/integrations/monitors/secrets/encrypted-values.js';
import { ReportRuns } from '../../apps/api/src/integrations/monitors/runs/report-runs.service.js';
import { agentOf, agentWith, setSecret } from '../support/agent.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService({ LIMIT_SECRETS: '2' });

const SITE = 'https://shop.example';
const VALUE = 'pass & "word" 42';
const secrets = (w: World) => `${w.product.url}/secrets`;
const put = (w: World, name: string, body: object = {}, token = w.admin.token) =>
  service
    .as(token)
    .put(`${secrets(w)}/${name}`)
    .send({ value: VALUE, origins: [SITE], ...body });
const list = async (w: World) => (await service.as(w.admin.token).get(secrets(w)).expect(200)).body.secrets;
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;
const STEPS = [{ open: { url: `${SITE}/enter` } }, { fill: { label: 'Password', secret: 'PASSWORD' } }];
const make = (w: World, body: object = {}) =>
  service
    .as(w.admin.token)
    .post(`${w.product.url}/monitors`)
    .send({ name: 'Shop', source: { list: [`${SITE}/`] }, steps: STEPS, ...body });
const begin = async (w: World): Promise<string> =>
  (await service.as(w.member.token).post(`${w.product.url}/monitors/1/runs`).expect(201)).body.run.id;
const read = async (w: World, id: string) =>
  (await service.as(w.member.token).get(`${w.product.url}/monitors/1/runs/${id}`).expect(200)).body.run;

test('a secret is set, replaced and deleted by admins with a fresh proof, and its value is told nowhere', async () => {
  const w = await world(service);
  const { secret } = (await put(w, 'PASSWORD').expect(200)).body;
  expect(secret).toEqual({
    name: 'PASSWORD',
    origins: [SITE],
    operatorAgents: false,
    monitors: [],
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  await make(w).expect(201);
  await put(w, 'PASSWORD', { value: 'another one', origins: ['https://id.example'], operatorAgents: true }).expect(200);
  expect(await list(w)).toMatchObject([{ origins: ['https://id.example'], operatorAgents: true, monitors: [1] }]);
  const [{ stored }] = await service.database.query(
    `SELECT (SELECT json_agg(s)::text FROM monitor_secrets s WHERE organization_id = $1)
       || (SELECT json_agg(e)::text FROM events e WHERE organization_id = $1) AS stored`,
    [w.organization.id],
  );
  expect(stored).toContain('secret.set');
  expect(stored).not.toContain('another one');
  expect(refusal(await put(w, 'PASSWORD', {}, w.member.token))).toBe('403 role_too_low');
  expect(refusal(await service.as(w.member.token).get(secrets(w)))).toBe('403 role_too_low');
  for (const key of [w.keys.read, w.keys.write]) expect((await service.as(key).get(secrets(w))).status).toBe(403);
  await service.database.query("UPDATE sessions SET proved_at = now() - interval '11 minutes'");
  expect(refusal(await put(w, 'PASSWORD'))).toBe('403 fresh_proof_required');
  expect(refusal(await service.as(w.admin.token).delete(`${secrets(w)}/PASSWORD`))).toBe('403 fresh_proof_required');
  await service.database.query('UPDATE sessions SET proved_at = now()');
  await service
    .as(w.admin.token)
    .delete(`${secrets(w)}/PASSWORD`)
    .expect(204);
  expect(refusal(await service.as(w.admin.token).delete(`${secrets(w)}/PASSWORD`))).toBe('404 not_found');
  expect(await list(w)).toEqual([]);
});

test('what is wrong with a secret is told by field, and there are so many of a product', async () => {
  const w = await world(service);
  const faults = async (body: object) =>
    (await put(w, 'PASSWORD', body)).body.errors.map(({ path, code }: Record<string, string>) => [path, code]);
  expect(await faults({ value: 'abc', origins: [] })).toEqual([
    ['/value', 'too_short'],
    ['/origins', 'too_few'],
  ]);
  expect(await faults({ origins: [SITE, `${SITE}/path`, 'ftp://x.example'] })).toEqual([
    ['/origins/1', 'malformed'],
    ['/origins/2', 'malformed'],
  ]);
  for (const body of [{ origins: [] }, { origins: undefined }, { value: undefined }])
    expect((await put(w, 'PASSWORD', body)).status).toBe(400);
  for (const name of ['password', '1PASSWORD', `P${'A'.repeat(50)}`])
    expect((await put(w, name)).body.errors).toMatchObject([{ path: '/name', code: 'malformed' }]);
  await put(w, 'PASSWORD').expect(200);
  await put(w, 'USER_NAME').expect(200);
  expect(refusal(await put(w, 'THIRD'))).toBe('409 limit_reached');
  await put(w, 'USER_NAME').expect(200);
  await service.as(w.admin.token).post(`${w.product.url}/archive`).expect(200);
  expect(refusal(await put(w, 'PASSWORD'))).toBe('409 product_archived');
  await service
    .as(w.admin.token)
    .delete(`${secrets(w)}/PASSWORD`)
    .expect(204);
});

test('steps name secrets of their own product alone, and have either a text or a secret', async () => {
  const w = await world(service);
  const other = await world(service);
  await setSecret(service, other).expect(200);
  expect((await make(w)).body.errors).toMatchObject([{ path: '/steps/1/fill/secret', code: 'unknown_reference' }]);
  await setSecret(service, w).expect(200);
  for (const fill of [{ label: 'Password' }, { label: 'Password', text: 'x', secret: 'PASSWORD' }])
    expect((await make(w, { steps: [{ fill }] })).body.errors).toMatchObject([{ path: '/steps/0/fill' }]);
  await make(w).expect(201);
  const url = `${w.product.url}/monitors/1`;
  const unknown = [{ fill: { label: 'Password', secret: 'OTHER' } }];
  expect((await service.as(w.admin.token).patch(url).send({ steps: unknown })).status).toBe(400);
  // One that was deleted since is in the way of no other change.
  await service
    .as(w.admin.token)
    .delete(`${secrets(w)}/PASSWORD`)
    .expect(204);
  await service.as(w.admin.token).patch(url).send({ name: 'Other' }).expect(200);
});

test('an agent gets what the steps of its run name, and its value is masked in all that it tells', async () => {
  const w = await world(service);
  await put(w, 'PASSWORD').expect(200);
  await put(w, 'OTHER', { value: 'not for this run' }).expect(200);
  await make(w).expect(201);
  const id = await begin(w);
  const agent = await agentOf(service, w);
  const run = (await agent.claim())!;
  expect(run.secrets).toEqual({ PASSWORD: { value: VALUE, origins: [SITE] } });
  const { pages } = (await agent.call(run, 'next')).body;
  const finding = {
    ...{ ruleId: 'label', title: `Says ${VALUE}`, tool: 'axe-core', selector: `[value="${VALUE}"]` },
    snippet: '<input value="pass &amp; &quot;word&quot; 42">',
  };
  const looked = {
    ...{ id: pages[0].id, outcome: 'looked', title: VALUE, findings: [finding] },
    finalUrl: `${SITE}/?q=${encodeURIComponent(VALUE)}`,
  };
  expect((await agent.call(run, 'results', { pages: [looked] })).status).toBe(200);
  await agent.call(run, 'finish');
  await service.app.get(ReportRuns).report({ organizationId: w.organization.id, runId: id });
  const shown = async (path: string) => (await service.as(w.member.token).get(`${w.product.url}/${path}`)).body;
  const [kept] = (await shown('findings')).findings;
  expect(kept).toMatchObject({ ruleId: 'label', title: 'Says ***', selector: '[value="***"]' });
  expect((await shown(`monitors/1/runs/${id}/pages`)).pages).toMatchObject([
    { title: '***', finalUrl: `${SITE}/?q=***` },
  ]);
  await begin(w);
  const failing = (await agent.claim())!;
  await agent.call(failing, 'finish', { outcome: 'failed', reason: 'signed_out', message: `No field for ${VALUE}.` });
  expect(await read(w, failing.id)).toMatchObject({ message: 'No field for ***.' });
});

test('agents of the operator get a secret only where it says so; else the run fails and says why', async () => {
  const w = await world(service);
  await put(w, 'PASSWORD').expect(200);
  await make(w).expect(201);
  const token = await makeOperatorAgent(service.database.manager, 'Everybody', []);
  const operators = agentWith(service, 'Everybody', token);
  const withheld = await begin(w);
  expect(await operators.claim()).toBeUndefined();
  expect(await read(w, withheld)).toMatchObject({
    state: 'failed',
    reason: 'secret_withheld',
    message: expect.stringContaining('PASSWORD'),
  });
  await put(w, 'PASSWORD', { operatorAgents: true }).expect(200);
  await begin(w);
  expect((await operators.claim())!.secrets).toEqual({ PASSWORD: { value: VALUE, origins: [SITE] } });
  await deleteOperatorAgents(service.database.manager, 'Everybody');
});

test('a run whose secret was deleted or cannot be read fails, and says why', async () => {
  const w = await world(service);
  await put(w, 'PASSWORD').expect(200);
  await make(w).expect(201);
  const agent = await agentOf(service, w);
  const [{ id }] = await service.database.query('SELECT id FROM monitor_secrets WHERE organization_id = $1', [
    w.organization.id,
  ]);
  const sealed = new Vault('a key that nobody has any more').seal(valueLocation(id), VALUE);
  await service.database.query('UPDATE monitor_secrets SET value = $2 WHERE id = $1', [id, sealed]);
  const unreadable = await begin(w);
  expect(await agent.claim()).toBeUndefined();
  expect(await read(w, unreadable)).toMatchObject({ state: 'failed', reason: 'secret_unreadable' });
  await service
    .as(w.admin.token)
    .delete(`${secrets(w)}/PASSWORD`)
    .expect(204);
  const missing = await begin(w);
  expect(await agent.claim()).toBeUndefined();
  expect(await read(w, missing)).toMatchObject({ state: 'failed', reason: 'secret_missing' });
});
