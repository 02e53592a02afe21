import { makeCertificate } from './certificate.js';
import { agentOf, setSecret } from './agent.js';
import { evidenceIn } from './evidence.js';
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
  const toTeam = { organizationId: w.organization.id, name: 'Checkout' };
  const team = (await made(owner.post('/api/auth/organization/create-team').send(toTeam))) as unknown as { id: string };
  for (const { slug, url } of [w.product, await w.newProduct('Other')]) {
    const { area } = await made(owner.post(`${url}/areas`).send({ name: 'Checkout' }));
    const tagged = { areaIds: [area!.id] };
    await made(owner.post(`${url}/pages`).send({ url: 'https://shop.example/checkout', areaId: area!.id }));
    const source = { list: ['https://shop.example/'] };
    await made(setSecret(service, w, {}, url));
    const { monitor } = await made(owner.post(`${url}/monitors`).send({ name: 'Home', source }));
    const { run } = await made(owner.post(`${url}/monitors/${monitor!.number}/runs`));
    const looking = await agentOf(service, w);
    await looking.claim();
    // A monitor has one run under way, so that no other could point at it.
    await owner.post(`${url}/monitors/${monitor!.number}/runs/${run!.id}/cancel`).expect(200);
    const { audit } = await made(owner.post(`${url}/audits`).send({ type: 'full' }));
    await made(owner.post(`${url}/test-activity`).send({ type: 'manual_test', ...tagged }));
    await evaluate(service, w, url);
    const { issue } = await made(owner.post(`${url}/issues`).send({ title: 'Barrier', auditId: audit!.id, ...tagged }));
    const connecting = { kind: 'github', name: 'Shop', project: 'example/shop', credentials: { token: 'x' } };
    const people = [{ userId: w.owner.id, account: 'of-the-owner' }];
    const { trackerConnection } = await made(
      owner.post(`${url}/tracker-connections`).send({ ...connecting, url: 'https://tracker.example', people }),
    );
    await made(owner.post(`${url}/issues/${issue!.number}/tracker`).send({ connectionId: trackerConnection!.id }));
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
    const landed = ['first', 'fourth', 'fifth'].map((ruleId) => ({ title: 'Faulty', ruleId, fingerprint: 'x' }));
    await report({ type: 'automated_scan', tool: 'axe-core', findings: landed });
    const sourceUrl = 'https://shop.example/checkout';
    const ofPages = {
      coverage: 'complete',
      pages: [sourceUrl],
      findings: [
        { title: 'Faulty', ruleId: 'first', sourceUrl },
        // It has another selector now.
        { title: 'Faulty', ruleId: 'fifth', selector: 'main', fingerprint: 'x' },
      ],
    };
    await report({ type: 'automated_scan', tool: 'axe-core', ...ofPages });
    await report({ type: 'manual_test', findings: [{ title: 'Trap' }] });
    const { findings } = (await made(owner.get(`${url}/findings`))) as unknown as { findings: { id: string }[] };
    const [first, second, third] = findings.map(({ id }) => `${url}/findings/${id}`);
    await service.database.query(
      `WITH file AS (
         INSERT INTO finding_picture_files (organization_id, id, product_id, sha256, bytes, wanted_at)
         SELECT organization_id, gen_random_uuid(), product_id, repeat('0', 64), 1, now() FROM findings
         WHERE organization_id = $1 AND id = $2 RETURNING organization_id, id
       )
       INSERT INTO finding_pictures (organization_id, finding_id, picture_id, alt, taken_at)
       SELECT organization_id, $2, id, 'A button', now() FROM file`,
      [w.organization.id, findings[0]!.id],
    );
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
    const mention = `Ask @[me](user:${w.owner.id}) about #${mended!.number}.`;
    const { comment } = await made(owner.post(`${url}/issues/${mended!.number}/comments`).send({ body: mention }));
    const comments = `${url}/issues/${mended!.number}/comments/${comment!.id}`;
    await made(owner.patch(comments).send({ body: `${mention} Soon.` }));
    await service.database.query(
      `INSERT INTO comments (organization_id, id, product_id, record_kind, record_id, number, body, html, tracker_kind,
         author_tracker_name, tracker_user_id, external_id, created_at)
       VALUES ($1, gen_random_uuid(), (SELECT id FROM products WHERE organization_id = $1 AND slug = $2), 'issue', $3, 9,
         'Seen.', '<p>Seen.</p>', 'github', 'Octavia Cat', $4, gen_random_uuid() || ':1', now())`,
      [w.organization.id, url.split('/').at(-1), mended!.id, w.owner.id],
    );
    await service.database.query(
      `INSERT INTO notifications (user_id, id, organization_id, kind, at, subject_kind, subject_id, subject_number, product_slug, actor_user_id,
         actor_name, comment_id, excerpt)
       SELECT u.id, gen_random_uuid(), $1, 'commented', now(), 'issue', $2, $3, 'web-shop', $4, a.name, $5, 'Ask.' FROM users u, users a
       WHERE u.id = ANY ($6) AND a.id = $4`,
      [w.organization.id, mended!.id, mended!.number, w.owner.id, comment!.id, [w.member.id, w.owner.id]],
    );
    await made(owner.post(`${url}/pin`));
    await made(owner.patch(url).send({ responsiblePersonId: w.owner.id, teamId: team.id }));
    const mine = { assigneeId: w.owner.id, teamId: team.id, dueAt: '2030-01-01T00:00:00Z' };
    await made(owner.patch(`${url}/issues/${mended!.number}`).send(mine));
    const accepted = { until: '2040-01-01T00:00:00Z', reason: 'The shop is replaced.' };
    await made(owner.post(`${url}/issues/${mended!.number}/extension`).send(accepted));
    await made(owner.patch(url).send({ deadlines: { severity: { high: 7 } } }));
    const rules = [{ match: { tool: 'none' }, assign: { userId: w.owner.id } }];
    await made(owner.put(`${url}/ownership-rules`).send({ rules }));
    await service.database.query('UPDATE ownership_rules SET turns = ARRAY[$2::uuid] WHERE organization_id = $1', [
      w.organization.id,
      w.owner.id,
    ]);
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
  await service.database.query(
    `INSERT INTO deleted_product_numbers (organization_id, slug, kind, value) VALUES ($1, 'gone', 'issue', 3)`,
    [w.organization.id],
  );
  await service.database.query('INSERT INTO github_deliveries (organization_id, id) VALUES ($1, $2)', [
    w.organization.id,
    'one',
  ]);
  await service.database.query(
    'INSERT INTO thinned_runs (organization_id, product_id, seen_until) SELECT organization_id, id, 0 FROM products WHERE organization_id = $1',
    [w.organization.id],
  );
  await made(owner.post(`${w.organization.url}/settings/domains`).send({ domain: `${w.organization.id}.example` }));
  const provider = { kind: 'oidc', issuer: 'https://8.8.8.8', clientId: 'curbcut', clientSecret: 'a secret' };
  await made(owner.put(`${w.organization.url}/settings/sign-in`).send(provider));
  await service.database.query(
    `INSERT INTO sign_in_keys (organization_id, id, private_key, certificate) VALUES ($1, gen_random_uuid(), $2, $3)`,
    [w.organization.id, 'v1.of-nobody', makeCertificate().pem],
  );
  await made(owner.post(`${w.organization.url}/settings/provisioning/tokens`));
  await service.database.query(
    `WITH person AS (
       INSERT INTO provisioned_people (organization_id, id, user_id, user_name, email, display_name, emails, active)
       SELECT $1, gen_random_uuid(), u.id, u.email, u.email, u.name, '[]', true FROM users u WHERE u.id = $2
       RETURNING id),
     team AS (
       INSERT INTO provisioned_groups (organization_id, id, display_name) VALUES ($1, gen_random_uuid(), 'Staff')
       RETURNING id)
     SELECT team.id AS "groupId", person.id AS "personId" FROM team, person`,
    [w.organization.id, w.owner.id],
  );
  await service.database.query(
    `INSERT INTO provisioned_group_members (organization_id, group_id, provisioned_id)
     SELECT $1, g.id, p.id FROM provisioned_groups g, provisioned_people p
     WHERE g.organization_id = $1 AND p.organization_id = $1`,
    [w.organization.id],
  );
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
  const evidence = await evidenceIn(service, w.owner, url);
  await e.decide({
    requirementId,
    entry: 1,
    outcome: 'failed',
    issueNumbers: [issue.number],
    evidenceIds: [evidence.id],
  });
  const table = Buffer.from(`criterion,Imprint\n${e.requirements[1]!.number},passed\n`);
  await owner.post(`${e.audit.url}/import`).field('format', 'csv-grid').attach('file', table, 'a.csv').expect(200);
  const people = { leadId: w.owner.id, evaluators: [{ userId: w.owner.id }] };
  await owner.patch(e.audit.url).send(people).expect(200);
  const assignments = [{ memberId: w.owner.id, requirementIds: [requirementId] }];
  await owner.put(`${e.audit.url}/assignments`).send({ assignments }).expect(200);
  // One is under way in an organization at a time; no job works on it here.
  if (url !== w.product.url) return;
  const columns = [
    { column: 1, field: 'requirement' },
    { column: 2, field: 'entry' },
  ];
  const fields = { format: 'csv-grid', audit: String(e.audit.number), mapping: JSON.stringify({ columns }) };
  await owner.post(`${url}/imports`).field(fields).attach('file', table, 'a.csv').expect(202);
}
