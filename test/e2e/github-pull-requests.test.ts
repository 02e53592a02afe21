import { createHmac, randomUUID } from 'node:crypto';
import { linesAt } from '../support/lines.js';
import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const SECRET = 'a secret that GitHub knows';
const REPOSITORY = 'https://github.com/example/shop';
const service = useService();
const { scan } = scansAt(service);
const { onPull, lines, shown } = linesAt(service);

async function listening(): Promise<World> {
  const w = await world(service);
  await service.as(w.owner.token).put(`${w.organization.url}/settings/github`).send({ secret: SECRET }).expect(204);
  return w;
}

function deliver(w: World, event: object, { kind = 'pull_request', id = randomUUID() as string } = {}) {
  const body = JSON.stringify(event);
  const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
  return service
    .as()
    .post(`/api/webhooks/github/${w.organization.id}`)
    .set({ 'content-type': 'application/json', 'x-github-event': kind, 'x-github-delivery': id })
    .set('x-hub-signature-256', signature)
    .send(body);
}
/** What GitHub says when a pull request is closed, merged or not. */
const closed = (number: number, repository = REPOSITORY) => ({
  action: 'closed',
  pull_request: { html_url: `${repository}/pull/${number}`, number, merged: true },
  repository: { html_url: repository },
});
const pull = (w: World, number: number, repository?: string, productRef = w.product.slug) =>
  scan(w, [finding()], {
    productRef,
    coverage: 'complete',
    context: {
      trigger: 'pull_request',
      prNumber: number,
      ...(repository && { prUrl: `${repository}/pull/${number}` }),
    },
  }).expect(201);
const numbers = async (w: World, url = w.product.url) => (await lines(w, url)).map(({ name }) => Number(name));

describe('closing a pull request there', () => {
  test('ends its proposals in every product of the organization, and no other line', async () => {
    const w = await listening();
    const other = await w.newProduct('Other');
    await pull(w, 7, REPOSITORY);
    await pull(w, 8, REPOSITORY);
    await pull(w, 7, 'https://github.com/example/api');
    await pull(w, 7, REPOSITORY, other.slug);
    const [seventh] = await lines(w);
    expect((await deliver(w, closed(7)).expect(200)).body).toEqual({ updated: 2 });
    expect([await numbers(w), await numbers(w, other.url)]).toEqual([[8, 7], []]);
    expect((await lines(w)).map(({ id }) => id)).not.toContain(seventh!.id);
    const { changes } = (await service.as(w.member.token).get(`${w.organization.url}/changes?type=line.ended`)).body;
    expect(changes).toHaveLength(2);
    expect(changes[0]).toMatchObject({
      actor: { kind: 'system', name: 'GitHub' },
      subject: { kind: 'line', title: '7' },
    });
  });

  test('takes along what nobody has triaged and no other proposal has', async () => {
    const w = await listening();
    await onPull(w, 7, ['a', 'b'], {
      context: { trigger: 'pull_request', prNumber: 7, prUrl: `${REPOSITORY}/pull/7` },
    });
    await onPull(w, 8, ['b']);
    await deliver(w, closed(7)).expect(200);
    expect(await shown(w)).toEqual({ b: 'proposed pending' });
  });

  test('ends those of its number without an address only in products that name its repository elsewhere', async () => {
    const w = await listening();
    const other = await w.newProduct('Other');
    const third = await w.newProduct('Third');
    for (const { slug } of [w.product, other, third]) await pull(w, 7, undefined, slug);
    await pull(w, 3, REPOSITORY);
    await pull(w, 3, 'https://github.com/example/api', other.slug);
    expect((await deliver(w, closed(7))).body).toEqual({ updated: 1 });
    expect([await numbers(w), await numbers(w, other.url), await numbers(w, third.url)]).toEqual([[3], [7, 3], [7]]);
  });

  test('ends those without an address where a proposal that has ended named its repository', async () => {
    const w = await listening();
    await pull(w, 3, REPOSITORY);
    await deliver(w, closed(3)).expect(200);
    await pull(w, 7);
    expect((await deliver(w, closed(7))).body).toEqual({ updated: 1 });
  });

  test('ends nothing of another organization, nor of a main line or a branch of that name', async () => {
    const [w, other] = [await listening(), await listening()];
    await pull(w, 7, REPOSITORY);
    await pull(other, 7, REPOSITORY);
    const prUrl = `${REPOSITORY}/pull/7`;
    await scan(w, [], { line: 'main', context: { trigger: 'pull_request', prNumber: 7, prUrl, environment: '7' } });
    await scan(w, [], { line: 'proposal', context: { trigger: 'push', ref: '7' } });
    expect((await deliver(w, closed(7))).body).toEqual({ updated: 1 });
    expect([await lines(w), await numbers(other)]).toEqual([
      [expect.objectContaining({ kind: 'main', name: '7' }), expect.objectContaining({ kind: 'proposal', name: '7' })],
      [7],
    ]);
  });

  test('counts once, and changes nothing where no run has spoken of it', async () => {
    const w = await listening();
    expect((await deliver(w, closed(7))).body).toEqual({ updated: 0 });
    const id = randomUUID();
    await pull(w, 7, REPOSITORY);
    expect((await deliver(w, closed(7), { id })).body).toEqual({ updated: 1 });
    await pull(w, 7, REPOSITORY);
    expect((await deliver(w, closed(7), { id })).body).toEqual({ updated: 0 });
    expect(await numbers(w)).toEqual([7]);
  });

  test.each<[string, object, { kind?: string }]>([
    ['opened', { ...closed(7), action: 'reopened' }, {}],
    ['of another kind', closed(7), { kind: 'pull_request_review' }],
    ['without a number', { action: 'closed', pull_request: { html_url: `${REPOSITORY}/pull/7` } }, {}],
    ['with an address that is none', { action: 'closed', pull_request: { html_url: 'shop#7', number: 7 } }, {}],
  ])('does nothing where the event is one %s', async (_name, event, options) => {
    const w = await listening();
    await pull(w, 7, REPOSITORY);
    expect((await deliver(w, event, options).expect(200)).body).toEqual({ updated: 0 });
    expect(await numbers(w)).toEqual([7]);
  });
});
