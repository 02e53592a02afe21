import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();

describe('creating', () => {
  test('an admin creates a product and is told where it is', async () => {
    const { organization, admin } = await world(service);
    const response = await service
      .as(admin.token)
      .post(`${organization.url}/products`)
      .send({ name: 'Web Shop', type: 'website' });
    expect(response.status).toBe(201);
    expect(response.headers['location']).toBe(`${organization.url}/products/web-shop`);
    expect(response.body.product).toMatchObject({
      name: 'Web Shop',
      slug: 'web-shop',
      archivedAt: null,
      isPinned: false,
      grade: { letter: null, reasons: [{ code: 'not_evaluated' }] },
    });
    const read = await service.as(admin.token).get(response.headers['location']!);
    expect(read.body.product).toEqual(response.body.product);
  });

  test('two products of one name get slugs of their own', async () => {
    const { organization, owner } = await world(service);
    const create = () =>
      service.as(owner.token).post(`${organization.url}/products`).send({ name: 'App', type: 'mobile-app' });
    expect([(await create()).body.product.slug, (await create()).body.product.slug]).toEqual(['app', 'app-2']);
  });

  test('a name in any script leads to an address that can be followed, whatever is made below it', async () => {
    const { organization, owner, keys } = await world(service);
    const as = service.as(owner.token);
    const follow = async (made: { status: number; headers: Record<string, string> }) => {
      expect([made.status, (await as.get(made.headers['location']!)).status]).toEqual([201, 200]);
      return made.headers['location']!;
    };
    const product = await follow(
      await as.post(`${organization.url}/products`).send({ name: '見出し', type: 'website' }),
    );
    expect(product).toBe(`${organization.url}/products/${encodeURIComponent('見出し')}`);
    await follow(await as.post(`${product}/areas`).send({ name: 'عنوان' }));
    await follow(await as.post(`${organization.url}/standards`).send({ name: '標準' }));
    await as.post(`${product}/risks`).send({ title: 'x' });
    await follow(await as.post(`${product}/risks/1/materialize`));
    const finding = { ruleId: 'list', title: 'x' };
    const report = { productRef: '見出し', type: 'automated_scan', tool: 'axe', findings: [finding] };
    await follow(await service.as(keys.ingest).post('/api/ingest/test-activity').send(report));
    const [{ id }] = (await as.get(`${product}/findings`)).body.findings;
    await follow(await as.post(`${product}/findings/${id}/confirm`));
  });

  test('a member may not', async () => {
    const { organization, member } = await world(service);
    const response = await service
      .as(member.token)
      .post(`${organization.url}/products`)
      .send({ name: 'App', type: 'other' });
    expect([response.status, response.body.code]).toEqual([403, 'role_too_low']);
  });

  test('every fault is named at once', async () => {
    const { organization, owner } = await world(service);
    const response = await service
      .as(owner.token)
      .post(`${organization.url}/products`)
      .send({ name: 'x'.repeat(101), type: 'radio', tpye: 1 });
    expect(response.status).toBe(400);
    expect(response.body.errors.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual(
      expect.arrayContaining([
        ['/name', 'too_long'],
        ['/type', 'not_allowed'],
        ['/tpye', 'unknown_property'],
      ]),
    );
  });
});

describe('changing', () => {
  test('a new name makes a new slug, and an absent property stays', async () => {
    const { product, admin } = await world(service);
    const response = await service
      .as(admin.token)
      .patch(product.url)
      .send({ name: 'Neuer Laden', description: 'Alles' });
    expect(response.body.product).toMatchObject({
      name: 'Neuer Laden',
      slug: 'neuer-laden',
      description: 'Alles',
      type: 'website',
    });
    const cleared = await service
      .as(admin.token)
      .patch(product.url.replace(product.slug, 'neuer-laden'))
      .send({ description: null });
    expect(cleared.body.product).toMatchObject({ description: null, name: 'Neuer Laden' });
  });

  test('the responsible person must be a member', async () => {
    const { product, owner, stranger, member } = await world(service);
    const refused = await service.as(owner.token).patch(product.url).send({ responsiblePersonId: stranger.id });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, '/responsiblePersonId']);
    const accepted = await service.as(owner.token).patch(product.url).send({ responsiblePersonId: member.id });
    expect(accepted.body.product.responsiblePersonId).toBe(member.id);
  });

  test('a level without any effective standard is refused, and one of another standard too', async () => {
    const { product, owner } = await world(service);
    const [level] = await service.database.query(
      "SELECT l.id, l.standard_id FROM standard_levels l JOIN standards s ON s.id = l.standard_id WHERE s.slug = 'wcag-2-1' AND l.name = 'AA'",
    );
    const patch = (body: object) => service.as(owner.token).patch(product.url).send(body);
    expect((await patch({ conformanceLevel: level.id })).body.errors[0].path).toBe('/conformanceLevel');
    const set = await patch({ standardId: level.standard_id, conformanceLevel: level.id });
    expect(set.body.product).toMatchObject({ standardId: level.standard_id, conformanceLevel: level.id });
    const [other] = await service.database.query("SELECT id FROM standards WHERE slug = 'wcag-2-2'");
    expect((await patch({ standardId: other.id })).body.product).toMatchObject({
      standardId: other.id,
      conformanceLevel: null,
    });
  });
});

describe('listing', () => {
  test('names the responsible person, and pins are personal', async () => {
    const { organization, product, owner, member } = await world(service);
    await service.as(owner.token).patch(product.url).send({ responsiblePersonId: member.id });
    await service.as(member.token).post(`${product.url}/pin`);
    const forMember = await service.as(member.token).get(`${organization.url}/products`);
    expect(forMember.body.products).toEqual([
      expect.objectContaining({
        isPinned: true,
        responsiblePersonEmail: member.email,
        responsiblePersonName: member.name,
      }),
    ]);
    const forOwner = await service.as(owner.token).get(`${organization.url}/products`);
    expect(forOwner.body.products[0].isPinned).toBe(false);
    await service.as(member.token).post(`${product.url}/unpin`);
    expect((await service.as(member.token).get(product.url)).body.product.isPinned).toBe(false);
  });

  test('filters by owner, unassigned and archived', async () => {
    const { organization, product, owner, member, newProduct } = await world(service);
    await service.as(owner.token).patch(product.url).send({ responsiblePersonId: member.id });
    const other = await newProduct('Other');
    const slugs = async (query: string) =>
      (await service.as(member.token).get(`${organization.url}/products${query}`)).body.products.map(
        ({ slug }: { slug: string }) => slug,
      );
    expect(await slugs(`?owner=${member.id}`)).toEqual([product.slug]);
    expect(await slugs('?owner=unassigned')).toEqual([other.slug]);
    expect(await slugs(`?owner=unassigned,${member.id}`)).toHaveLength(2);
    await service.as(owner.token).post(`${other.url}/archive`);
    expect(await slugs('')).toEqual([product.slug]);
    expect(await slugs('?archived=true')).toEqual([other.slug]);
    const refused = await service.as(member.token).get(`${organization.url}/products?archived=maybe`);
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, '/query/archived']);
  });
});

describe('archiving', () => {
  test('repeats succeed, areas follow, and the first moment stays', async () => {
    const { product, admin } = await world(service);
    await service.as(admin.token).post(`${product.url}/areas`).send({ name: 'Checkout' });
    const first = await service.as(admin.token).post(`${product.url}/archive`);
    const second = await service.as(admin.token).post(`${product.url}/archive`);
    expect(second.body.product.archivedAt).toBe(first.body.product.archivedAt);
    expect((await service.as(admin.token).get(`${product.url}/areas/checkout`)).body.area.archivedAt).not.toBeNull();
    const area = await service.as(admin.token).post(`${product.url}/areas`).send({ name: 'Cart' });
    expect([area.status, area.body.code]).toEqual([409, 'product_archived']);
    const restored = await service.as(admin.token).post(`${product.url}/areas/checkout/unarchive`);
    expect([restored.status, restored.body.code]).toEqual([409, 'product_archived']);
    await service.as(admin.token).post(`${product.url}/unarchive`);
    expect((await service.as(admin.token).get(`${product.url}/areas/checkout`)).body.area.archivedAt).toBeNull();
  });
});

test('deleting a product deletes its areas', async () => {
  const { product, admin } = await world(service);
  await service.as(admin.token).post(`${product.url}/areas`).send({ name: 'Checkout' });
  expect((await service.as(admin.token).delete(product.url)).status).toBe(204);
  expect((await service.as(admin.token).get(product.url)).status).toBe(404);
  expect(await service.database.query('SELECT 1 FROM areas WHERE product_id = $1', [product.id])).toEqual([]);
});

describe('who may', () => {
  test('nobody without a credential, and a stranger learns nothing', async () => {
    const { organization, stranger } = await world(service);
    const nobody = await service.as().get(`${organization.url}/products`);
    expect([nobody.status, nobody.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    const real = await service.as(stranger.token).get(`${organization.url}/products`);
    const invented = await service
      .as(stranger.token)
      .get('/v1/organizations/01999999-9999-7999-9999-999999999999/products');
    expect([real.status, real.body.code]).toEqual([403, 'not_a_member']);
    expect({ ...invented.body, requestId: '' }).toEqual({ ...real.body, requestId: '' });
  });

  test('keys read with read, write with write, and ingest keys do neither', async () => {
    const { product, keys } = await world(service);
    expect((await service.as(keys.read).get(product.url)).status).toBe(200);
    expect((await service.as(keys.read).head(product.url)).status).toBe(200);
    expect((await service.as(keys.read).patch(product.url).send({ name: 'x' })).body.code).toBe('key_scope_missing');
    expect((await service.as(keys.write).patch(product.url).send({ description: 'x' })).status).toBe(200);
    expect((await service.as(keys.ingest).get(product.url)).body.code).toBe('key_scope_missing');
  });

  test('a key for one product stays there, whether the other exists or not', async () => {
    const { organization, product, key, newProduct } = await world(service);
    const other = await newProduct();
    const scoped = await key({ scopes: ['read'], productId: product.id });
    expect((await service.as(scoped).get(product.url)).status).toBe(200);
    for (const path of [other.url, `${organization.url}/products`, `${organization.url}/products/unknown`]) {
      expect([path, (await service.as(scoped).get(path)).body.code]).toEqual([path, 'key_product_mismatch']);
    }
  });
});

test('an admin says which addresses are one page', async () => {
  const { product, admin, member } = await world(service);
  const patch = (pageRules: unknown, by = admin) => service.as(by.token).patch(product.url).send({ pageRules });
  expect((await service.as(member.token).get(product.url)).body.product.pageRules).toEqual([]);
  const rules = [{ path: '/products/:id', query: ['tab'] }, { path: '//help.example/**' }, { path: '//old.example' }];
  expect((await patch([...rules, { path: '/a', query: [] }])).body.product.pageRules).toEqual([
    ...rules,
    { path: '/a' },
  ]);
  expect((await patch([], member)).status).toBe(403);
  for (const path of ['products', '', '/a?b', '/a b', '//', '///a', '/**/a', `/${'a'.repeat(500)}`, 1])
    expect((await patch([{ path }])).body.errors).toMatchObject([{ path: '/pageRules/0/path' }]);
  expect((await patch([{ path: '/a', query: [1] }])).body.errors).toMatchObject([{ path: '/pageRules/0/query' }]);
  expect((await patch(Array.from({ length: 101 }, () => ({ path: '/a' })))).body.errors).toMatchObject([
    { path: '/pageRules' },
  ]);
  expect((await patch([])).body.product.pageRules).toEqual([]);
});

test('products are searched by their words, ordered, and told with the letter that they had before', async () => {
  const w = await world(service);
  const as = service.as(w.admin.token);
  const products = `${w.organization.url}/products`;
  for (const name of ['Alpha (beta)', 'Gamma']) await as.post(products).send({ name, type: 'website' });
  await as.patch(`${products}/gamma`).send({ description: 'For the BETA' });
  const names = async (query: string) =>
    (await as.get(`${products}?${query}`)).body.products.map(({ name }: { name: string }) => name);
  expect(await names('')).toEqual(['Alpha (beta)', 'Gamma', 'Web Shop']);
  expect(await names('sortDirection=desc')).toEqual(['Web Shop', 'Gamma', 'Alpha (beta)']);
  expect(await names('sortField=createdAt')).toEqual(['Web Shop', 'Alpha (beta)', 'Gamma']);
  expect(await names('q=beta')).toEqual(['Alpha (beta)', 'Gamma']);
  expect(await names('q=(beta)')).toEqual(['Alpha (beta)']);
  expect((await as.get(`${products}?sortField=colour`)).status).toBe(400);
  const issue = { title: 'x', severity: 'high', impact: 'high', priority: 'critical' };
  const report = { productRef: 'gamma', type: 'manual_test', tool: 'NVDA', findings: [{ title: 'y' }] };
  await service.as(w.keys.ingest).post('/api/ingest/test-activity').send(report).expect(201);
  const listed = async () => (await as.get(`${products}?q=gamma`)).body.products[0];
  const first = await listed();
  expect([first.formerLetter, first.letterChangedAt]).toEqual([null, null]);
  expect((await names('sortField=letter'))[0]).toBe('Gamma');
  await as.post(`${products}/gamma/issues`).send(issue).expect(201);
  const second = await listed();
  expect(second.grade.letter).not.toBe(first.grade.letter);
  expect(second).toMatchObject({ formerLetter: first.grade.letter, letterChangedAt: expect.any(String) });
});

describe('the list of products', () => {
  interface Answer {
    body: { products: { name: string }[] };
    headers: { link?: string };
  }

  const reported = async () => {
    const w = await world(service);
    const as = service.as(w.admin.token);
    const products = `${w.organization.url}/products`;
    for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta']) await as.post(products).send({ name, type: 'website' });
    return { w, as, products };
  };

  test('is told as a whole without a size, and page by page with one, without a gap and without a repetition', async () => {
    const { as, products } = await reported();
    const whole = (await as.get(products).expect(200)).body;
    expect(whole.pagination).toEqual({ page: 1, pageSize: 5, total: 5, totalPages: 1 });
    const second = await as.get(`${products}?pageSize=2&page=2`).expect(200);
    expect(second.body.products).toEqual(whole.products.slice(2, 4));
    expect(second.body.pagination).toEqual({ page: 2, pageSize: 2, total: 5, totalPages: 3 });
    for (const sortField of ['name', 'createdAt', 'updatedAt', 'letter'])
      for (const sortDirection of ['asc', 'desc']) {
        const order = `sortField=${sortField}&sortDirection=${sortDirection}`;
        const names: string[] = [];
        let next: string | undefined = `${products}?pageSize=2&${order}`;
        while (next) {
          const answer: Answer = await as.get(next).expect(200);
          names.push(...answer.body.products.map(({ name }) => name));
          next = /^<(.*)>; rel="next"$/.exec(answer.headers.link ?? '')?.[1];
        }
        const all = (await as.get(`${products}?${order}`).expect(200)).body.products;
        expect(names).toEqual(all.map(({ name }: { name: string }) => name));
      }
    const past = (await as.get(`${products}?pageSize=2&page=9`).expect(200)).body;
    expect([past.products, past.pagination.total]).toEqual([[], 5]);
    const uncounted = (await as.get(`${products}?pageSize=2&total=false`).expect(200)).body;
    expect(uncounted.pagination).toMatchObject({ total: null, totalPages: null });
  });

  test('a cursor of another order, and one that is beside a page, are refused', async () => {
    const { as, products } = await reported();
    const { headers } = await as.get(`${products}?pageSize=2`).expect(200);
    const [, after] = /after=([^&>]+)/.exec(headers.link!)!;
    const other = await as.get(`${products}?pageSize=2&sortField=createdAt&after=${after}`);
    expect([other.status, other.body.code]).toEqual([400, 'cursor_invalid']);
    const both = await as.get(`${products}?page=2&after=${after}`);
    expect([both.status, both.body.errors[0].path]).toEqual([400, '/query/page']);
    expect((await as.get(`${products}?pageSize=101`)).status).toBe(400);
  });

  test('tells what there is to do in each: findings that wait, open issues by severity, the newest run', async () => {
    const { w, as, products } = await reported();
    const empty = (await as.get(`${products}?q=alpha`).expect(200)).body.products[0].counts;
    expect(empty).toEqual({
      pendingFindings: 0,
      openIssues: { high: 0, medium: 0, low: 0, none: 0 },
      newestRun: null,
    });
    const report = async (completedAt: string, findings: object[]) =>
      service
        .as(w.keys.ingest)
        .post('/api/ingest/test-activity')
        .send({ productRef: 'alpha', type: 'automated_scan', tool: 'axe-core', completedAt, findings })
        .expect(201);
    const [first, second] = ['2026-01-02T10:00:00.000Z', '2026-01-03T10:00:00.000Z'];
    await report(second, [
      { title: 'One', ruleId: 'a' },
      { title: 'Two', ruleId: 'b' },
    ]);
    await report(first, [{ title: 'Three', ruleId: 'c' }]);
    for (const severity of ['high', 'high', 'medium', null])
      await as.post(`${products}/alpha/issues`).send({ title: 'Barrier', severity }).expect(201);
    const { body } = await as.get(products).expect(200);
    const of = (slug: string) => body.products.find((product: { slug: string }) => product.slug === slug).counts;
    expect(of('alpha')).toEqual({
      pendingFindings: 3,
      openIssues: { high: 2, medium: 1, low: 0, none: 1 },
      newestRun: { number: 1, type: 'automated_scan', tool: 'axe-core', completedAt: second },
    });
    expect(of('beta')).toEqual(empty);
    await as.patch(`${w.organization.url}/settings/modules`).send({ module: 'testing', enabled: false }).expect(200);
    const without = (await as.get(`${products}?q=alpha`).expect(200)).body.products[0].counts;
    expect([without.pendingFindings, without.newestRun]).toEqual([null, null]);
    expect(without.openIssues).toMatchObject({ high: 2 });
  });
});
