import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

/** A product that was called Shop and is called Store, beside how an admin makes and renames such. */
async function renamedProduct(w: World) {
  const as = service.as(w.admin.token);
  const products = `${w.organization.url}/products`;
  const create = async (name: string) =>
    (await as.post(products).send({ name, type: 'website' })).body.product as { id: string; slug: string };
  const rename = async (product: string, name: string) =>
    (await as.patch(`${products}/${product}`).send({ name })).body.product.slug as string;
  const { id } = await create('Shop');
  expect(await rename('shop', 'Store')).toBe('store');
  return { as, products, id, create, rename };
}

describe('a product', () => {
  test('is found by a former slug with every verb, and is told where it stands', async () => {
    const w = await world(service);
    const { as, products, id } = await renamedProduct(w);
    const read = await as.get(`${products}/shop`);
    expect([read.status, read.body.product.id, read.headers['content-location']]).toEqual([
      200,
      id,
      `${products}/store`,
    ]);
    const made = await as.post(`${products}/shop/issues`).send({ title: 'x' });
    expect([made.status, made.headers['location'], made.headers['content-location']]).toEqual([
      201,
      `${products}/store/issues/1`,
      `${products}/store/issues`,
    ]);
    const single = await as.get(`${products}/shop/issues/1`);
    expect([single.status, single.headers['content-location']]).toEqual([200, `${products}/store/issues/1`]);
    expect((await as.patch(`${products}/shop`).send({ description: 'y' })).status).toBe(200);
    expect((await as.delete(`${products}/shop/issues/1`)).status).toBe(204);
    expect((await as.get(`${products}/store`)).headers).not.toHaveProperty('content-location');
    expect((await as.delete(`${products}/shop`)).status).toBe(204);
    const gone = await as.get(`${products}/shop`);
    expect([gone.status, gone.headers['content-location']]).toEqual([404, undefined]);
  });

  test('is told its new address in the answer that renames it', async () => {
    const w = await world(service);
    const { as, products } = await renamedProduct(w);
    const renamed = await as.patch(`${products}/shop`).send({ name: 'Bazaar' });
    expect([renamed.body.product.slug, renamed.headers['content-location']]).toEqual(['bazaar', `${products}/bazaar`]);
  });

  test('is refused under a former slug to whom it would be refused under its present one', async () => {
    const w = await world(service);
    const { products, id, create } = await renamedProduct(w);
    const other = await create('Other');
    expect((await service.as(w.stranger.token).get(`${products}/shop`)).status).toBe(403);
    const ofProduct = await w.key({ scopes: ['read'], productId: id });
    expect((await service.as(ofProduct).get(`${products}/shop`)).status).toBe(200);
    const ofOther = await w.key({ scopes: ['read'], productId: other.id });
    expect((await service.as(ofOther).get(`${products}/shop`)).body.code).toBe('key_product_mismatch');
    const elsewhere = await world(service);
    expect((await service.as(elsewhere.owner.token).get(`${elsewhere.organization.url}/products/shop`)).status).toBe(
      404,
    );
    expect((await service.as(elsewhere.owner.token).get(`${elsewhere.organization.url}/products/${id}`)).status).toBe(
      404,
    );
  });

  test('keeps its former slug from all others, and gets it again when it is named so again', async () => {
    const w = await world(service);
    const { as, products, create, rename } = await renamedProduct(w);
    expect((await create('Shop')).slug).toBe('shop-2');
    expect((await create('Bazaar')).slug).toBe('bazaar');
    expect(await rename('bazaar', 'Shop')).toBe('shop-3');
    expect(await rename('store', 'Shop')).toBe('shop');
    expect((await as.get(`${products}/store`)).body.product.slug).toBe('shop');
  });

  test('is found by five former slugs; the sixth is free, and leads to who got it then', async () => {
    const w = await world(service);
    const { as, products, id, create, rename } = await renamedProduct(w);
    for (const name of ['A1', 'B2', 'C3', 'D4']) await rename(id, name);
    expect((await as.get(`${products}/shop`)).body.product.slug).toBe('d4');
    await rename(id, 'E5');
    expect((await as.get(`${products}/shop`)).status).toBe(404);
    expect((await as.get(`${products}/store`)).body.product.slug).toBe('e5');
    // A former name that two products had leads to the one that had it last.
    const second = await create('Shop');
    expect(second.slug).toBe('shop');
    await rename('shop', 'Kiosk');
    expect((await as.get(`${products}/shop`)).body.product.id).toBe(second.id);
  });

  test('leaves its slugs to others when it is deleted', async () => {
    const w = await world(service);
    const { as, products, create } = await renamedProduct(w);
    await as.delete(`${products}/store`);
    expect((await create('Shop')).slug).toBe('shop');
    expect((await create('Store')).slug).toBe('store');
  });

  test('that is made again under the name of a deleted one uses no number again at its addresses', async () => {
    const w = await world(service);
    const { as, products, create, rename } = await renamedProduct(w);
    const report = async (product: string, title: string) =>
      (await as.post(`${products}/${product}/issues`).send({ title }).expect(201)).body.issue.number as number;
    expect([await report('store', 'One'), await report('store', 'Two')]).toEqual([1, 2]);
    await as.post(`${products}/store/audits`).send({ type: 'full' }).expect(201);
    await as.delete(`${products}/store`).expect(204);
    // Under the name that it had before too: links to that led to it.
    for (const slug of ['shop', 'store']) {
      expect((await create(slug)).slug).toBe(slug);
      await as.get(`${products}/${slug}/issues/1`).expect(404);
      expect(await report(slug, 'Three')).toBe(3);
      expect((await as.post(`${products}/${slug}/risks`).send({ title: 'One' })).body.risk.number).toBe(1);
      expect((await as.post(`${products}/${slug}/audits`).send({ type: 'full' })).body.audit.number).toBe(2);
    }
    await as.delete(`${products}/shop`).expect(204);
    expect((await create('Shop')).slug).toBe('shop');
    expect(await report('shop', 'Four')).toBe(4);
    // What has numbers of its own cannot go on with others: it does not get the slug.
    await create('Kiosk');
    expect(await report('kiosk', 'Own')).toBe(1);
    await as.delete(`${products}/shop`).expect(204);
    expect(await rename('kiosk', 'Shop')).toBe('shop-2');
    // One that goes on with them may leave the slug, and come back.
    expect([await rename('store', 'Bazaar'), await rename('bazaar', 'Store')]).toEqual(['bazaar', 'store']);
  });

  test('is found by its id wherever its slug is, and no name makes a slug that leads to it', async () => {
    const w = await world(service);
    const { as, products, id, create } = await renamedProduct(w);
    const lookalike = await create(id);
    expect(lookalike.slug).toBe(`product-${id}`);
    const read = await as.get(`${products}/${id.toUpperCase()}`);
    expect([read.body.product.id, read.headers['content-location']]).toEqual([id, `${products}/store`]);
    await as.delete(`${products}/${lookalike.slug}`);
    expect((await as.get(`${products}/${id}`)).body.product.id).toBe(id);
    const { body } = await as
      .post('/api/auth/organization/create')
      .send({ name: 'A name', slug: w.organization.id })
      .expect(400);
    expect(JSON.stringify(body)).toContain('slug');
  });

  test('is filtered by in lists, by any of its names', async () => {
    const w = await world(service);
    const { as, products, id } = await renamedProduct(w);
    await as.post(`${products}/store/issues`).send({ title: 'Here' });
    await as.post(`${w.product.url}/issues`).send({ title: 'Elsewhere' });
    const titles = async (filter: string) =>
      (await as.get(`${w.organization.url}/issues?${filter}`)).body.issues?.map(
        ({ title }: { title: string }) => title,
      );
    for (const name of ['store', 'shop', id]) expect(await titles(`product=${name}`)).toEqual(['Here']);
    expect(await titles(`product=shop&productId=${id}`)).toEqual(['Here']);
    expect(await titles('product=unknown')).toEqual([]);
    const { status, body } = await as.get(`${w.organization.url}/issues?product=shop&productId=${w.product.id}`);
    expect([status, body.errors[0].path]).toEqual([400, '/query/product']);
    expect((await as.get(`${w.organization.url}/issues?product=shop&product=store`)).status).toBe(400);
    for (const list of ['test-activity', 'audits', 'risks', 'findings', 'findings/groups', 'conformance-reports'])
      expect([list, (await as.get(`${w.organization.url}/${list}?product=shop`)).status]).toEqual([list, 200]);
  });

  test('takes reports under any of its names, and none that name two', async () => {
    const w = await world(service);
    const { as, products, id } = await renamedProduct(w);
    await as.post(`${products}/store/areas`).send({ name: 'Basket' });
    await as.patch(`${products}/store/areas/basket`).send({ name: 'Cart' });
    const report = (body: object) =>
      service
        .as(w.keys.ingest)
        .post('/api/ingest/test-activity')
        .send({ type: 'manual_test', areas: ['basket'], ...body });
    for (const named of [
      { productRef: 'shop' },
      { productRef: id },
      { product: 'shop' },
      { product: id, productRef: id },
    ]) {
      const made = await report(named);
      expect([made.status, made.headers['location']]).toEqual([201, expect.stringContaining('/products/store/')]);
    }
    const two = await report({ productRef: 'shop', product: w.product.slug });
    expect([two.status, two.body.errors[0].path]).toEqual([400, '/product']);
    expect((await report({ product: 'unknown' })).status).toBe(404);
    const { testActivities } = (await as.get(`${products}/shop/test-activity?area=basket`)).body;
    expect(testActivities).toHaveLength(4);
    const ofOther = await w.key({ scopes: ['ingest'], productId: w.product.id });
    const refused = await service
      .as(ofOther)
      .post('/api/ingest/test-activity')
      .send({ productRef: 'shop', type: 'manual_test' });
    expect(refused.body.code).toBe('key_product_mismatch');
  });

  test('limits a key under any of its names', async () => {
    const w = await world(service);
    const { as, id } = await renamedProduct(w);
    const key = (body: object) =>
      as.post(`${w.organization.url}/api-keys`).send({ name: 'Key', scopes: ['read'], ...body });
    for (const named of [{ productSlug: 'shop' }, { product: 'shop' }, { product: id }, { productSlug: id }])
      expect((await key(named)).body.apiKey).toMatchObject({ productId: id, productSlug: 'store' });
    const two = await key({ product: 'shop', productSlug: w.product.slug });
    expect([two.status, two.body.errors[0].path]).toEqual([400, '/product']);
    const unknown = await key({ product: 'unknown' });
    expect([unknown.status, unknown.body.errors[0].path]).toEqual([400, '/product']);
  });
});

test('an area is found by its former slugs and its id, keeps them from others, and is told where it stands', async () => {
  const w = await world(service);
  const as = service.as(w.admin.token);
  const areas = `${w.product.url}/areas`;
  const { id } = (await as.post(areas).send({ name: 'Basket' })).body.area;
  const renamed = await as.patch(`${areas}/basket`).send({ name: 'Cart' });
  expect([renamed.body.area.slug, renamed.headers['content-location']]).toEqual(['cart', `${areas}/cart`]);
  for (const name of ['basket', id]) {
    const read = await as.get(`${areas}/${name}`);
    expect([read.status, read.body.area.id, read.headers['content-location']]).toEqual([200, id, `${areas}/cart`]);
  }
  expect((await as.post(areas).send({ name: 'Basket' })).body.area.slug).toBe('basket-2');
  expect((await as.post(`${areas}/basket/archive`)).body.area.slug).toBe('cart');
  // What is wrong with the body is told of what there is, and of nothing else.
  expect((await as.patch(`${areas}/basket`).send({ name: 1 })).status).toBe(400);
  expect((await as.patch(`${areas}/unknown`).send({ name: 1 })).status).toBe(404);
  expect((await as.patch(`${areas}/basket`).send({ name: 'Basket' })).body.area.slug).toBe('basket');
  expect((await as.delete(`${areas}/cart`)).status).toBe(204);
  expect((await as.get(`${areas}/basket`)).status).toBe(404);
});

test('a standard is found by its former slugs, keeps them from others, and is told where it stands', async () => {
  const w = await world(service);
  const as = service.as(w.admin.token);
  const standards = `${w.organization.url}/standards`;
  const make = async (name: string) => (await as.post(standards).send({ name }).expect(201)).body.standard;
  const { id } = await make('House rules');
  const renamed = await as.patch(`${standards}/house-rules`).send({ name: 'Home rules' }).expect(200);
  expect([renamed.body.standard.slug, renamed.headers['content-location']]).toEqual([
    'home-rules',
    `${standards}/home-rules`,
  ]);
  const read = await as.get(`${standards}/house-rules`).expect(200);
  expect([read.body.standard.id, read.headers['content-location']]).toEqual([id, `${standards}/home-rules`]);
  const requirements = `${standards}/house-rules/requirements`;
  await as.post(requirements).send({ name: 'Plain words' }).expect(201);
  expect((await as.get(requirements).expect(200)).body.requirements).toHaveLength(1);
  expect((await make('House rules')).slug).toBe('house-rules-2');
  expect((await as.patch(`${standards}/house-rules`).send({ name: 'House rules' })).body.standard.slug).toBe(
    'house-rules',
  );
  // One that is built in keeps its slug, and a former slug of another organization leads nowhere.
  const elsewhere = await world(service);
  const theirs = service.as(elsewhere.admin.token);
  await theirs.get(`${elsewhere.organization.url}/standards/home-rules`).expect(404);
  expect((await as.patch(`${standards}/house-rules`).send({ name: 'WCAG 2.2' })).body.standard.slug).toBe('wcag-2-2-2');
});

test('an organization is found by a slug that it had, which nobody else gets', async () => {
  const w = await world(service);
  const as = service.as(w.owner.token);
  const { slug, id } = { ...w.organization, id: w.organization.url.split('/').pop()! };
  const change = (data: object, who = as, organizationId = id) =>
    who.post('/api/auth/organization/update').send({ organizationId, data });
  const present = `${slug}-now`;
  expect((await change({ slug: present })).status).toBe(200);
  const products = await as.get(`/v1/organizations/${slug}/products`);
  expect([products.status, products.headers['content-location']]).toEqual([
    200,
    `/v1/organizations/${present}/products`,
  ]);
  expect((await as.get(`/v1/organizations/${id}/products`)).headers).not.toHaveProperty('content-location');
  expect((await as.get('/v1/me').expect(200)).body.organizations).toMatchObject([
    { slug: present, formerSlugs: [slug] },
  ]);
  const full = await as.get(`/api/auth/organization/get-full-organization?organizationSlug=${slug}`);
  expect(full.body.id).toBe(id);
  const other = await world(service);
  const theirs = service.as(other.owner.token);
  const taken = await change({ slug }, theirs, other.organization.url.split('/').pop());
  expect([taken.status, taken.body.code]).toEqual([400, 'ORGANIZATION_SLUG_ALREADY_TAKEN']);
  expect((await theirs.post('/api/auth/organization/check-slug').send({ slug })).status).toBe(400);
  expect((await theirs.post('/api/auth/organization/create').send({ name: 'x', slug })).status).toBe(400);
  expect((await theirs.get(`/v1/organizations/${slug}/products`)).status).toBe(403);
  expect((await change({ slug })).status).toBe(200);
  expect((await as.get(`/v1/organizations/${present}/products`)).status).toBe(200);
});
