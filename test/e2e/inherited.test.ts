import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

/** What a request inherits may vanish while it is answered; that is no fault of the caller's. */
const service = useService();

const patch = (w: World, url: string, body: object) => service.as(w.owner.token).patch(url).send(body);

async function inherits(w: World): Promise<{ url: string; levels: { id: string; name: string }[] }> {
  const { body, headers } = await service
    .as(w.owner.token)
    .post(`${w.organization.url}/standards`)
    .send({ name: 'Own', levels: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }] })
    .expect(201);
  return { url: headers['location']!, levels: body.standard.levels };
}

test('audits are begun while the levels and the standard that they inherit are removed and set anew', async () => {
  for (let round = 0; round < 6; round += 1) {
    const w = await world(service);
    const { url, levels } = await inherits(w);
    const settings = `${w.organization.url}/settings/conformance`;
    const standardId = (await service.as(w.owner.token).get(url)).body.standard.id;
    await patch(w, settings, { standardId, conformanceLevel: levels[0]!.id }).expect(200);
    await patch(w, w.product.url, { conformanceLevel: levels[1]!.id }).expect(200);
    const begin = () => service.as(w.member.token).post(`${w.product.url}/audits`).send({});
    const drop = (...kept: number[]) => patch(w, url, { levels: kept.map((i) => levels[i]!) });
    const answers = await Promise.all([
      begin(),
      drop(0, 2),
      begin(),
      patch(w, settings, { conformanceLevel: levels[2]!.id }),
      begin(),
      drop(2),
      begin(),
      service.as(w.owner.token).delete(url),
      begin(),
    ]);
    const begun = answers.filter((_, i) => i % 2 === 0);
    expect(begun.map(({ status, body }) => `${status} ${body.code}`)).toEqual(Array(5).fill('201 undefined'));
    const { audits } = (await service.as(w.member.token).get(`${w.product.url}/audits`)).body;
    for (const { standardId: kept, conformanceLevel } of audits) expect([kept, conformanceLevel]).toEqual([null, null]);
  }
}, 60_000);

test('reports are taken while the requirements that their criteria would be linked to are removed', async () => {
  for (let round = 0; round < 6; round += 1) {
    const w = await world(service);
    const { url } = await inherits(w);
    const standardId = (await service.as(w.owner.token).get(url)).body.standard.id;
    await patch(w, w.product.url, { standardId }).expect(200);
    const requirements: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const { headers } = await service
        .as(w.owner.token)
        .post(`${url}/requirements`)
        .send({ name: `r${i}`, metadata: { wcag: '1.1.1' } })
        .expect(201);
      requirements.push(headers['location']!);
    }
    const report = () =>
      service
        .as(w.keys.ingest)
        .post('/api/ingest/test-activity')
        .send({
          productRef: w.product.slug,
          type: 'manual_test',
          findings: [{ title: 'No text', wcag: ['1.1.1'] }],
        });
    const remove = (path: string) => service.as(w.owner.token).delete(path);
    const answers = await Promise.all([report(), ...requirements.flatMap((path) => [remove(path), report()])]);
    const reported = answers.filter((_, i) => i % 2 === 0);
    expect(reported.map(({ status, body }) => `${status} ${body.code}`)).toEqual(Array(4).fill('201 undefined'));
  }
}, 60_000);
