import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const { scan, findings } = scansAt(service);

const at = (page: string): string => `https://shop.example/${page}`;
const on = (page: string, over: object = {}) => finding({ sourceUrl: at(page), ...over });
const read = async (w: World, id: string) =>
  (await service.as(w.member.token).get(`${w.product.url}/findings/${id}`).expect(200)).body.finding;
const triage = (w: World, id: string, verb: string, body: object = {}) =>
  service.as(w.member.token).post(`${w.product.url}/findings/${id}/${verb}`).send(body);

describe('a single finding', () => {
  test('names its criteria, and whom it hinders', async () => {
    const w = await world(service);
    await scan(w, [finding({ wcag: ['wcag143', 'best-practice', 'rgaa:3.2'] }), finding({ ruleId: 'untold' })]);
    const [known] = await findings(w, '?ruleId=image-alt');
    const { criteria, functionalNeeds } = await read(w, known.id);
    expect(criteria).toEqual([
      expect.objectContaining({ criterion: '1.4.3', name: 'Contrast (Minimum)', level: 'AA' }),
      expect.objectContaining({ criterion: 'rgaa:3.2', level: 'AA' }),
    ]);
    const { functionalNeeds: all } = (await service.as(w.member.token).get('/v1/functional-needs')).body;
    expect(functionalNeeds.length).toBeGreaterThan(0);
    const needs = functionalNeeds.map(({ relation: _relation, ...need }: { relation: string }) => need);
    expect(all).toEqual(expect.arrayContaining(needs));
    expect(functionalNeeds.map(({ slug }: { slug: string }) => slug)).toContain('usage-with-limited-vision');
    await scan(w, [finding({ ruleId: 'name', wcag: ['4.1.2'] })]);
    const [name] = await findings(w, '?ruleId=name');
    const relations = (await read(w, name.id)).functionalNeeds.map(
      ({ slug, relation }: { slug: string; relation: string }) => `${relation} ${slug}`,
    );
    expect(relations).toEqual(
      expect.arrayContaining(['primary usage-without-vision', 'secondary usage-without-hearing']),
    );
    const [untold] = await findings(w, '?ruleId=untold');
    expect(await read(w, untold.id)).toMatchObject({ criteria: [], functionalNeeds: [] });
  });

  test('tells whether the standard in force has none of its criteria', async () => {
    const w = await world(service);
    await scan(w, [finding({ wcag: ['4.1.1'] }), finding({ ruleId: 'both', wcag: ['4.1.1', '1.4.3'] })]);
    const outside = async (): Promise<boolean[]> => {
      const [parsing] = await findings(w, '?ruleId=image-alt');
      const [both] = await findings(w, '?ruleId=both');
      return [(await read(w, parsing.id)).outsideStandard, (await read(w, both.id)).outsideStandard];
    };
    expect(await outside()).toEqual([true, false]);
    const { standard } = (await service.as(w.owner.token).get(`${w.organization.url}/standards/wcag-2-1`)).body;
    await service.as(w.owner.token).patch(w.product.url).send({ standardId: standard.id }).expect(200);
    expect(await outside()).toEqual([false, false]);
  });

  test('tells which lines have had it, since when until when, and which have it now', async () => {
    const w = await world(service);
    const complete = (environment: string, found: object[], completedAt: string) =>
      scan(w, found, { coverage: 'complete', completedAt, context: { trigger: 'schedule', environment } });
    await complete('production', [on('a')], '2026-01-01T10:00:00.000Z');
    await complete('staging', [on('a')], '2026-01-02T10:00:00.000Z');
    await complete('production', [on('a')], '2026-01-03T10:00:00.000Z');
    await complete('production', [], '2026-01-04T10:00:00.000Z');
    await complete('test', [on('a', { ruleId: 'other' })], '2026-01-05T10:00:00.000Z');
    const [known] = await findings(w, '?ruleId=image-alt');
    const { lines } = await read(w, known.id);
    expect(lines).toEqual([
      expect.objectContaining({
        name: 'production',
        kind: 'main',
        present: false,
        firstSeenAt: '2026-01-01T10:00:00.000Z',
        lastSeenAt: '2026-01-03T10:00:00.000Z',
        endedAt: null,
      }),
      expect.objectContaining({ name: 'staging', present: true, lastSeenAt: '2026-01-02T10:00:00.000Z' }),
    ]);
  });

  test('tells what was decided on others of its tool and rule, the last five of them', async () => {
    const w = await world(service);
    const selectors = [...'abcdefgh'];
    await scan(
      w,
      selectors.map((selector) => finding({ selector })),
    );
    await scan(w, [finding({ selector: 'z' })], { tool: 'pa11y' });
    const all = (await findings(w, '?ruleId=image-alt')) as { id: string; selector: string; tool: string }[];
    const idOf = (name: string) => all.find(({ selector }) => selector === name)!.id;
    for (const selector of 'bcdef')
      await triage(w, idOf(selector), 'dismiss', { reason: 'accepted', comment: selector }).expect(200);
    await triage(w, idOf('g'), 'confirm').expect(201);
    await triage(w, idOf('z'), 'confirm').expect(201);
    const { similar } = await read(w, idOf('a'));
    expect(similar).toMatchObject({ confirmed: 1, dismissed: 5 });
    expect(similar.newest.map(({ selector }: { selector: string }) => selector)).toEqual([...'gfedc']);
    expect(similar.newest[0]).toMatchObject({ status: 'confirmed', issueNumber: 1, dismissalReason: null });
    expect(similar.newest[1]).toMatchObject({
      id: idOf('f'),
      status: 'dismissed',
      dismissalReason: 'accepted',
      dismissalComment: 'f',
      issueNumber: null,
    });
    expect((await read(w, idOf('g'))).similar).toMatchObject({ confirmed: 0, dismissed: 5 });
  });
});

describe('the rows of lists of findings', () => {
  test('have the newest page, the issue and the product', async () => {
    const w = await world(service);
    await scan(w, [on('old'), on('kept', { ruleId: 'label' }), finding({ ruleId: 'nowhere' })], {
      completedAt: '2026-01-01T10:00:00.000Z',
    });
    await scan(w, [on('new'), on('new', { ruleId: 'later' })], { completedAt: '2026-01-02T10:00:00.000Z' });
    const [known] = await findings(w, '?ruleId=label');
    await triage(w, known.id, 'confirm').expect(201);
    for (const url of [w.product.url, w.organization.url]) {
      const { body } = await service.as(w.member.token).get(`${url}/findings?sortDirection=asc`).expect(200);
      const rows = (body.findings as Record<string, unknown>[]).map(({ ruleId, sourceUrl, issueNumber }) => [
        ruleId,
        sourceUrl,
        issueNumber,
      ]);
      expect(rows.sort()).toEqual([
        ['image-alt', at('new'), null],
        ['label', at('kept'), 1],
        ['later', at('new'), null],
        ['nowhere', null, null],
      ]);
      expect(body.findings[0]).toMatchObject({ productSlug: w.product.slug, productName: 'Web Shop' });
    }
  });

  test('are filtered by the page where they are now, and grouped by it', async () => {
    const w = await world(service);
    const other = await w.newProduct('Other');
    const complete = (found: object[], over: object = {}) => scan(w, found, { coverage: 'complete', ...over });
    await complete([on('a'), on('b'), on('a', { ruleId: 'label', severity: 'high' }), on('c', { ruleId: 'gone' })]);
    await complete([on('a'), on('b'), on('a', { ruleId: 'label', severity: 'high' })]);
    await complete([on('a')], { productRef: other.slug });
    const context = { trigger: 'pull_request', prNumber: 7, prUrl: 'https://github.com/example/shop/pull/7' };
    await complete([on('a', { ruleId: 'proposed' })], { context });
    const as = service.as(w.member.token);
    const rules = async (url: string, page: string, more = '') => {
      const { body } = await as.get(`${url}/findings?sourceUrl=${encodeURIComponent(at(page))}${more}`).expect(200);
      expect(body.total).toBe(body.findings.length);
      return (body.findings as { ruleId: string }[]).map(({ ruleId }) => ruleId).sort();
    };
    expect(await rules(w.product.url, 'a')).toEqual(['image-alt', 'label', 'proposed']);
    expect(await rules(w.product.url, 'b')).toEqual(['image-alt']);
    expect(await rules(w.product.url, 'c')).toEqual([]);
    expect(await rules(w.product.url, 'nowhere')).toEqual([]);
    expect(await rules(w.organization.url, 'a', '&proposed=false')).toEqual(['image-alt', 'image-alt', 'label']);
    const groups = async (url: string, more = '') =>
      (await as.get(`${url}/findings/groups?by=sourceUrl${more}`).expect(200)).body;
    const { groups: own, findings: number } = await groups(w.product.url, '&proposed=false');
    expect(number).toBe(3);
    expect(own).toEqual([
      { key: at('a'), title: null, count: 2, bySeverity: { high: 1, medium: 0, low: 0, none: 1 }, byTool: null },
      expect.objectContaining({ key: at('b'), count: 1 }),
      expect.objectContaining({ key: null, count: 1 }),
    ]);
    expect((await groups(w.organization.url, '&ruleId=image-alt')).groups).toEqual([
      expect.objectContaining({ key: at('a'), count: 2 }),
      expect.objectContaining({ key: at('b'), count: 1 }),
    ]);
  });

  test('of another organization are never told of', async () => {
    const [w, other] = [await world(service), await world(service)];
    await scan(w, [on('a')]);
    await scan(other, [on('a', { ruleId: 'label' })]);
    const url = `${other.organization.url}/findings/groups?by=sourceUrl&sourceUrl=${encodeURIComponent(at('a'))}`;
    const { body } = await service.as(other.member.token).get(url).expect(200);
    expect(body).toMatchObject({ findings: 1, groups: [{ key: at('a'), count: 1 }] });
  });
});
