import { createCurbcut } from '../../libs/client/src/index.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const clientOf = async (w: World) => createCurbcut({ baseUrl: await service.app.getUrl(), token: w.member.token });
const productOf = (w: World) => ({ orgId: w.organization.id, productSlug: w.product.slug });

test('closing each issue of the open list visits every one, as the README of the client shows', async () => {
  const w = await world(service);
  const curbcut = await clientOf(w);
  const product = productOf(w);
  for (let count = 1; count <= 9; count += 1) await curbcut.issues.create({ ...product, body: { title: `${count}` } });
  const visited: number[] = [];
  for await (const { number: issueNumber } of curbcut.issues.all({ ...product, state: ['open'], pageSize: 2 })) {
    visited.push(issueNumber);
    await curbcut.issues.update({ ...product, issueNumber, body: { state: 'closed' } });
  }
  expect(visited.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect((await curbcut.issues.list({ ...product, state: ['open'] })).total).toBe(0);
});

test('deciding each finding of the pending list visits every one, in the product and in the organization', async () => {
  const w = await world(service);
  const curbcut = await clientOf(w);
  const product = productOf(w);
  const findings = Array.from({ length: 9 }, (_, at) => ({ title: `Fault ${at}`, ruleId: `rule-${at}` }));
  await service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({ productRef: w.product.slug, type: 'automated_scan', tool: 'axe-core', findings })
    .expect(201);
  const dismissed: string[] = [];
  for await (const { id } of curbcut.findings.all({ ...product, status: ['pending'], pageSize: 2 })) {
    dismissed.push(id);
    await curbcut.findings.dismiss({ ...product, findingId: id, body: { reason: 'accepted' } });
  }
  expect(new Set(dismissed).size).toBe(9);
  const reopened: string[] = [];
  const { orgId } = product;
  for await (const { id } of curbcut.findings.allInOrganization({ orgId, status: ['dismissed'], pageSize: 2 })) {
    reopened.push(id);
    await curbcut.findings.reopen({ ...product, findingId: id });
  }
  expect(reopened.toSorted()).toEqual(dismissed.toSorted());
});
