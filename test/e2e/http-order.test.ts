import { randomUUID } from 'node:crypto';
import { useService } from '../support/service.js';
import { type Person, type World, world } from '../support/world.js';

const service = useService();

/** Every path with a record in it that takes a body, of records that exist and of those that do not. */
async function paths({ organization, product, owner }: World): Promise<{ verb: Verb; there: string; gone: string }[]> {
  const make = async (url: string, body: object): Promise<Record<string, Record<string, string>>> => {
    const answer = await service.as(owner.token).post(url).send(body);
    expect([url, answer.status]).toEqual([url, 201]);
    return answer.body as Record<string, Record<string, string>>;
  };
  const { slug } = (await make(`${organization.url}/standards`, { name: 'Own' }))['standard']!;
  const standard = `${organization.url}/standards/${slug}`;
  const { id: requirement } = (await make(`${standard}/requirements`, { name: 'One' }))['requirement'] as Record<
    string,
    string
  >;
  const { id: group } = (await make(`${standard}/groups`, { name: 'One' }))['group']!;
  await make(`${product.url}/areas`, { name: 'Checkout' });
  await make(`${product.url}/issues`, { title: 'One' });
  await make(`${product.url}/risks`, { title: 'One' });
  await make(`${product.url}/audits`, {});
  return [
    { verb: 'patch', there: standard, gone: `${organization.url}/standards/gone` },
    { verb: 'post', there: `${standard}/requirements`, gone: `${organization.url}/standards/gone/requirements` },
    {
      verb: 'patch',
      there: `${standard}/requirements/${requirement}`,
      gone: `${standard}/requirements/${randomUUID()}`,
    },
    { verb: 'patch', there: `${standard}/groups/${group}`, gone: `${standard}/groups/${randomUUID()}` },
    { verb: 'patch', there: `${product.url}/areas/checkout`, gone: `${product.url}/areas/gone` },
    { verb: 'patch', there: `${product.url}/issues/1`, gone: `${product.url}/issues/2` },
    { verb: 'put', there: `${product.url}/issues/1/requirements`, gone: `${product.url}/issues/2/requirements` },
    { verb: 'patch', there: `${product.url}/risks/1`, gone: `${product.url}/risks/2` },
    { verb: 'patch', there: `${product.url}/audits/1`, gone: `${product.url}/audits/2` },
  ];
}

type Verb = 'patch' | 'post' | 'put';

test('what the path names comes before what is wrong with the body', async () => {
  const w = await world(service);
  const faulty = [
    { text: '{', status: 400 },
    { text: '{"unknown":true}', status: 400 },
    { text: `{"title":"${'x'.repeat(270_000)}"}`, status: 413 },
  ];
  const send = (who: Person, verb: Verb, path: string, text: string) =>
    service.as(who.token)[verb](path).set('Content-Type', 'application/json').send(text);
  for (const { verb, there, gone } of await paths(w)) {
    for (const { text, status } of faulty) {
      expect([verb, there, (await send(w.owner, verb, there, text)).status]).toEqual([verb, there, status]);
      // What the headers say of the size comes first.
      const missing = status === 413 ? 413 : 404;
      expect([verb, gone, (await send(w.owner, verb, gone, text)).status]).toEqual([verb, gone, missing]);
      expect([verb, gone, (await send(w.stranger, verb, gone, text)).status]).toEqual([
        verb,
        gone,
        status === 413 ? 413 : 403,
      ]);
    }
  }
});

test('a record of another product or organization is none of the path’s', async () => {
  const [w, other] = [await world(service), await world(service)];
  const second = await w.newProduct('Second');
  for (const { url } of [second, other.product]) {
    await service
      .as((url === second.url ? w : other).owner.token)
      .post(`${url}/issues`)
      .send({ title: 'Elsewhere' });
  }
  const answer = await service.as(w.owner.token).patch(`${w.product.url}/issues/1`).send({ unknown: true });
  expect(answer.status).toBe(404);
});

test('a module that is off is named in the refusal', async () => {
  const w = await world(service);
  await w.disable('risks');
  const { status, body } = await service.as(w.owner.token).get(`${w.product.url}/risks`);
  expect([status, body.code, body.module]).toEqual([403, 'module_disabled', 'risks']);
  expect(body.message).toContain('risks');
});
