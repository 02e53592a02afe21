import { createHmac, randomUUID } from 'node:crypto';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const SECRET = 'a secret that GitHub knows';
const service = useService();
const URL = 'https://github.com/example/shop/issues/7';

const settings = (w: World) => `${w.organization.url}/settings/github`;
const setSecret = (w: World, secret = SECRET, token = w.owner.token) =>
  service.as(token).put(settings(w)).send({ secret });
const listening = async (secret = SECRET): Promise<World> => {
  const w = await world(service);
  await setSecret(w, secret).expect(204);
  return w;
};

function deliver(to: World | string, body: string, headers: Record<string, string> = {}, secret = SECRET) {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const sent = {
    'content-type': 'application/json',
    'x-github-event': 'issues',
    'x-github-delivery': randomUUID(),
    'x-hub-signature-256': signature,
    ...headers,
  };
  const id = typeof to === 'string' ? to : to.organization.id;
  return service.as().post(`/api/webhooks/github/${id}`).set(sent).send(body);
}
const moved = (action: string, { url = URL, at = '2026-01-01T00:00:00Z' } = {}) =>
  JSON.stringify({ action, issue: { html_url: url, number: 7, updated_at: at } });
const report = (w: World, body: object = {}) =>
  service
    .as(w.member.token)
    .post(`${w.product.url}/issues`)
    .send({ title: 'Theirs', source: 'external', sourceUrl: URL, ...body })
    .expect(201);
const states = async (w: World): Promise<string[]> =>
  (await service.as(w.member.token).get(`${w.product.url}/issues?sortField=number&sortDirection=asc`)).body.issues.map(
    ({ state }: { state: string }) => state,
  );

test('an admin reads whether a secret is set and where GitHub delivers, and the organization may be named by its slug there', async () => {
  const w = await world(service);
  const read = (token: string) => service.as(token).get(settings(w));
  const url = expect.stringMatching(new RegExp(`/api/webhooks/github/${w.organization.id}$`));
  expect((await read(w.admin.token)).body).toEqual({ url, secretSet: false });
  await setSecret(w).expect(204);
  expect((await read(w.admin.token)).body).toEqual({ url, secretSet: true });
  expect((await read(w.member.token)).body.code).toBe('role_too_low');
  await report(w);
  expect((await deliver(w.organization.slug, moved('closed'))).body).toEqual({ updated: 1 });
  expect((await deliver('no-such-organization', moved('closed'))).status).toBe(401);
});

describe('closing and reopening an issue there', () => {
  test('closes and reopens those that stand for it here, and no others', async () => {
    const w = await listening();
    await report(w);
    await report(w, { title: 'Seen there', source: 'internal' });
    await report(w, { title: 'Another', sourceUrl: `${URL}1` });
    expect((await deliver(w, moved('closed'))).body).toEqual({ updated: 1 });
    expect(await states(w)).toEqual(['closed', 'open', 'open']);
    const { changes } = (await service.as(w.member.token).get(`${w.organization.url}/changes?type=issue.updated`)).body;
    expect(changes[0]).toMatchObject({ actor: { kind: 'system', name: 'GitHub' }, subject: { number: 1 } });
    expect((await deliver(w, moved('reopened', { at: '2026-01-01T00:00:01Z' }))).body).toEqual({ updated: 1 });
    expect(await states(w)).toEqual(['open', 'open', 'open']);
  });

  test('moves nothing of another organization, even where both have the same secret and address', async () => {
    const [w, other] = [await listening(), await listening()];
    for (const each of [w, other]) await report(each);
    expect((await deliver(w, moved('closed'))).body).toEqual({ updated: 1 });
    expect([await states(w), await states(other)]).toEqual([['closed'], ['open']]);
  });

  test('counts in the Grade of each product', async () => {
    const w = await listening();
    for (let i = 0; i < 3; i += 1) await report(w, { priority: 'critical' });
    await service
      .as(w.member.token)
      .post(`${w.product.url}/test-activity`)
      .send({ type: 'manual_test', target: 'https://shop.example/' });
    const letter = async () => (await service.as(w.member.token).get(`${w.product.url}/grade`)).body.grade.letter;
    expect(await letter()).toBe('D');
    expect((await deliver(w, moved('closed'))).body).toEqual({ updated: 3 });
    expect(await letter()).toBe('B');
  });
});

describe('a delivery', () => {
  test('counts once for each organization', async () => {
    const [w, other] = [await listening(), await listening()];
    for (const each of [w, other]) await report(each);
    const id = { 'x-github-delivery': randomUUID() };
    expect((await deliver(w, moved('closed'), id)).body).toEqual({ updated: 1 });
    expect((await deliver(w, moved('reopened', { at: '2026-02-01T00:00:00Z' }), id)).body).toEqual({ updated: 0 });
    expect((await deliver(other, moved('closed'), id)).body).toEqual({ updated: 1 });
  });

  test('counts once when it comes twice at once', async () => {
    const w = await listening();
    for (let i = 0; i < 3; i += 1) await report(w);
    const id = { 'x-github-delivery': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 2 }, () => deliver(w, moved('closed'), id)));
    expect(answers.map(({ body }) => body.updated).sort()).toEqual([0, 3]);
  });

  test('changes nothing where it is older than what was heard before, or as old and the same', async () => {
    const w = await listening();
    await report(w);
    const at = (seconds: number) => ({ at: `2026-01-01T00:00:0${seconds}Z` });
    const updated = async (action: string, seconds: number): Promise<number> =>
      (await deliver(w, moved(action, at(seconds)))).body.updated;
    expect(await updated('closed', 5)).toBe(1);
    expect(await updated('reopened', 4)).toBe(0);
    await service.as(w.member.token).patch(`${w.product.url}/issues/1`).send({ state: 'open' }).expect(200);
    expect(await updated('closed', 5)).toBe(0);
    expect(await states(w)).toEqual(['open']);
    expect(await updated('reopened', 5)).toBe(0);
    expect(await updated('closed', 5)).toBe(1);
    expect(await updated('reopened', 6)).toBe(1);
    expect(await states(w)).toEqual(['open']);
  });

  test('has 200,000 values and 32 levels at most, like any body: more is told without parsing it', async () => {
    const w = await listening();
    await report(w);
    const padded = (more: string) => `${moved('closed').slice(0, -1)},"more":${more}}`;
    const excessive = { too_many: `[${'[],'.repeat(300_000)}0]`, too_deep: `${'['.repeat(40)}${']'.repeat(40)}` };
    for (const [code, more] of Object.entries(excessive)) {
      const { status, body } = await deliver(w, padded(more));
      expect([status, body.errors[0].code]).toEqual([400, code]);
    }
    const { status, body, headers } = await deliver(
      w,
      padded(`[${'[],'.repeat(50_000)}${'["[[[\\"",'.repeat(9)}0${']'.repeat(10)}`),
    );
    expect([status, body.updated, headers['cache-control']]).toEqual([200, 1, 'no-store']);
  });

  test('of another issue is not measured by what was heard of the one before', async () => {
    const w = await listening();
    await report(w);
    await deliver(w, moved('closed', { at: '2026-05-01T00:00:00Z' }));
    const other = `${URL}/moved`;
    await service.as(w.member.token).patch(`${w.product.url}/issues/1`).send({ sourceUrl: other }).expect(200);
    const answer = await deliver(w, moved('reopened', { url: other, at: '2026-04-01T00:00:00Z' }));
    expect(answer.body).toEqual({ updated: 1 });
  });

  test.each<[string, string, Record<string, string>]>([
    ['a ping', JSON.stringify({ zen: 'Design for failure.' }), { 'x-github-event': 'ping' }],
    ['another event of issues', moved('labeled'), {}],
    ['an event of something else', moved('closed'), { 'x-github-event': 'pull_request' }],
    ['a body of another shape', JSON.stringify({ action: 'closed', issue: 7 }), {}],
    ['a moment that is none', moved('closed', { at: 'now' }), {}],
  ])('that is %s is taken and changes nothing', async (_name, body, headers) => {
    const w = await listening();
    await report(w);
    const answer = await deliver(w, body, headers);
    expect([answer.status, answer.body]).toEqual([200, { updated: 0 }]);
    expect(await states(w)).toEqual(['open']);
  });

  test('may hold anything beside what we look at, up to 5 MB', async () => {
    const w = await listening();
    await report(w);
    const issue = { html_url: URL, updated_at: '2026-01-01T00:00:00Z', body: '\u0000\ud800'.repeat(100) };
    const padding = 'x'.repeat(5_242_880 - JSON.stringify({ action: 'closed', issue, padding: '' }).length);
    const body = JSON.stringify({ action: 'closed', issue, padding });
    expect((await deliver(w, body)).body).toEqual({ updated: 1 });
    expect((await deliver(w, `${body} `)).status).toBe(413);
  });

  test.each<[string, number, Record<string, string>, string]>([
    ['no delivery id', 400, { 'x-github-delivery': '' }, moved('closed')],
    ['broken JSON', 400, {}, '{"action":'],
    ['a form', 415, { 'content-type': 'application/x-www-form-urlencoded' }, 'payload=%7B%7D'],
  ])('with %s is refused with %i', async (_name, status, headers, body) => {
    expect((await deliver(await listening(), body, headers)).status).toBe(status);
  });
});

describe('who cannot sign for an organization', () => {
  test('is told the same, whatever is wrong', async () => {
    const [w, silent, other] = [await listening(), await world(service), await listening('another secret of theirs')];
    const foreign = `sha256=${'0'.repeat(64)}`;
    const answers = [
      await deliver(w, moved('closed'), { 'x-hub-signature-256': foreign }),
      await deliver(other, moved('closed')),
      await deliver(silent, moved('closed')),
      await deliver(randomUUID(), moved('closed')),
      await deliver('nonsense', moved('closed')),
      await deliver(w, moved('closed'), { 'x-hub-signature-256': '' }),
      await deliver(w, moved('closed'), { 'x-hub-signature-256': 'sha1=abc' }),
      await deliver(w, 'no JSON', { 'x-hub-signature-256': foreign }),
    ].map(({ status, body: { requestId: _, ...body }, headers }) => [status, body, headers['www-authenticate']]);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject([401, { code: 'invalid_signature' }, expect.any(String)]);
  });

  test('is not the one who could a moment ago: the secret counts that is there when the body has come', async () => {
    const w = await listening();
    await report(w);
    await setSecret(w, 'a secret after the first').expect(204);
    expect((await deliver(w, moved('closed'))).status).toBe(401);
    expect((await deliver(w, moved('closed'), {}, 'a secret after the first')).body).toEqual({ updated: 1 });
    await service.as(w.owner.token).delete(settings(w)).expect(204);
    expect((await deliver(w, moved('closed'), {}, 'a secret after the first')).status).toBe(401);
    expect((await service.as(w.owner.token).delete(settings(w))).status).toBe(404);
  });
});

describe('the secret', () => {
  test('is set and removed by admins and owners in person', async () => {
    const w = await world(service);
    for (const { token } of [w.admin, w.owner]) await setSecret(w, SECRET, token).expect(204);
    expect((await setSecret(w, SECRET, w.member.token)).body.code).toBe('role_too_low');
    expect((await setSecret(w, SECRET, w.stranger.token)).body.code).toBe('not_a_member');
    expect((await setSecret(w, SECRET, w.keys.write)).body.code).toBe('session_required');
    expect((await service.as(w.keys.write).delete(settings(w))).body.code).toBe('session_required');
    for (const faulty of ['x'.repeat(15), 'x'.repeat(201), 7])
      expect((await setSecret(w, faulty as string)).body.errors[0].path).toBe('/secret');
  });

  test('stands nowhere that could be read', async () => {
    const secret = `secret ${randomUUID()}`;
    const w = await listening(secret);
    const [rows] = await service.database.query(
      `SELECT (SELECT json_agg(s) FROM github_secrets s)::text || (SELECT json_agg(e) FROM events e)::text AS text`,
    );
    expect(rows.text).toContain(w.organization.id);
    expect(rows.text + service.log.join('')).not.toContain(secret);
  });
});

describe('without a key to keep secrets with', () => {
  const keyless = useService({ SECRET_KEY: '' });

  test('none is taken', async () => {
    const w = await world(keyless);
    const answer = await keyless.as(w.owner.token).put(settings(w)).send({ secret: SECRET });
    expect([answer.status, answer.body.code]).toEqual([409, 'secret_key_missing']);
  });
});
