import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

interface Row {
  id: string;
  name: string;
  inScope: boolean;
  why: string | null;
  appliesTo: { types: string[]; features: string[]; with: string[] } | null;
}

const EN = 'en-301-549';

/** The standard in force is this one. */
async function under(w: World, slug: string): Promise<void> {
  const { standard } = (await service.as(w.owner.token).get(`${w.organization.url}/standards/${slug}`)).body;
  await patch(w, { standardId: standard.id }).expect(200);
}
const patch = (w: World, body: object) => service.as(w.owner.token).patch(w.product.url).send(body);
const rowsOf = async (w: World): Promise<Row[]> =>
  (await service.as(w.member.token).get(`${w.product.url}/requirements`).expect(200)).body.requirements;
const countOf = async (w: World): Promise<number> => (await rowsOf(w)).filter(({ inScope }) => inScope).length;
const named = (rows: Row[], number: string): Row => rows.find(({ name }) => name.startsWith(`${number} `))!;

test('EN 301 549 asks 57 requirements of a website, and the others say to what they apply', async () => {
  const w = await world(service);
  await under(w, EN);
  const rows = await rowsOf(w);
  expect([rows.length, await countOf(w)]).toEqual([296, 57]);
  expect(named(rows, '9.1.1.1')).toMatchObject({ inScope: true, why: null, appliesTo: { features: ['web_content'] } });
  expect(named(rows, '8.4.1')).toMatchObject({
    inScope: false,
    why: 'does_not_apply',
    appliesTo: { types: [], features: ['hardware'], with: [] },
  });
});

test('features bring what applies with them, and stay when the type changes', async () => {
  const w = await world(service);
  await under(w, EN);
  await patch(w, { features: ['video', 'support', 'documents', 'video'] }).expect(200);
  expect(await countOf(w)).toBe(114);
  const { product } = (await patch(w, { type: 'document' })).body;
  expect(product.features).toEqual(['documents', 'support', 'video']);
});

test('what does not apply can be drawn in, and nothing can be taken out', async () => {
  const w = await world(service);
  await under(w, EN);
  const all = await rowsOf(w);
  const privacy = named(all, '4.2.11');
  await patch(w, { drawnIn: [privacy.id.toUpperCase(), named(all, '9.1.1.1').id] }).expect(200);
  const rows = await rowsOf(w);
  expect(named(rows, '4.2.11')).toMatchObject({ inScope: true, why: 'drawn_in' });
  expect(named(rows, '9.1.1.1')).toMatchObject({ inScope: true, why: null });
  expect(await countOf(w)).toBe(58);
  // Under another standard it rests.
  await under(w, 'wcag-2-2');
  expect((await service.as(w.member.token).get(w.product.url)).body.product.drawnIn).toContain(privacy.id);
});

test('the level puts requirements out of scope, and WCAG applies to every product', async () => {
  const w = await world(service);
  const rows = await rowsOf(w);
  expect(rows.filter(({ inScope }) => inScope)).toHaveLength(55);
  expect(new Set(rows.map(({ why }) => why))).toEqual(new Set([null, 'level']));
  expect(rows.filter(({ appliesTo }) => appliesTo !== null)).toEqual([]);
});

test('new products have support but documents, and nothing drawn in', async () => {
  const w = await world(service);
  const create = async (type: string) =>
    (
      await service
        .as(w.owner.token)
        .post(`${w.organization.url}/products`)
        .send({ name: `New ${type}`, type })
    ).body.product;
  expect(await create('web-app')).toMatchObject({ features: ['support'], drawnIn: [] });
  expect(await create('document')).toMatchObject({ features: [], drawnIn: [] });
});

test('an unknown feature, a requirement that nobody knows, and one that applies to everything are refused, each at its place', async () => {
  const w = await world(service);
  const criterion = named(await rowsOf(w), '1.1.1').id;
  const unknown = '01a20b96-0000-7000-8000-000000000000';
  const refused = await patch(w, { drawnIn: [criterion, unknown] });
  expect(refused.status).toBe(400);
  expect(refused.body.errors.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
    ['/drawnIn/0', 'unknown_reference'],
    ['/drawnIn/1', 'unknown_reference'],
  ]);
  expect((await patch(w, { features: ['teleport'] })).body.errors).toMatchObject([{ path: '/features' }]);
  expect((await patch(w, { drawnIn: Array.from({ length: 501 }, () => unknown) })).status).toBe(400);
  await service.as(w.member.token).patch(w.product.url).send({ features: [] }).expect(403);
});

test('the Grade counts what is in scope: an issue on what does not apply to a website weighs nothing until it is drawn in', async () => {
  const w = await world(service);
  await under(w, EN);
  const as = service.as(w.member.token);
  const { id } = named(await rowsOf(w), '8.4.1');
  await as
    .post(`${w.product.url}/test-activity`)
    .send({ type: 'manual_test', target: 'https://shop.example/' })
    .expect(201);
  await as.post(`${w.product.url}/issues`).send({ title: 'Keys cannot be felt' }).expect(201);
  await as
    .put(`${w.product.url}/issues/1/requirements`)
    .send({ requirementIds: [id] })
    .expect(200);
  const grade = async () => (await as.get(`${w.product.url}/grade`)).body.grade;
  expect(await grade()).toMatchObject({ score: 100 });
  await patch(w, { drawnIn: [id] }).expect(200);
  const { score, reasons } = await grade();
  expect(score).toBeLessThan(100);
  expect(reasons).toContainEqual(expect.objectContaining({ code: 'requirements_lost', count: 1 }));
});

describe('what an issue fails', () => {
  /** What somebody found who names these criteria, and what it fails. */
  async function failing(w: World, ...wcag: string[]) {
    const member = service.as(w.member.token);
    const report = { type: 'manual_test', findings: [{ title: 'Fault', wcag }] };
    await member.post(`${w.product.url}/reports`).send(report).expect(201);
    const url = `${w.product.url}/issues/1/requirements`;
    return { url, ...(await member.get(url).expect(200)).body } as {
      url: string;
      requirements: Row[];
      candidates: Row[];
      outsideStandard: boolean;
    };
  }

  test('is offered to choose from where several criteria of the RGAA cite what it names, until somebody says which', async () => {
    const w = await world(service);
    await under(w, 'rgaa');
    const open = await failing(w, '1.1.1');
    expect(open.requirements).toEqual([]);
    expect(open.candidates.length).toBeGreaterThan(5);
    expect(open.candidates[0]!.name).toMatch(/^1\.1 /);
    expect(open.outsideStandard).toBe(false);
    const said = await service
      .as(w.member.token)
      .put(open.url)
      .send({ requirementIds: [open.candidates[0]!.id] })
      .expect(200);
    expect(said.body).toMatchObject({ requirements: [{ id: open.candidates[0]!.id }], candidates: [] });
  });

  test('is outside the standard where only another one has it', async () => {
    const w = await world(service);
    const lookUp = async (slug: string, number: string) => {
      const path = `${w.organization.url}/standards/${slug}/requirements`;
      const { requirements } = (await service.as(w.member.token).get(path).expect(200)).body as { requirements: Row[] };
      return named(requirements, number).id;
    };
    await under(w, EN);
    const { url } = await failing(w, '1.1.1');
    const replace = async (...requirementIds: string[]) =>
      (await service.as(w.member.token).put(url).send({ requirementIds }).expect(200)).body.outsideStandard;
    const [target, text] = [await lookUp('wcag-2-2', '2.5.8'), await lookUp('wcag-2-2', '1.1.1')];
    expect([await replace(target), await replace(target, text), await replace(text), await replace()]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    await replace(target);
    await under(w, 'wcag-2-2');
    expect((await service.as(w.member.token).get(url)).body.outsideStandard).toBe(false);
    const issue = async () => (await service.as(w.member.token).get(`${w.product.url}/issues/1`)).body.issue;
    expect((await issue()).outsideStandard).toBe(false);
    await under(w, EN);
    expect((await issue()).outsideStandard).toBe(true);
  });
});
