import { reporting } from '../support/conformance.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const search = (w: World, q: string, token = w.member.token) =>
  service.as(token).get(`${w.organization.url}/search?q=${encodeURIComponent(q)}`);
const titles = (hits: { title: string }[]) => hits.map(({ title }) => title);
const post = (w: World, path: string, body: object, url = w.product.url) =>
  service.as(w.owner.token).post(`${url}/${path}`).send(body).expect(201);

async function filled(): Promise<World> {
  const w = await world(service);
  await post(w, 'areas', { name: 'Checkout' });
  for (let index = 1; index <= 6; index += 1) await post(w, 'issues', { title: `Checkout button ${index}` });
  await post(w, 'risks', { title: 'New checkout' });
  await post(w, 'audits', { title: 'Audit of the checkout' });
  await service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({
      productRef: w.product.slug,
      type: 'automated_scan',
      tool: 'axe',
      findings: ['a', 'b'].map((selector) => ({ ruleId: 'checkout-rule', selector, title: 'Fault' })),
    })
    .expect(201);
  return w;
}

test('of each kind the five newest are found by words, whatever their case, with what leads to them', async () => {
  const w = await filled();
  const { body } = await search(w, 'CHECKOUT').expect(200);
  expect(titles(body.issues)).toEqual([6, 5, 4, 3, 2].map((number) => `Checkout button ${number}`));
  expect(body.issues[0]).toMatchObject({ number: 6, productSlug: w.product.slug, productName: 'Web Shop' });
  expect(body.areas).toMatchObject([{ title: 'Checkout', slug: 'checkout', productSlug: w.product.slug }]);
  expect([titles(body.risks), titles(body.audits)]).toEqual([['New checkout'], ['Audit of the checkout']]);
  expect(titles(body.findings)).toEqual(['Fault']);
  expect([body.products, body.standards, body.conformanceReports]).toEqual([[], [], []]);
});

test('numbers and slugs lead to what has them', async () => {
  const w = await filled();
  for (const q of ['1', '#1', ' 1 ']) {
    const { body } = await search(w, q);
    expect([titles(body.issues), titles(body.risks)]).toEqual([['Checkout button 1'], ['New checkout']]);
  }
  expect((await search(w, w.product.slug)).body.products).toMatchObject([{ title: 'Web Shop', slug: w.product.slug }]);
  expect((await search(w, 'wcag-2-2')).body.standards).toMatchObject([{ slug: 'wcag-2-2' }]);
  expect((await search(w, 'checkout-rule')).body.findings).toHaveLength(1);
  expect((await search(w, '99999999999')).body.issues).toEqual([]);
  await post(w, 'issues', { title: `After ${w.product.slug}, as wcag-2-2 has it` });
  await service
    .as(w.owner.token)
    .post(`${w.organization.url}/products`)
    .send({ name: `${w.product.slug} two`, type: 'website' });
  const { body } = await search(w, w.product.slug);
  expect([titles(body.products), body.issues.length]).toEqual([['Web Shop', `${w.product.slug} two`], 1]);
});

test('reports and own standards are found, and nothing of another organization by word, number or slug', async () => {
  const [w, other] = [await world(service), await filled()];
  await reporting(service, w);
  expect((await search(w, 'Conformance Report')).body.conformanceReports).toMatchObject([{ number: 1 }]);
  expect((await search(w, 'house rules')).body.standards).toHaveLength(1);
  await reporting(service, other);
  const third = await world(service);
  for (const q of ['checkout', '1', other.product.slug, 'house rules', 'Conformance Report', 'checkout-rule']) {
    const { body } = await search(third, q);
    expect([q, Object.values(body).flat()]).toEqual([q, []]);
  }
  expect((await search(other, 'checkout', w.owner.token)).body.code).toBe('not_a_member');
});

test('what is of an archived product, or of a module that is off, is not found', async () => {
  const w = await filled();
  await w.disable('risks', 'testing');
  expect((await search(w, 'checkout')).body).toMatchObject({ risks: null, findings: null });
  await service.as(w.owner.token).post(`${w.product.url}/archive`).expect(200);
  expect((await search(w, 'checkout')).body).toMatchObject({ issues: [], areas: [], audits: [] });
});

test.each([
  ['nothing', '', 400],
  ['201 characters', 'x'.repeat(201), 400],
  ['200 characters of three bytes', '☃'.repeat(200), 200],
  ['white space', '   ', 200],
  ...['%', '%%%', "'; --", '(((', '\\', '***='].map((q): [string, string, number] => [q, q, 200]),
])('a search for %s is answered', async (_name, q, status) => {
  const w = await world(service);
  expect((await search(w, q)).status).toBe(status);
});

test('a search without a text, by a key of one product or by a key without `read` is refused', async () => {
  const w = await world(service);
  const url = `${w.organization.url}/search`;
  expect((await service.as(w.member.token).get(url)).status).toBe(400);
  expect((await search(w, 'shop', w.keys.read)).status).toBe(200);
  const ofProduct = await w.key({ scopes: ['read'], productId: w.product.id });
  expect((await search(w, 'shop', ofProduct)).body.code).toBe('key_product_mismatch');
  expect((await search(w, 'shop', w.keys.ingest)).body.code).toBe('key_scope_missing');
});

async function manyRisks(w: World, count: number, title: string): Promise<void> {
  await post(w, 'risks', { title: 'First of many' });
  await service.database.query(
    `INSERT INTO risks (id, organization_id, product_id, number, title, status, created_at)
     SELECT gen_random_uuid(), organization_id, product_id, n, ${title}, status, created_at + n * interval '1 second'
     FROM risks, generate_series(2, $2) n WHERE organization_id = $1 AND number = 1`,
    [w.organization.id, count],
  );
  await service.database.query(
    `UPDATE record_totals SET value = $3 WHERE organization_id = $1 AND product_id = $2 AND kind = 'risks'`,
    [w.organization.id, w.product.id, count],
  );
}

test('where many records have the words, the five newest are found as well, after the one with the number', async () => {
  const w = await world(service);
  await manyRisks(w, 4_000, `CASE WHEN n % 2 = 0 AND n < 3000 THEN 'Many 123 ' || n ELSE 'Other' END`);
  const risks = async (q: string) => titles((await search(w, q)).body.risks);
  expect(await risks('many')).toEqual([2998, 2996, 2994, 2992, 2990].map((number) => `Many 123 ${number}`));
  expect(await risks('of many')).toEqual(['First of many']);
  expect(await risks('123')).toEqual(['Other', ...[2998, 2996, 2994, 2992].map((number) => `Many 123 ${number}`)]);
});

test('words that many old records have, but none of the 20,000 newest, are refused as too broad', async () => {
  const w = await world(service);
  await manyRisks(w, 22_000, `CASE WHEN n < 1500 THEN 'Many ' ELSE 'Other ' END || n`);
  const { status, body } = await search(w, 'many');
  expect([status, body.code]).toEqual([400, 'search_too_broad']);
  expect((await search(w, 'many 1234')).body.risks).toMatchObject([{ number: 1234 }]);
});
