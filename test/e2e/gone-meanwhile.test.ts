import { createHmac } from 'node:crypto';
import { answerAmidChange } from '../support/answer-after-waiting.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

/** Who refers to what is being deleted is told so as if it had been gone before. */
const service = useService();

type Answer = { status: number; body: { code?: string; message?: string; errors?: { path: string }[] } };
const outcomeOf = ({ status, body }: Answer) => [status, body.code, ...(body.errors ?? []).map(({ path }) => path)];
const post =
  (token: string, url: string, body: object = {}) =>
  () =>
    service.as(token).post(url).send(body);
const deleting = (table: string, id: string, request: () => PromiseLike<Answer>) =>
  answerAmidChange(service, (tx) => tx.query(`DELETE FROM ${table} WHERE id = $1`, [id]), request);

test('an area that is being deleted is named where a test activity or a report refers to it', async () => {
  const w = await world(service);
  const areaOf = async (name: string): Promise<{ id: string; slug: string }> =>
    (await post(w.owner.token, `${w.product.url}/areas`, { name })()).body.area;
  const [one, other] = [await areaOf('One'), await areaOf('Other')];
  const logged = post(w.owner.token, `${w.product.url}/test-activity`, { type: 'manual_test', areaIds: [one.id] });
  expect(outcomeOf(await deleting('areas', one.id, logged))).toEqual([400, 'invalid_input', '/areaIds']);
  const reported = post(w.keys.ingest, '/api/ingest/test-activity', {
    productRef: w.product.slug,
    type: 'automated_scan',
    tool: 'axe',
    areas: [other.slug],
  });
  expect(outcomeOf(await deleting('areas', other.id, reported))).toEqual([400, 'invalid_input', '/areas/0']);
});

test('a product that is being deleted is not there for who adds to it, rather than archived', async () => {
  const w = await world(service);
  for (const [path, body] of Object.entries({
    issues: { title: 'x' },
    audits: {},
    risks: { title: 'x' },
    'test-activity': { type: 'manual_test' },
    areas: { name: 'x' },
  })) {
    const { product } = (
      await post(w.owner.token, `${w.organization.url}/products`, { name: 'Gone', type: 'website' })()
    ).body;
    const added = post(w.owner.token, `${w.organization.url}/products/${product.slug}/${path}`, body);
    const answer = await deleting('products', product.id, added);
    expect([path, ...outcomeOf(answer), answer.body.message]).toEqual([
      path,
      404,
      'not_found',
      'There is no such product.',
    ]);
  }
});

test('an organization that is being deleted knows no delivery of GitHub, as if it had never been', async () => {
  const w = await world(service);
  const secret = 'a secret that GitHub knows';
  await service.as(w.owner.token).put(`${w.organization.url}/settings/github`).send({ secret }).expect(204);
  const body = JSON.stringify({ zen: 'Keep it logically awesome.' });
  const delivered = () =>
    service
      .as()
      .post(`/api/webhooks/github/${w.organization.id}`)
      .set({
        'content-type': 'application/json',
        'x-github-event': 'ping',
        'x-github-delivery': 'one',
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      })
      .send(body);
  const answer = await answerAmidChange(
    service,
    async (tx) => {
      await tx.query('UPDATE sessions SET active_organization_id = NULL WHERE active_organization_id = $1', [
        w.organization.id,
      ]);
      await tx.query('DELETE FROM organizations WHERE id = $1', [w.organization.id]);
    },
    delivered,
  );
  expect(outcomeOf(answer)).toEqual([401, 'invalid_signature']);
});

test('a team that is being removed cannot be made active', async () => {
  const w = await world(service);
  const auth = (path: string, body: object) => post(w.owner.token, `/api/auth/organization/${path}`, body);
  const organizationId = w.organization.id;
  await auth('set-active', { organizationId })();
  const team = (await auth('create-team', { name: 'x', organizationId })()).body;
  await auth('add-team-member', { teamId: team.id, userId: w.owner.id })();
  const answer = await answerAmidChange(
    service,
    async (tx) => {
      await tx.query('UPDATE members SET team_id = NULL WHERE team_id = $1', [team.id]);
      await tx.query('DELETE FROM teams WHERE id = $1', [team.id]);
    },
    auth('set-active-team', { teamId: team.id }),
  );
  expect(outcomeOf(answer)).toEqual([400, 'TEAM_NOT_FOUND', '/teamId']);
});

test('who is being removed, or deletes their account, is told that and nothing about records', async () => {
  const w = await world(service);
  const pinned = post(w.member.token, `${w.product.url}/pin`);
  expect(outcomeOf(await deleting('members', w.member.memberId!, pinned))).toEqual([403, 'not_a_member']);
  const made = post(w.admin.token, `${w.product.url}/issues`, { title: 'x' });
  expect(outcomeOf(await deleting('users', w.admin.id, made))).toEqual([401, 'unauthenticated']);
});

test('a product can be deleted while an issue of it is changed: the deletion waits', async () => {
  const w = await world(service);
  const key = [w.organization.id, w.product.id];
  await post(w.owner.token, `${w.product.url}/issues`, { title: 'x' })();
  const deleted = await answerAmidChange(
    service,
    (tx) => tx.query('SELECT FROM issues WHERE organization_id = $1 AND product_id = $2 FOR UPDATE', key),
    () => service.as(w.owner.token).delete(w.product.url),
    (tx) => tx.query('SELECT FROM products WHERE organization_id = $1 AND id = $2 FOR KEY SHARE NOWAIT', key),
  );
  expect(deleted.status).toBe(204);
});
