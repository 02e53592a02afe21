import { createHmac, randomUUID } from 'node:crypto';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const SECRET = 'a secret that GitHub knows';
const service = useService({ GITHUB_WEBHOOK_SECRET: SECRET });

const URL = 'https://github.com/example/shop/issues/7';

function deliver(body: string, headers: Record<string, string> = {}, secret = SECRET, to = service) {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const sent = {
    'content-type': 'application/json',
    'x-github-event': 'issues',
    'x-github-delivery': randomUUID(),
    'x-hub-signature-256': signature,
    ...headers,
  };
  return to.as().post('/api/webhooks/github').set(sent).send(body);
}
const moved = (action: string, html_url = URL) => JSON.stringify({ action, issue: { html_url, number: 7 } });

test('closing and reopening an issue there closes and reopens those that stand for it here, and no others', async () => {
  const w = await world(service);
  const report = (body: object) => service.as(w.member.token).post(`${w.product.url}/issues`).send(body);
  await report({ title: 'Theirs', source: 'external', sourceUrl: URL });
  await report({ title: 'Seen there', source: 'internal', sourceUrl: URL });
  await report({ title: 'Another', source: 'external', sourceUrl: `${URL}1` });
  const states = async () =>
    (
      await service.as(w.member.token).get(`${w.product.url}/issues?sortField=number&sortDirection=asc`)
    ).body.issues.map(({ state }: { state: string }) => state);
  expect((await deliver(moved('closed'))).body).toEqual({ updated: 1 });
  expect(await states()).toEqual(['closed', 'open', 'open']);
  const { changes } = (await service.as(w.member.token).get(`${w.organization.url}/changes?type=issue.updated`)).body;
  expect(changes[0]).toMatchObject({ actor: { kind: 'system', name: 'GitHub' }, subject: { number: 1 } });
  expect((await deliver(moved('reopened'))).body).toEqual({ updated: 1 });
  expect(await states()).toEqual(['open', 'open', 'open']);
});

test('each delivery counts once', async () => {
  const w = await world(service);
  const url = `${URL}/once`;
  await service
    .as(w.member.token)
    .post(`${w.product.url}/issues`)
    .send({ title: 'x', source: 'external', sourceUrl: url });
  const id = { 'x-github-delivery': randomUUID() };
  expect((await deliver(moved('closed', url), id)).body).toEqual({ updated: 1 });
  await service.as(w.member.token).patch(`${w.product.url}/issues/1`).send({ state: 'open' });
  expect((await deliver(moved('closed', url), id)).body).toEqual({ updated: 0 });
});

test.each<[string, string, Record<string, string>]>([
  ['a ping', JSON.stringify({ zen: 'Design for failure.' }), { 'x-github-event': 'ping' }],
  ['another event of issues', moved('labeled'), {}],
  ['an event of something else', moved('closed'), { 'x-github-event': 'pull_request' }],
  ['a body of another shape', JSON.stringify({ action: 'closed', issue: 7 }), {}],
])('%s is taken and changes nothing', async (_name, body, headers) => {
  const answer = await deliver(body, headers);
  expect([answer.status, answer.body]).toEqual([200, { updated: 0 }]);
});

test.each<[string, number, Record<string, string>, string]>([
  ['no signature', 401, { 'x-hub-signature-256': '' }, moved('closed')],
  ['a foreign signature', 401, { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }, moved('closed')],
  ['no delivery id', 400, { 'x-github-delivery': '' }, moved('closed')],
  ['broken JSON', 400, {}, '{"action":'],
  ['a form', 415, { 'content-type': 'application/x-www-form-urlencoded' }, 'payload=%7B%7D'],
])('%s is refused with %i', async (_name, status, headers, body) => {
  expect((await deliver(body, headers)).status).toBe(status);
});

describe('without the secret configured', () => {
  const silent = useService();

  test('nothing listens', async () => {
    expect((await deliver(moved('closed'), {}, SECRET, silent)).status).toBe(404);
  });
});
