import { newId } from '#libs/ids';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService({ LIMIT_PAGES: '5' });

const pages = (w: World) => `${w.product.url}/pages`;
const add = (w: World, body: object) => service.as(w.member.token).post(pages(w)).send(body);
const listed = async (w: World, query = ''): Promise<{ url: string; page: string; id: string; state: string }[]> =>
  (
    await service
      .as(w.member.token)
      .get(`${pages(w)}${query}`)
      .expect(200)
  ).body.pages;
const load = (w: World, format: string, content: string, more: object = {}) =>
  service
    .as(w.member.token)
    .post(`${pages(w)}/import`)
    .send({ format, content, ...more });
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;

test('a page is kept once, however its address is spelled, and shows what the rules of the product make of it', async () => {
  const w = await world(service);
  const rules = { pageRules: [{ path: '/products/:id' }] };
  await service.as(w.owner.token).patch(w.product.url).send(rules).expect(200);
  const { page } = (await add(w, { url: 'https://Shop.example/products/7#top', title: 'Shoes' }).expect(201)).body;
  expect(page).toEqual({
    id: expect.any(String),
    url: 'https://shop.example/products/7',
    page: '/products/:id',
    title: 'Shoes',
    kind: 'page',
    areaId: null,
    state: 'active',
    lookedAt: null,
    findingCount: null,
    template: null,
    origin: 'person',
    firstSeenAt: expect.any(String),
    lastSeenAt: expect.any(String),
  });
  expect(refusal(await add(w, { url: 'https://shop.example/products/7/?utm_source=x' }))).toBe('409 already_exists');
  await add(w, { url: 'https://other.example/products/7' }).expect(201);
  // With other rules the same pages have other names.
  await service.as(w.owner.token).patch(w.product.url).send({ pageRules: [] }).expect(200);
  expect((await listed(w)).map((each) => each.page)).toEqual(['/products/7', '/products/7']);
});

test('pages are listed by state, kind, origin, area and text', async () => {
  const w = await world(service);
  const { area } = (await service.as(w.admin.token).post(`${w.product.url}/areas`).send({ name: 'Help' })).body;
  await add(w, { url: 'https://shop.example/a', title: 'Delivery', areaId: area.id }).expect(201);
  const { page } = (await add(w, { url: 'https://shop.example/b.pdf', kind: 'document' }).expect(201)).body;
  await load(w, 'sitemap', 'https://shop.example/c').expect(200);
  await service
    .as(w.member.token)
    .patch(`${pages(w)}/${page.id}`)
    .send({ state: 'ignored' })
    .expect(200);
  const urls = async (query: string) => (await listed(w, query)).map(({ url }) => url.split('/').at(-1)).join();
  expect(await urls('?sortField=url&sortDirection=asc')).toBe('a,b.pdf,c');
  expect(await urls('?state=ignored')).toBe('b.pdf');
  expect(await urls('?kind=document')).toBe('b.pdf');
  expect(await urls('?origin=sitemap')).toBe('c');
  expect(await urls('?area=help')).toBe('a');
  expect(await urls('?q=deliv')).toBe('a');
  expect(await urls('?q=.pdf')).toBe('b.pdf');
  const table = await service
    .as(w.member.token)
    .get(`${pages(w)}?format=csv&kind=document`)
    .expect(200);
  expect(table.text).toContain('https://shop.example/b.pdf');
  // Who deletes an area keeps its pages.
  await service.as(w.admin.token).delete(`${w.product.url}/areas/help`).expect(204);
  expect(await listed(w, '?q=deliv')).toMatchObject([{ areaId: null }]);
});

test('an import adds what is new, and tells what names no page', async () => {
  const w = await world(service);
  await service.as(w.admin.token).post(`${w.product.url}/areas`).send({ name: 'Help' }).expect(201);
  const table = [
    'url,title,kind,area',
    'https://shop.example/,Home,,help',
    'https://shop.example/index.html,Again,,',
    'mailto:a@shop.example,,,',
    'https://shop.example/terms.pdf,Terms,document,',
    'https://shop.example/x,,book,nowhere',
  ].join('\n');
  const told = {
    added: 2,
    known: 1,
    skipped: 2,
    reasons: [
      { at: 4, reason: 'url must be an http or https address' },
      { at: 6, reason: 'kind must be page or document; area does not exist' },
    ],
  };
  expect((await load(w, 'csv', table, { dryRun: true }).expect(200)).body).toEqual(told);
  expect(await listed(w)).toEqual([]);
  expect((await load(w, 'csv', table).expect(200)).body).toEqual(told);
  expect((await load(w, 'csv', table).expect(200)).body).toMatchObject({ added: 0, known: 3 });
  expect((await listed(w)).map(({ url }) => url).sort()).toEqual([
    'https://shop.example/',
    'https://shop.example/terms.pdf',
  ]);
  expect(refusal(await load(w, 'csv', 'https://shop.example/'))).toBe('400 invalid_input');
  expect(refusal(await load(w, 'sitemap', '<sitemapindex></sitemapindex>'))).toBe('400 invalid_input');
  const tooMany = Array.from({ length: 10_001 }, (_, n) => `https://shop.example/${n}`).join('\n');
  expect((await load(w, 'sitemap', tooMany).expect(400)).body.errors).toMatchObject([
    { path: '/content', code: 'too_many', params: { max: 10_000 } },
  ]);
});

test('many pages are changed at once, by ids or by a filter, and those of other products never', async () => {
  const w = await world(service);
  await load(w, 'sitemap', 'https://shop.example/a\nhttps://shop.example/b\nhttps://blog.example/a').expect(200);
  const bulk = (body: object) =>
    service
      .as(w.member.token)
      .patch(`${pages(w)}/bulk`)
      .send(body);
  const filtered = await bulk({ filter: { q: 'shop.example' }, data: { state: 'ignored' } }).expect(200);
  expect(filtered.body).toEqual({ updated: 2, notFound: [] });
  expect((await listed(w, '?state=active')).map(({ url }) => url)).toEqual(['https://blog.example/a']);
  const ids = (await listed(w)).map(({ id }) => id);
  const elsewhere = await world(service);
  await load(elsewhere, 'sitemap', 'https://shop.example/a').expect(200);
  const [theirs] = await listed(elsewhere);
  const unknown = newId();
  const named = await bulk({ ids: [...ids, theirs!.id, unknown], data: { state: 'active' } }).expect(200);
  expect(named.body).toEqual({ updated: 3, notFound: [theirs!.id, unknown] });
  expect(refusal(await bulk({ data: { state: 'active' } }))).toBe('400 invalid_input');
  expect((await bulk({ ids, data: { areaId: newId() } }).expect(400)).body.errors).toMatchObject([
    { path: '/data/areaId', code: 'unknown_reference' },
  ]);
  expect(
    refusal(
      await service
        .as(w.member.token)
        .patch(`${pages(w)}/${theirs!.id}`)
        .send({}),
    ),
  ).toBe('404 not_found');
});

test('nothing is added beyond the limit, to an archived product, or with an address that no page has', async () => {
  const w = await world(service);
  const urls = Array.from({ length: 6 }, (_, n) => `https://shop.example/${n}`);
  expect(refusal(await load(w, 'sitemap', urls.join('\n')))).toBe('409 limit_reached');
  await load(w, 'sitemap', urls.slice(1).join('\n')).expect(200);
  expect(refusal(await add(w, { url: urls[0]! }))).toBe('409 limit_reached');
  // What is known already takes no room.
  await load(w, 'sitemap', urls.slice(1).join('\n')).expect(200);
  for (const url of ['https://a:b@shop.example/', `https://shop.example/${'ä'.repeat(900)}`, 'ftp://shop.example'])
    expect((await add(w, { url }).expect(400)).body.errors).toMatchObject([{ path: '/url' }]);
  expect((await add(w, { url: urls[0]!, areaId: newId() }).expect(400)).body.errors).toMatchObject([
    { path: '/areaId', code: 'unknown_reference' },
  ]);
  await service.as(w.admin.token).post(`${w.product.url}/archive`).expect(200);
  expect(refusal(await add(w, { url: urls[0]! }))).toBe('409 product_archived');
});

test('what happens to an inventory is in the change log', async () => {
  const w = await world(service);
  const { page } = (await add(w, { url: 'https://shop.example/' }).expect(201)).body;
  await service
    .as(w.member.token)
    .patch(`${pages(w)}/${page.id}`)
    .send({ title: 'Home' })
    .expect(200);
  await service
    .as(w.member.token)
    .patch(`${pages(w)}/${page.id}`)
    .send({ title: 'Home' })
    .expect(200);
  await load(w, 'sitemap', 'https://shop.example/a').expect(200);
  await service
    .as(w.member.token)
    .patch(`${pages(w)}/bulk`)
    .send({ ids: [page.id], data: { kind: 'document' } });
  const { changes } = (await service.as(w.member.token).get(`${w.product.url}/changes?subjectKind=page`)).body;
  expect(
    changes.map(({ type, subject }: { type: string; subject: { title: string } }) => [type, subject.title]),
  ).toEqual([
    ['page.bulk_updated', '1 pages'],
    ['page.imported', '1 pages'],
    ['page.updated', 'https://shop.example/'],
    ['page.created', 'https://shop.example/'],
  ]);
});
