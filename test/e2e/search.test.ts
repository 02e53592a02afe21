import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const { scan } = scansAt(service);

interface Listed {
  title: string;
}
const titles = (list: Listed[]) => list.map(({ title }) => title).sort();

/** What `q` finds, with the total that the answer tells. */
async function searchResults(
  w: World,
  url: string,
  kind: 'issues' | 'risks' | 'findings',
  q: string,
  more = '',
): Promise<string[]> {
  const { status, body } = await service.as(w.member.token).get(`${url}/${kind}?q=${encodeURIComponent(q)}${more}`);
  expect(status).toBe(200);
  expect(body.total).toBe(body[kind].length);
  return titles(body[kind]);
}

describe.each(['issues', 'risks'] as const)('lists of %s', (kind) => {
  test('are searched in title and description, whatever the case, and wildcards are looked for as they are', async () => {
    const [w, other] = [await world(service), await world(service)];
    const make = (of: World, body: object) =>
      service.as(of.owner.token).post(`${of.product.url}/${kind}`).send(body).expect(201);
    await make(w, { title: 'Contrast of buttons', description: 'Grey on 50% grey' });
    await make(w, { title: 'Keyboard trap', description: 'The BUTTON keeps the focus_ring' });
    await make(w, { title: 'Alt text', description: null });
    await make(w, { title: 'Übergröße \\ äöü' });
    await make(other, { title: 'Contrast of another organization' });
    for (const url of [w.product.url, w.organization.url]) {
      const ask = (q: string, more?: string) => searchResults(w, url, kind, q, more);
      expect(await ask('button')).toEqual(['Contrast of buttons', 'Keyboard trap']);
      expect(await ask('contrast')).toEqual(['Contrast of buttons']);
      expect(await ask('50%')).toEqual(['Contrast of buttons']);
      expect(await ask('ÜBERGRÖSSE')).toEqual([]);
      expect(await ask(' üBERGRÖ ')).toEqual(['Übergröße \\ äöü']);
      expect(await ask('%')).toEqual(['Contrast of buttons']);
      expect(await ask('s_r')).toEqual(['Keyboard trap']);
      expect(await ask('\\')).toEqual(['Übergröße \\ äöü']);
      expect(await ask('nothing of the kind')).toEqual([]);
      expect(await ask(' ')).toHaveLength(4);
      expect(await ask('x'.repeat(200))).toEqual([]);
      for (const order of ['title', 'updatedAt', 'number'])
        expect(await ask('button', `&sortField=${order}&sortDirection=asc`)).toEqual([
          'Contrast of buttons',
          'Keyboard trap',
        ]);
    }
    expect(
      await searchResults(w, w.product.url, kind, 'button', kind === 'issues' ? '&state=closed' : '&impact=high'),
    ).toEqual([]);
    const page = await service.as(w.member.token).get(`${w.product.url}/${kind}?q=button&pageSize=1&page=2`);
    expect([page.body.total, page.body[kind].length]).toEqual([2, 1]);
    const long = await service.as(w.member.token).get(`${w.product.url}/${kind}?q=${'x'.repeat(201)}`);
    expect(long.body.errors[0].path).toBe('/query/q');
    expect((await service.as(w.member.token).get(`${w.product.url}/${kind}?q=%00`)).status).toBe(400);
  });

  test('find what is rare by an index, in a product and in the organization', async () => {
    const w = await world(service);
    const { body } = await service
      .as(w.owner.token)
      .post(`${w.product.url}/${kind}`)
      .send({ title: 'A mould of peculiar xylophones' });
    const { id } = body[kind.slice(0, -1)];
    const columns = (
      await service.database.query<{ name: string }[]>(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND column_name NOT IN ('id', 'number', 'title', 'description')`,
        [kind],
      )
    ).map(({ name }) => name);
    await service.database.query(
      `INSERT INTO ${kind} (id, number, title, description, ${columns.join()})
       SELECT gen_random_uuid(), n + 1, 'Title ' || n, repeat('grey buttons on grey ', 60), ${columns.join()}
       FROM ${kind} CROSS JOIN generate_series(1, 4000) n WHERE organization_id = $1 AND id = $2`,
      [w.organization.id, id],
    );
    await service.database.query(`VACUUM (ANALYZE) ${kind}`);
    const plans: string[] = [];
    for (const scope of ['', 'AND product_id = $3']) {
      const parameters = [w.organization.id, '%xylophone%', ...(scope ? [w.product.id] : [])];
      const plan = await service.database.query(
        `EXPLAIN SELECT count(*) FROM ${kind} l WHERE l.organization_id = $1 ${scope} AND (l.title ILIKE $2 OR l.description ILIKE $2)`,
        parameters,
      );
      plans.push(JSON.stringify(plan));
    }
    await service.database.query(`DELETE FROM ${kind} WHERE organization_id = $1 AND number > 1`, [w.organization.id]);
    for (const plan of plans) expect(plan).toContain(`ix_${kind}_organization_text`);
  });
});

test('lists of findings are searched in title, ruleId and description', async () => {
  const w = await world(service);
  await scan(w, [
    finding({ ruleId: 'color-contrast', title: 'One', description: 'Grey on grey' }),
    finding({ ruleId: 'label', title: 'Two', description: 'No label_text' }),
    finding({ ruleId: 'region', title: 'Contrast' }),
  ]);
  for (const url of [w.product.url, w.organization.url]) {
    expect(await searchResults(w, url, 'findings', 'contrast')).toEqual(['Contrast', 'One']);
    expect(await searchResults(w, url, 'findings', 'GREY')).toEqual(['One']);
    expect(await searchResults(w, url, 'findings', 'l_t')).toEqual(['Two']);
    expect(await searchResults(w, url, 'findings', 'contrast', '&ruleId=region')).toEqual(['Contrast']);
  }
});

test('findings are found by the addresses of the pages that they are on now', async () => {
  const w = await world(service);
  const at = (page: string, ruleId: string) =>
    finding({ ruleId, title: ruleId, sourceUrl: `https://shop.example/${page}` });
  const complete = { coverage: 'complete' };
  await scan(w, [at('cart?of="me"', 'label'), at('checkout', 'label'), at('cart', 'region')], complete);
  const proposal = { context: { trigger: 'pull_request', prNumber: 7 }, ...complete };
  await scan(w, [at('preview', 'dialog'), at('preview', 'label')], proposal);
  const both = async (q: string, more?: string) => {
    const found = await searchResults(w, w.product.url, 'findings', q, more);
    expect(await searchResults(w, w.organization.url, 'findings', q, more)).toEqual(found);
    return found;
  };
  expect(await both('EXAMPLE/Cart')).toEqual(['label', 'region']);
  expect(await both(' checkout ')).toEqual(['label']);
  expect(await both('of="me"')).toEqual(['label']);
  expect(await both('example/c.rt')).toEqual([]);
  expect(await both('example/cart', '&ruleId=region')).toEqual(['region']);
  // In a proposal are only those that have not landed.
  expect(await both('example/preview')).toEqual(['dialog']);
  const groups = await service
    .as(w.member.token)
    .get(`${w.product.url}/findings/groups?by=rule&q=checkout`)
    .expect(200);
  expect(groups.body.groups).toMatchObject([{ key: 'label', count: 1 }]);
  await scan(w, [at('basket', 'label')], complete);
  expect(await both('example/cart')).toEqual([]);
  expect(await both('basket')).toEqual(['label']);
  const stranger = await world(service);
  expect(await searchResults(stranger, stranger.organization.url, 'findings', 'basket')).toEqual([]);
});

test('issues are found by the addresses that they came from', async () => {
  const w = await world(service);
  const source = { source: 'external', sourceUrl: 'https://tracker.example/Desk/7' };
  await service
    .as(w.owner.token)
    .post(`${w.product.url}/issues`)
    .send({ title: 'One', ...source })
    .expect(201);
  await service.as(w.owner.token).post(`${w.product.url}/issues`).send({ title: 'Two' }).expect(201);
  for (const url of [w.product.url, w.organization.url])
    expect(await searchResults(w, url, 'issues', 'example/desk')).toEqual(['One']);
});
