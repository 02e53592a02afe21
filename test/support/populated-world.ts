import { reporting } from './conformance.js';
import { evaluating } from './evaluation.js';
import type { Service } from './service.js';
import { world, type World } from './world.js';

/** Gives a world two more products, and rows in every table of an organization; its owner does all that people do. */
export async function populate(service: Service, w?: World): Promise<World> {
  w ??= await world(service);
  const owner = service.as(w.owner.token);
  const made = async (request: PromiseLike<{ status: number; body: Record<string, never> }>) => {
    const { status, body } = await request;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body as Record<string, { id: string; number: number } & Record<string, unknown>>;
  };
  const needs = (await made(owner.get('/v1/functional-needs'))) as unknown as { functionalNeeds: { id: string }[] };
  const ids = [needs.functionalNeeds[0]!.id];
  const [{ id: requirementId }] = await service.database.query('SELECT id FROM requirements ORDER BY id LIMIT 1');
  for (const { slug, url } of [w.product, await w.newProduct('Other')]) {
    const { area } = await made(owner.post(`${url}/areas`).send({ name: 'Checkout' }));
    const tagged = { areaIds: [area!.id] };
    const { audit } = await made(owner.post(`${url}/audits`).send({ type: 'full' }));
    await made(owner.post(`${url}/test-activity`).send({ type: 'manual_test', ...tagged }));
    await evaluate(service, w, url);
    const { issue } = await made(owner.post(`${url}/issues`).send({ title: 'Barrier', auditId: audit!.id, ...tagged }));
    await made(owner.put(`${url}/issues/${issue!.number}/requirements`).send({ requirementIds: [requirementId] }));
    await made(owner.put(`${url}/issues/${issue!.number}/functional-needs`).send({ functionalNeedIds: ids }));
    const { risk } = await made(owner.post(`${url}/risks`).send({ title: 'Redesign', ...tagged }));
    await made(owner.put(`${url}/risks/${risk!.number}/functional-needs`).send({ functionalNeedIds: ids }));
    await made(owner.post(`${url}/risks/${risk!.number}/materialize`));
    const report = (body: object) =>
      made(
        service
          .as(w.keys.ingest)
          .post('/api/ingest/test-activity')
          .send({ productRef: slug, ...body }),
      );
    const context = { trigger: 'pull_request', environment: 'preview' };
    const reported = ['first', 'second', 'third'].map((ruleId) => ({ title: 'Fault', ruleId }));
    await report({ type: 'automated_scan', tool: 'axe-core', context, findings: reported });
    // In the words of another line.
    const landed = ['first', 'fourth', 'fifth'].map((ruleId) => ({ title: 'Faulty', ruleId }));
    await report({ type: 'automated_scan', tool: 'axe-core', findings: landed });
    const sourceUrl = 'https://shop.example/checkout';
    const ofPages = {
      coverage: 'complete',
      pages: [sourceUrl],
      findings: [{ title: 'Faulty', ruleId: 'first', sourceUrl }],
    };
    await report({ type: 'automated_scan', tool: 'axe-core', ...ofPages });
    await report({ type: 'manual_test', findings: [{ title: 'Trap' }] });
    const { findings } = (await made(owner.get(`${url}/findings`))) as unknown as { findings: { id: string }[] };
    const [first, second, third] = findings.map(({ id }) => `${url}/findings/${id}`);
    await made(owner.post(`${first}/confirm`).send({}));
    for (const { id } of findings) {
      const finding = `${url}/findings/${id}`;
      const { pageCount } = (await made(owner.get(finding))).finding as unknown as { pageCount: number };
      if (pageCount > 0)
        await made(
          owner.post(`${finding}/pages`).send({ pages: ['/checkout'], action: 'dismiss', reason: 'accepted' }),
        );
    }
    const duplicateOfId = second!.split('/').at(-1);
    await made(owner.post(`${third}/dismiss`).send({ reason: 'duplicate', duplicateOfId }));
    const { issue: mended } = await made(owner.post(`${url}/issues`).send({ title: 'Mended' }));
    await made(owner.patch(`${url}/issues/${mended!.number}`).send({ state: 'closed' }));
    await made(owner.post(`${url}/pin`));
    await made(owner.patch(url).send({ responsiblePersonId: w.owner.id }));
    await service.database.query(
      `INSERT INTO external_events (organization_id, issue_id, source_url, at, action) VALUES ($1, $2, 'https://tracker.example/1', now(), 'closed')`,
      [w.organization.id, issue!.id],
    );
  }
  const stated = await w.newProduct('Reported');
  const report = await reporting(service, { ...w, member: w.owner, product: stated });
  await report.fill();
  await made(owner.post(`${report.url}/publish`));
  const { issue: gone } = await made(owner.post(`${stated.url}/issues`).send({ title: 'Gone' }));
  const goneUrl = `${stated.url}/issues/${gone!.number}`;
  await made(owner.put(`${goneUrl}/requirements`).send({ requirementIds: [report.requirements[0]!.id] }));
  await made(owner.put(`${report.url}/contradictions/${gone!.number}`).send({ reason: 'It is another product.' }));
  await made(owner.delete(goneUrl));
  const { issue: kept } = await made(owner.post(`${stated.url}/issues`).send({ title: 'Kept' }));
  const keptUrl = `${stated.url}/issues/${kept!.number}`;
  await made(owner.put(`${keptUrl}/requirements`).send({ requirementIds: [report.requirements[0]!.id] }));
  await made(owner.put(`${report.url}/contradictions/${kept!.number}`).send({ reason: 'It is another product.' }));
  await made(owner.put(`${w.organization.url}/settings/github`).send({ secret: 'a secret of thirty-two characters' }));
  await service.database.query('INSERT INTO github_deliveries (organization_id, id) VALUES ($1, $2)', [
    w.organization.id,
    'one',
  ]);
  await made(owner.patch('/v1/me').send({ preferences: { language: 'fr' } }));
  const view = { name: 'Open', kind: 'issues', filters: { state: ['open'] } };
  await made(owner.post(`${w.organization.url}/saved-views`).set('Idempotency-Key', 'one-view').send(view));
  const { webhook } = await made(
    owner.post(`${w.organization.url}/webhooks`).send({ url: 'https://receiver.example/' }),
  );
  await made(owner.post(`${w.organization.url}/webhooks/${webhook!.id}/test`));
  return w;
}

/** An audit of which the owner has decided an outcome, and examines it. */
async function evaluate(service: Service, w: World, url: string): Promise<void> {
  const e = await evaluating(service, { ...w, member: w.owner, product: { ...w.product, url } });
  const owner = service.as(w.owner.token);
  const { requirementId } = e.requirements[0]!;
  const { issue } = (await owner.post(`${url}/issues`).send({ title: 'Found by an auditor' }).expect(201)).body;
  await e.decide({ requirementId, entry: 1, outcome: 'failed', issueNumbers: [issue.number] });
  const people = { leadId: w.owner.id, evaluators: [{ userId: w.owner.id }] };
  await owner.patch(e.audit.url).send(people).expect(200);
  const assignments = [{ memberId: w.owner.id, requirementIds: [requirementId] }];
  await owner.put(`${e.audit.url}/assignments`).send({ assignments }).expect(200);
}
