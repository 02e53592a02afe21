import { filledReport, REPORT } from '../support/conformance.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const as = (w: World) => service.as(w.member.token);
const send = (w: World, file: string, product = w.product) =>
  as(w).post(`${product.url}/conformance-reports/import`).attach('file', Buffer.from(file), 'acr.yaml');
const faults = ({ body }: { body: { errors?: { path: string; code: string }[] } }) =>
  body.errors?.map(({ path, code }) => `${path} ${code}`);

interface Verdict {
  requirementId: string;
  component: string;
  verdict: string;
  remarks: string | null;
  statedBy: object | null;
}

const verdictsOf = async (w: World, url: string): Promise<Verdict[]> =>
  (await as(w).get(`${url}/verdicts`).expect(200)).body.verdicts;
const said = (verdicts: Verdict[]) =>
  verdicts.map(({ requirementId, component, verdict, remarks }) => [requirementId, component, verdict, remarks]).sort();

const MINIMAL = `title: Report
catalog: 2.5-edition-wcag-2.2-en
chapters:
  success_criteria_level_a:
    criteria:
      - num: 1.1.1
        components:
          - name: web
            adherence: { level: supports, notes: All of it. }
`;

/** A requirement of a standard by its number. */
async function numbersOf(w: World, slug: string): Promise<Map<string, string>> {
  const { requirements } = (await as(w).get(`${w.organization.url}/standards/${slug}/requirements`).expect(200)).body;
  return new Map(requirements.map(({ id, name }: { id: string; name: string }) => [id, name.split(' ')[0]]));
}

test.each([
  ['wcag-2-2', 'openacr-yaml'],
  ['wcag-2-2', 'openacr-json'],
  ['section-508', 'openacr-yaml'],
])('a report on %s that left as %s comes back as a draft that says the same', async (slug, format) => {
  const w = await world(service);
  const url = await filledReport(service, w, slug, { notes: 'Read me: "1.10".', productVersion: '2.10' });
  await service.as(w.admin.token).post(`${url}/publish`).expect(200);
  const exported = await as(w).get(`${url}/export?format=${format}`).buffer(true).expect(200);
  const before = await verdictsOf(w, url);
  const { body, headers } = await send(w, exported.text).expect(201);
  const draft = headers['location']!;
  expect(body.conformanceReport).toMatchObject({
    ...REPORT,
    ...{ status: 'draft', productVersion: '2.10', productDescription: 'A shop for garden tools.', publishedAt: null },
    notes: expect.stringContaining('Read me: "1.10".'),
  });
  const after = await verdictsOf(w, draft);
  const own = new Set(before.map(({ requirementId }) => requirementId));
  expect(said(after.filter(({ requirementId }) => own.has(requirementId)))).toEqual(said(before));
  expect(after.every(({ statedBy }) => statedBy === null)).toBe(true);
});

test('of EN 301 549 comes back what the catalogue has, at the clauses of what it is about', async () => {
  const w = await world(service);
  const url = await filledReport(service, w, 'en-301-549');
  await service.as(w.admin.token).post(`${url}/publish`).expect(200);
  const exported = await as(w).get(`${url}/export?format=openacr-yaml`).buffer(true).expect(200);
  const { body, headers } = await send(w, exported.text).expect(201);
  const numbers = await numbersOf(w, 'en-301-549');
  const verdicts = (all: Verdict[]) =>
    new Map(
      all.flatMap(({ requirementId, verdict, remarks }) => {
        const number = numbers.get(requirementId);
        return number === undefined ? [] : [[number, `${verdict} ${remarks}`]];
      }),
    );
  const [before, after] = [verdicts(await verdictsOf(w, url)), verdicts(await verdictsOf(w, headers['location']!))];
  const absent = [...before.keys()].filter((number) => !after.has(number));
  expect(absent.filter((number) => !body.conformanceReport.notes.includes(`${number} `))).toEqual([]);
  expect([...after].filter(([number, said]) => before.get(number) !== said)).toEqual([]);
});

test('what a file says for conformance counts for nobody until a person states it', async () => {
  const w = await world(service);
  const { body, headers } = await send(w, MINIMAL).expect(201);
  expect(body).toMatchObject({ verdicts: 1, leftOut: [], conformanceReport: { title: 'Report', status: 'draft' } });
  const draft = headers['location']!;
  const codes = async () =>
    (await as(w).get(`${draft}/problems`).expect(200)).body.problems.map(({ code }: { code: string }) => code);
  expect(await codes()).toContain('not_stated_by_a_person');
  const [{ requirementId }] = (await verdictsOf(w, draft)) as [Verdict];
  const confirmed = { verdict: 'supports', remarks: 'All of it.' };
  await as(w).put(`${draft}/verdicts/${requirementId}`).send(confirmed).expect(200);
  expect(await codes()).not.toContain('not_stated_by_a_person');
  const { changes } = (await as(w).get(`${w.organization.url}/changes`).expect(200)).body;
  expect(changes.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['conformance_report.created', 'conformance_report.verdicts_updated']),
  );
});

test('each fault of a file is told by its place, and nothing is kept', async () => {
  const w = await world(service);
  const said = (criterion: string) =>
    `title: R\ncatalog: 2.5-edition-wcag-2.2-en\nchapters:\n  success_criteria_level_a:\n    criteria:\n      - ${criterion}\n`;
  const at = '/file/chapters/success_criteria_level_a/criteria/0';
  const cell = (name: string, level: string) => `{ name: ${name}, adherence: { level: ${level} } }`;
  const refused: [file: string, faults: string[]][] = [
    ['', ['/file malformed']],
    ['a: [', ['/file malformed']],
    ['- a', ['/file wrong_type', '/file/catalog required', '/file/title required']],
    ['a: 1', ['/file/catalog required', '/file/title required']],
    ['title: [1]\ncatalog: nonsense', ['/file/catalog not_allowed', '/file/title wrong_type', '/file/title required']],
    [said(`{ num: 9.9.9, components: [${cell('web', 'supports')}] }`), [`${at}/num unknown_reference`]],
    [
      said(`{ num: 1.1.1, components: [${cell('web', 'perhaps')}] }`),
      [`${at}/components/0/adherence/level not_allowed`],
    ],
    [said(`{ num: 1.1.1, components: [${cell('fax', 'supports')}] }`), [`${at}/components/0/name not_allowed`]],
    [
      said(`{ num: 1.1.1, components: [${cell('web', 'supports')}, ${cell('web', 'supports')}] }`),
      [`${at}/components/1 duplicate`],
    ],
    [`${MINIMAL}author: { name: A, email: nonsense }`, ['/file/author/email malformed']],
    [`${MINIMAL}vendor: { email: a@example.org, website: nonsense }`, ['/file/vendor/website malformed']],
    [MINIMAL.replace('Report', 'x'.repeat(300)), ['/file/title too_long']],
    [MINIMAL.replace('All of it.', 'x'.repeat(10_001)), [`${at}/components/0/adherence/notes too_long`]],
  ];
  for (const [file, expected] of refused) {
    const answer = await send(w, file);
    expect([file.slice(0, 80), answer.status, faults(answer)]).toEqual([file.slice(0, 80), 400, expected]);
  }
  expect((await as(w).get(`${w.product.url}/conformance-reports`).expect(200)).body.total).toBe(0);
});

test.each([
  ['anchors', 'a: &x [1]\nb: *x'],
  ['tags', 'a: !!binary aGk='],
  ['deep nesting', '['.repeat(1_000_000)],
  ['lists in lists', '- '.repeat(500_000)],
  ['very many values', 'a: 1\n'.repeat(150_000)],
  ['names twice', 'a: 1\na: 2'],
  ['several documents', 'a: 1\n---\na: 2'],
])('%s are refused before anything is made of them', async (_what, file) => {
  const w = await world(service);
  const { status, body } = await send(w, file);
  expect([status, body.errors[0].path, body.errors[0].code]).toEqual([400, '/file', 'malformed']);
});

test('a file may be a megabyte, and a product in which nothing changes takes none', async () => {
  const w = await world(service);
  expect((await send(w, `#${'x'.repeat(1_048_576)}`)).status).toBe(413);
  await service.as(w.owner.token).post(`${w.product.url}/archive`).expect(200);
  expect((await send(w, MINIMAL)).body.code).toBe('product_archived');
});

test('what a report has no room for is named', async () => {
  const w = await world(service);
  const more = 'author: { name: Ada }\nfeedback: Call us\nlegal_disclaimer: None\nvendor: { company_name: Shop }\n';
  const { body } = await send(w, MINIMAL + more).expect(201);
  expect(body.leftOut).toEqual(['author', 'vendor', 'feedback', 'legal_disclaimer']);
});
