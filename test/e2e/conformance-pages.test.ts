import jsonld from 'jsonld';
import { filledReport } from '../support/conformance.js';
import { draw } from '../support/dice.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const EARL = 'http://www.w3.org/ns/earl#';
const RGAA_PLANS = { schemaUrl: 'https://shop.example.org/scheme', actionPlanUrl: 'https://shop.example.org/plan' };
const OUTCOMES = ['passed', 'passed', 'passed', 'failed', 'inapplicable', 'cannot_tell', 'untested'] as const;
const IN_EARL: Readonly<Record<string, string>> = { cannot_tell: 'cantTell' };

const PAGES = [
  { name: 'Home', url: 'https://shop.example/' },
  { name: 'Basket', description: 'After two articles.' },
  { name: 'Home, signed in', url: 'https://shop.example/', process: 'Buying' },
  { name: 'Drawn', url: 'https://shop.example/p/7?a=b', kind: 'random' },
];
/** What identifies them: the second has no address, and that of the third is another one's. */
const IDS = (audit: number) => [
  'https://shop.example/',
  `urn:curbcut:audit:${audit}:entry:2`,
  `urn:curbcut:audit:${audit}:entry:3`,
  'https://shop.example/p/7?a=b',
];

interface Cell {
  requirementId: string;
  entry: number | string;
  outcome: string;
}

/**
 * A draft whose audit has looked at pages: nearly each criterion has another outcome on each, some of them one on all;
 * where outcomes may be open, some are decided on no page.
 */
async function withPages(w: World, slug: string, over: object = {}, outcomes: readonly string[] = OUTCOMES) {
  const member = service.as(w.member.token);
  const url = await filledReport(service, w, slug, { outcomesReason: 'All of it was mended since.', ...over });
  const { audits } = (await member.get(`${w.product.url}/audits`).expect(200)).body;
  const audit = `${w.product.url}/audits/${audits[0].number}`;
  await member.patch(audit).send({ status: 'in_progress' }).expect(200);
  for (const page of PAGES) await member.post(`${audit}/sample`).send(page).expect(201);
  const grid = async () => (await member.get(`${audit}/outcomes?view=grid`).expect(200)).body;
  const { requirements } = (await grid()) as { requirements: { requirementId: string; number: string }[] };
  const outcomeOf = (index: number): string =>
    index % 10 === 8 && outcomes.includes('untested') ? 'untested' : outcomes[Math.floor(draw() * outcomes.length)]!;
  const decided = requirements.flatMap(({ requirementId }, index): Cell[] =>
    index % 10 === 9
      ? [{ requirementId, entry: 'all', outcome: 'failed' }]
      : PAGES.map((_, page) => ({ requirementId, entry: page + 1, outcome: outcomeOf(index) })),
  );
  const decide = (cells: Cell[]) => member.patch(`${audit}/outcomes`).send({ outcomes: cells }).expect(200);
  await decide(decided);
  const complete = () => member.patch(audit).send({ status: 'completed', acceptUntested: true }).expect(200);
  await complete();
  const on = (requirementId: string, entry: number): string =>
    decided.find((cell) => cell.requirementId === requirementId && [entry, 'all'].includes(cell.entry))!.outcome;
  const reopened = async (change: () => Promise<unknown>) => {
    await member.patch(audit).send({ status: 'in_progress' }).expect(200);
    await change();
    await complete();
  };
  const export_ = async (format: string): Promise<string> =>
    (await member.get(`${url}/export?format=${format}`).buffer(true).expect(200)).text;
  const publish = async () => (await service.as(w.admin.token).post(`${url}/publish`).expect(200)).body;
  return { url, number: audits[0].number as number, requirements, on, decide, reopened, export: export_, publish };
}

/** What an audit has decided, told apart by page and criterion. */
const factsOf = (r: Awaited<ReturnType<typeof withPages>>): string[] =>
  r.requirements
    .flatMap(({ requirementId, number }) =>
      IDS(r.number).map((id, page) => {
        const outcome = r.on(requirementId, page + 1);
        return [id, number, outcome === 'untested' ? null : (IN_EARL[outcome] ?? outcome)] as const;
      }),
    )
    .filter(([, , outcome]) => outcome !== null)
    .map((fact) => fact.join(' '))
    .sort();

type Node = Record<string, { '@id': string; '@value': string }[]> & { '@id'?: string; '@type'?: string[] };
const expanded = async (text: string): Promise<Node[]> =>
  (await jsonld.expand(JSON.parse(text), {
    documentLoader: (url: string) => Promise.reject(new Error(`loads ${url}`)),
    safe: true,
  })) as Node[];

test.each(['wcag-2-2', 'en-301-549'])(
  'EARL of a report on %s tells what its audit found on each page, as it was when the report was published',
  async (slug) => {
    const w = await world(service);
    const r = await withPages(w, slug);
    await r.publish();
    const nodes = await expanded(await r.export('earl'));
    const of = (node: Node, property: string): Node => node[`${EARL}${property}`]![0]! as unknown as Node;
    const ids = IDS(r.number);
    const told = nodes
      .filter((node) => node['@type']?.includes(`${EARL}Assertion`) && ids.includes(of(node, 'subject')['@id']!))
      .map((node) => {
        const outcome = of(of(node, 'result'), 'outcome')['@id']!.slice(EARL.length);
        const [number] = node['http://purl.org/dc/terms/title']![0]!['@value'].split(' ');
        return [of(node, 'subject')['@id'], number, outcome].join(' ');
      });
    const facts = factsOf(r);
    expect(facts.length).toBeGreaterThan(60);
    expect(told.toSorted()).toEqual(facts);
    const pages = nodes.filter((node) => node['@type']?.includes('http://xmlns.com/foaf/0.1/Document'));
    expect(pages.map((node) => [node['@id'], node['http://purl.org/dc/terms/title']![0]!['@value']])).toEqual(
      ids.map((id, page) => [id, PAGES[page]!.name]),
    );

    const { requirementId } = r.requirements[0]!;
    await r.reopened(() => r.decide(PAGES.map((_, page) => ({ requirementId, entry: page + 1, outcome: 'failed' }))));
    expect(await expanded(await r.export('earl'))).toEqual(nodes);
  },
);

test('the evaluation for the W3C report tool has the sample and what was found on each of its pages, of a draft as it is now', async () => {
  const w = await world(service);
  const r = await withPages(w, 'wcag-2-2');
  const read = async () => {
    const { selectSample, auditSample } = JSON.parse(await r.export('wcag-em')) as {
      selectSample: Record<'structuredSample' | 'randomSample', { id: string; title: string; description: string }[]>;
      auditSample: { subject: { id: string }; test: { id: string }; result: { outcome: { id: string } } }[];
    };
    const number = new Map<string, string>();
    const ofSite = auditSample.filter(({ subject }) => subject.id === '_:website');
    for (const [index, { test }] of ofSite.entries()) number.set(test.id, r.requirements[index]!.number);
    return {
      samples: selectSample,
      site: ofSite.length,
      told: auditSample
        .filter(({ subject }) => subject.id !== '_:website')
        .map(({ subject, test, result }) => `${subject.id} ${number.get(test.id)} ${result.outcome.id.slice(5)}`)
        .sort(),
    };
  };
  const draft = await read();
  const ids = IDS(r.number);
  expect(draft.samples.structuredSample.map(({ id, title }) => [id, title])).toEqual(
    [0, 1, 2].map((page) => [ids[page], PAGES[page]!.name]),
  );
  expect(draft.samples.randomSample.map(({ id, description }) => [id, description])).toEqual([[ids[3], ids[3]]]);
  expect(draft.site).toBe(r.requirements.length);
  expect(draft.told).toEqual(factsOf(r));
  await r.publish();
  expect(await read()).toEqual(draft);
});

test('what was found on pages is for members: nothing public names a page that the report does not name itself', async () => {
  const w = await world(service);
  const r = await withPages(w, 'wcag-2-2');
  const { conformanceReport } = await r.publish();
  const { publicToken } = conformanceReport;
  const forms = ['', '.json', '.document.json', '.yaml'].map((ending) => `conformance/${publicToken}${ending}`);
  for (const form of [...forms, `statement/${publicToken}`]) {
    const { text } = await service.as().get(`/public/${form}`).buffer(true).expect(200);
    expect(text.length).toBeGreaterThan(500);
    for (const word of ['shop.example/', 'Basket', 'Drawn', 'meanRate']) expect(text).not.toContain(word);
  }
});

/** The mean of C ÷ (C + NC) over pages, in percent with two places, by whole numbers. */
function meanOf(r: Awaited<ReturnType<typeof withPages>>): { percent: string; pages: number; undecided: number } {
  const pages = PAGES.map((_, page) => r.requirements.map(({ requirementId }) => r.on(requirementId, page + 1)));
  const shares = pages.map((on) => ({
    met: BigInt(on.filter((outcome) => outcome === 'passed').length),
    all: BigInt(on.filter((outcome) => outcome === 'passed' || outcome === 'failed').length),
  }));
  const all = shares.reduce((product, share) => product * share.all, 1n);
  const sum = shares.reduce((total, share) => total + (share.met * all) / share.all, 0n);
  const hundredths = Number((sum * 10_000n) / (all * BigInt(pages.length)));
  return {
    percent: (hundredths / 100).toLocaleString('fr', { maximumFractionDigits: 2 }),
    pages: pages.length,
    undecided: pages.flat().filter((outcome) => outcome === 'untested' || outcome === 'cannot_tell').length,
  };
}

test('the statement of the RGAA tells the mean rate of the sample, and what of it is open', async () => {
  const w = await world(service);
  const said = async (outcomes: readonly string[]) => {
    const r = await withPages(w, 'rgaa', { language: 'fr', ...RGAA_PLANS }, outcomes);
    await r.publish();
    const text = (await r.export('statement-rgaa')).replaceAll('\u00a0', ' ').replace(/\s+/g, ' ');
    return { text, mean: meanOf(r) };
  };
  const open = await said(OUTCOMES);
  expect(open.mean.pages).toBe(4);
  expect(open.text).toContain(`de l’échantillon, sur 4 pages, est de ${open.mean.percent} %`);
  expect(open.text).toContain(`Sur ces pages, ${open.mean.undecided} résultats ne sont pas établis`);
  const whole = await said(['passed', 'failed', 'inapplicable']);
  expect(whole.text).toContain(`est de ${whole.mean.percent} %`);
  expect(whole.text).not.toContain('Sur ces pages');
});

test('where no page was looked at a statement tells no mean, and exports no page', async () => {
  const w = await world(service);
  const member = service.as(w.member.token);
  const url = await filledReport(service, w, 'rgaa', { language: 'fr', ...RGAA_PLANS });
  await service.as(w.admin.token).post(`${url}/publish`).expect(200);
  const read = async (format: string) => (await member.get(`${url}/export?format=${format}`).buffer(true)).text;
  expect(await read('statement-rgaa')).not.toContain('taux moyen');
  expect(await read('earl')).not.toContain('foaf:Document');
});
