import { evaluating } from '../support/evaluation.js';
import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const { scan, findings } = scansAt(service);

const as = ({ token }: { token: string }) => service.as(token);
const HOME = 'https://shop.example/';
const CHECKOUT = 'https://shop.example/checkout';
const image = (sourceUrl: string, over: object = {}) => finding({ wcag: ['wcag111'], sourceUrl, ...over });
const button = (sourceUrl: string, over: object = {}) =>
  finding({ title: 'No name', ruleId: 'button-name', selector: 'button', wcag: ['wcag412'], sourceUrl, ...over });

/** An audit of which one requirement is 1.1.1 and another 4.1.2, with a product that tools look at. */
async function prepared(pages?: object[]) {
  const w = await world(service);
  const e = await evaluating(service, w, pages);
  const idOf = (number: string) => e.requirements.find((one) => one.number === number)!.requirementId;
  const member = as(w.member);
  const proposed = async (query = '') => {
    const { outcomes } = (await member.get(`${e.audit.url}/outcomes${query}`).expect(200)).body;
    return (outcomes as { proposal: object | null }[]).filter(({ proposal }) => proposal !== null);
  };
  const grid = async () => {
    const { cells } = (await member.get(`${e.audit.url}/outcomes?view=grid`).expect(200)).body;
    return (cells as { proposal: string | null }[]).filter(({ proposal }) => proposal !== null);
  };
  const decide = (...outcomes: object[]) => member.patch(`${e.audit.url}/outcomes`).send({ outcomes });
  return { w, e, images: idOf('1.1.1'), names: idOf('4.1.2'), proposed, grid, decide };
}
const idsOf = async (w: World, query = '') => (await findings(w, query)).map(({ id }: { id: string }) => id).sort();

test('what tools have found at the address of an entry is proposed as failed, and accepted by a person', async () => {
  const { w, images, names, proposed, grid, decide, e } = await prepared();
  await scan(w, [image(HOME), image(HOME, { selector: 'footer > img' }), button(CHECKOUT)]).expect(201);
  await scan(w, [image(HOME)], { tool: 'ibm-equal-access' }).expect(201);
  const there = [
    {
      ...{ requirementId: images, entry: 1, outcome: 'untested', by: null, revision: 0 },
      proposal: { outcome: 'failed', by: 'axe-core, ibm-equal-access', at: expect.any(String) },
    },
    { requirementId: names, entry: 2, outcome: 'untested', proposal: { outcome: 'failed', by: 'axe-core' } },
  ];
  const told = await proposed();
  expect(told).toEqual(
    expect.arrayContaining(
      there.map((one) => expect.objectContaining({ ...one, proposal: expect.objectContaining(one.proposal) })),
    ),
  );
  const [onHome] = told.filter((one) => (one as { entry?: number }).entry === 1) as {
    proposal: { findings: string[] };
  }[];
  expect(onHome!.proposal.findings).toEqual(await idsOf(w, '?ruleId=image-alt'));
  expect(await grid()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        requirementId: images,
        entry: 1,
        outcome: 'untested',
        proposal: 'failed',
        revision: 0,
      }),
      expect.objectContaining({ requirementId: names, entry: 2, proposal: 'failed' }),
    ]),
  );
  expect([told.length, (await grid()).length]).toEqual([2, 2]);
  const { body } = await decide({ requirementId: images, entry: 1, outcome: 'failed', fromProposal: true }).expect(200);
  expect(body.outcomes).toMatchObject([
    { outcome: 'failed', fromProposal: true, by: { userId: w.member.id }, proposal: null, revision: 1 },
  ]);
  expect(await proposed()).toMatchObject([{ requirementId: names }]);
  const refused = await decide({ requirementId: names, entry: 2, outcome: 'passed', fromProposal: true });
  expect(refused.body.errors).toMatchObject([{ path: '/outcomes/0/fromProposal', code: 'not_allowed' }]);
  const gone = await decide({ requirementId: images, entry: 1, outcome: 'failed', fromProposal: true });
  expect(gone.body.errors).toMatchObject([{ path: '/outcomes/0/fromProposal', code: 'not_allowed' }]);
  await decide({ requirementId: names, entry: 2, note: 'Look.' }).expect(200);
  expect(await proposed('?outcome=untested')).toMatchObject([{ requirementId: names, note: 'Look.', revision: 1 }]);
  expect(await proposed('?outcome=failed')).toEqual([]);
  expect(await proposed('?entry=1')).toEqual([]);
  await as(w.member).patch(e.audit.url).send({ status: 'completed', acceptUntested: true }).expect(200);
  expect([await proposed(), await grid()]).toEqual([[], []]);
});

test('cells without an outcome are counted and told page by page among those that have one', async () => {
  const { w, e, images, proposed, decide } = await prepared();
  await scan(w, [image(HOME), image(CHECKOUT)]).expect(201);
  const others = e.requirements.filter(({ requirementId }) => requirementId !== images).slice(0, 3);
  await decide(...others.map(({ requirementId }) => ({ requirementId, entry: 1, outcome: 'passed' }))).expect(200);
  const url = `${e.audit.url}/outcomes?pageSize=2`;
  const pages: { requirementId?: string; entry?: number }[] = [];
  for (let next: string | undefined = url; next;) {
    const answer: { body: { pagination: object; outcomes: object[] }; headers: Record<string, string> } = await as(
      w.member,
    )
      .get(next)
      .expect(200);
    expect(answer.body.pagination).toMatchObject({ total: 5 });
    pages.push(...answer.body.outcomes);
    next = /^<(.*)>; rel="next"$/.exec(answer.headers['link'] ?? '')?.[1];
  }
  expect(new Set(pages.map(({ requirementId, entry }) => `${requirementId} ${entry}`)).size).toBe(5);
  expect(await proposed()).toHaveLength(2);
});

test('nothing is proposed of what was dismissed, has not landed, needs review, is elsewhere or is gone', async () => {
  const { w, proposed, grid } = await prepared([
    { name: 'Home', url: HOME },
    { name: 'Dialog', description: 'Pay' },
  ]);
  await scan(w, [button(`${HOME}elsewhere`)], { tool: 'elsewhere' }).expect(201);
  await scan(w, [button(HOME, { needsReview: true })], { tool: 'unsure' }).expect(201);
  const preview = { trigger: 'pull_request', environment: 'preview' };
  await scan(w, [button(HOME)], { tool: 'proposal', context: preview }).expect(201);
  await scan(w, [finding({ sourceUrl: HOME })], { tool: 'without-criterion' }).expect(201);
  expect([await proposed(), await grid()]).toEqual([[], []]);
  await scan(w, [button(HOME)], { tool: 'mended' }).expect(201);
  await scan(w, [image(HOME)], { tool: 'wrong' }).expect(201);
  expect(await proposed()).toHaveLength(2);
  await scan(w, [], { tool: 'mended', coverage: 'complete', pages: [HOME] }).expect(201);
  const [wrong] = await findings(w, '?tool=wrong');
  await as(w.member)
    .post(`${w.product.url}/findings/${wrong.id}/dismiss`)
    .send({ reason: 'false_positive' })
    .expect(200);
  expect([await proposed(), await grid()]).toEqual([[], []]);
});

test('an answer for the page of a finding holds for the entry of that page', async () => {
  const { w, proposed } = await prepared();
  await scan(w, [image(HOME)]).expect(201);
  await scan(w, [image(HOME), image(CHECKOUT)], { coverage: 'complete', pages: [HOME, CHECKOUT] }).expect(201);
  const [{ id }] = await findings(w);
  expect(await proposed()).toMatchObject([{ entry: 1 }, { entry: 2 }]);
  const answer = { pages: ['/checkout'], action: 'dismiss', reason: 'accepted' };
  await as(w.member).post(`${w.product.url}/findings/${id}/pages`).send(answer).expect(200);
  expect(await proposed()).toMatchObject([{ entry: 1 }]);
});

test('addresses are those of one page however a browser would write them', async () => {
  const { w, proposed } = await prepared([
    { name: 'Home', url: 'https://shop.example' },
    { name: 'Terms', url: 'https://shop.example/terms#return' },
    { name: 'Route', url: 'https://shop.example/#/cart' },
  ]);
  await scan(w, [button('https://shop.example/terms'), image(HOME)]).expect(201);
  expect((await proposed()).map((one) => (one as { entry?: number }).entry).sort()).toEqual([1, 2]);
});

test('where the module of tests is off, or the audit asks for something else, nothing is proposed', async () => {
  const { w, e, images, proposed, grid, decide } = await prepared();
  await scan(w, [image(HOME)]).expect(201);
  expect(await proposed()).toHaveLength(1);
  const other = await evaluating(service, await world(service));
  expect((await as(w.stranger).get(`${other.audit.url}/outcomes`)).status).toBe(403);
  await w.disable('testing');
  expect([await proposed(), await grid()]).toEqual([[], []]);
  const refused = await decide({ requirementId: images, entry: 1, outcome: 'failed', fromProposal: true });
  expect(refused.status).toBe(400);
  const { standards } = (await as(w.member).get(`${w.organization.url}/standards`)).body;
  const { id: standardId } = standards.find(({ slug }: { slug: string }) => slug === 'rgaa');
  await as(w.member).patch(e.audit.url).send({ standardId, conformanceLevel: null }).expect(200);
  await as(w.owner)
    .patch(`${w.organization.url}/settings/modules`)
    .send({ module: 'testing', enabled: true })
    .expect(200);
  const { requirements } = (await as(w.member).get(`${e.audit.url}/outcomes?view=grid`)).body;
  const told = (await proposed()) as unknown as { requirementId: string }[];
  const known = new Set(requirements.map((one: { requirementId: string }) => one.requirementId));
  expect(told.every(({ requirementId }) => known.has(requirementId))).toBe(true);
});
