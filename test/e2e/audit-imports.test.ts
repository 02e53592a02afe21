import { odsOf, type WrittenSheet, xlsxOf } from '#libs/spreadsheets';
import { evaluating, type Evaluating } from '../support/evaluation.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const SAMPLE = [
  { name: 'Home', url: 'https://shop.example/' },
  { name: 'Pay', description: 'The dialog after the cart.' },
  { name: '=Imprint', url: 'https://shop.example/imprint', kind: 'random' },
];

/** A table of the first requirements, as people keep one. */
const table = (rows: string[][], name = 'Audit'): WrittenSheet => ({
  name,
  rows: [['Kriterium', 'Home', 'Pay'], ...rows],
});

const send = (token: string, { audit }: Evaluating, format: string, file: string | Buffer, query = '') =>
  service.as(token).post(`${audit.url}/import${query}`).field('format', format).attach('file', Buffer.from(file), 'a');
/** A file of an audit. */
const exportOf = async (w: World, { audit }: Evaluating, format: string): Promise<Buffer> =>
  (await service.as(w.member.token).get(`${audit.url}/export?format=${format}`).responseType('blob').expect(200))
    .body as Buffer;
const grid = async (w: World, { audit }: Evaluating) =>
  (await service.as(w.member.token).get(`${audit.url}/outcomes?view=grid`).expect(200)).body;
const told = async (w: World, e: Evaluating): Promise<unknown[]> => {
  const { cells, sample } = await grid(w, e);
  const names = new Map(sample.map(({ number, name }: { number: number; name: string }) => [number, name]));
  return cells
    .map((cell: { requirementId: string; entry: number | string; outcome: string }) => [
      ...[cell.requirementId, names.get(cell.entry as number) ?? cell.entry, cell.outcome],
    ])
    .sort();
};

async function decided(w: World): Promise<Evaluating> {
  const e = await evaluating(service, w, SAMPLE);
  const [first, second, third] = e.requirements.map(({ requirementId }) => requirementId);
  await e.decide(
    { requirementId: first, entry: 1, outcome: 'failed', note: 'No name.' },
    { requirementId: first, entry: 3, outcome: 'passed' },
    { requirementId: second, entry: 'all', outcome: 'inapplicable' },
    { requirementId: third, entry: 2, outcome: 'cannot_tell' },
  );
  return e;
}

test.each(['csv-grid', 'earl', 'wcag-em', 'xlsx-grid'])(
  'what leaves as %s comes back as it was, with its sample',
  async (format) => {
    const w = await world(service);
    const source = await decided(w);
    const exported = await exportOf(w, source, format);
    const target = await evaluating(service, w, []);
    const form = format === 'xlsx-grid' ? 'spreadsheet' : format;
    const dry = await send(w.member.token, target, form, exported, '?dryRun=true').expect(200);
    expect(dry.body).toEqual({
      ...{ dryRun: true, importId: null, entries: expect.arrayContaining(SAMPLE.map(({ name }) => name)), decided: 4 },
      ...{ kept: expect.any(Number), leftOut: [] },
      filled: form === 'wcag-em' ? ['method'] : [],
    });
    expect(await grid(w, target)).toMatchObject({ cells: [], sample: [] });
    const made = await send(w.member.token, target, form, exported).expect(200);
    expect(made.body).toEqual({ ...dry.body, dryRun: false, importId: expect.any(String) });
    expect(await told(w, target)).toEqual(await told(w, source));
    const again = await send(w.member.token, target, form, exported).expect(200);
    expect(again.body).toMatchObject({ importId: null, entries: [], decided: 0 });
    await service
      .as(w.member.token)
      .post(`${target.audit.url}/sample`)
      .send({ name: 'Next', description: 'x' })
      .expect(201);
  },
);

const said = async (w: World, { audit }: Evaluating): Promise<unknown[]> => {
  const { outcomes } = (await service.as(w.member.token).get(`${audit.url}/outcomes`).expect(200)).body;
  return outcomes.map((one: Record<string, unknown>) =>
    ['requirementId', 'entry', 'outcome', 'note', 'derogation'].map((field) => one[field]),
  );
};

test.each(['csv-grid', 'xlsx-grid', 'earl'])(
  'notes and derogations leave as %s and come back as they were, also those of what is untested',
  async (format) => {
    const w = await world(service);
    const pages = [
      { name: 'Home', url: 'https://shop.example/' },
      { name: 'Home: note', description: 'A note.' },
      { name: 'Result', url: 'https://shop.example/result' },
    ];
    const source = await evaluating(service, w, pages);
    const [first, second, third] = source.requirements.map(({ requirementId }) => requirementId);
    await source.decide(
      {
        requirementId: first,
        entry: 1,
        outcome: 'failed',
        note: "No name.\n- '=logo'\n'-banner; =cart",
        derogation: '@them',
      },
      { requirementId: first, entry: 'all', outcome: 'passed', note: 'Mostly: fine' },
      { requirementId: second, entry: 1, outcome: 'untested', note: 'Ask the team.' },
      { requirementId: third, entry: 2, outcome: 'cannot_tell', note: 'Why?' },
      { requirementId: third, entry: 1, outcome: 'inapplicable', derogation: 'None.' },
    );
    const exported = await exportOf(w, source, format);
    const target = await evaluating(service, w, []);
    const form = format === 'xlsx-grid' ? 'spreadsheet' : format;
    const { body } = await send(w.member.token, target, form, exported).expect(200);
    expect(body).toMatchObject({ decided: 5, leftOut: [] });
    expect(await said(w, target)).toEqual(await said(w, source));
    const again = await send(w.member.token, target, form, exported).expect(200);
    expect(again.body).toMatchObject({ importId: null, decided: 0 });
    if (format === 'xlsx-grid') expect((await grid(w, target)).sample).toMatchObject(pages);
    const { imports } = (await service.as(w.member.token).get(`${w.product.url}/imports`)).body;
    await service.as(w.member.token).post(`${w.product.url}/imports/${imports[0].id}/undo`).expect(200);
    expect((await grid(w, target)).sample).toEqual([]);
  },
);

test('a note of an untested outcome that there is stays, and is not replaced', async () => {
  const w = await world(service);
  const e = await evaluating(service, w);
  const [first] = e.requirements;
  await e.decide({ requirementId: first!.requirementId, entry: 1, outcome: 'untested', note: 'Ours.' });
  const { body } = await send(w.member.token, e, 'csv-grid', `criterion,Home,Home: note\n${first!.number},,Theirs.\n`);
  expect(body).toMatchObject({ decided: 0, kept: 1 });
  expect(await said(w, e)).toMatchObject([[first!.requirementId, 1, 'untested', 'Ours.', null]]);
});

test('what of a table has no place is kept with the import, with row and column', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const [first, second] = e.requirements;
  const file = `criterion,Home,Pay,Comment\n${first!.number},C,C,Twice\n${second!.number},C,C,\n`;
  const told = ['column 4 "Comment": a text in row 2'];
  expect((await send(w.member.token, e, 'csv-grid', file).expect(200)).body.leftOut).toEqual(told);
  const { imports } = (await service.as(w.member.token).get(`${w.product.url}/imports`)).body;
  expect(imports[0].leftOut).toEqual(told);
});

/** An empty audit by the RGAA. */
async function rgaa(w: World): Promise<Evaluating> {
  const { standards } = (await service.as(w.member.token).get(`${w.organization.url}/standards`)).body;
  const { id } = standards.find(({ slug }: { slug: string }) => slug === 'rgaa');
  const e = await evaluating(service, w, []);
  await service.as(w.member.token).patch(e.audit.url).send({ standardId: id, conformanceLevel: null }).expect(200);
  return e;
}

test('the CSV of Ara fills an audit of the RGAA', async () => {
  const w = await world(service);
  const e = await rgaa(w);
  const file = 'Critères,Éléments transverses,Accueil\n1.1,NC,C\n1.2,NA,NT\n10.10,C,NC\n';
  const { body } = await send(w.member.token, e, 'csv-grid', file).expect(200);
  expect(body).toMatchObject({ entries: ['Éléments transverses', 'Accueil'], decided: 5, kept: 1 });
});

test('what somebody has decided stays, and what an API key says in favour is proposed', async () => {
  const w = await world(service);
  const e = await decided(w);
  const [first, second] = e.requirements;
  const file = `criterion;Home;Pay\n${first!.number} ${first!.name};passed;failed\n${second!.number};passed;n/a\n`;
  expect((await send(w.keys.write, e, 'csv-grid', file).expect(200)).body).toMatchObject({ decided: 3, kept: 1 });
  const { cells } = await grid(w, e);
  const at = (requirementId: string, entry: number) =>
    cells.find((cell: Record<string, unknown>) => cell['requirementId'] === requirementId && cell['entry'] === entry);
  expect(at(first!.requirementId, 1)).toMatchObject({ outcome: 'failed', proposal: null });
  expect(at(first!.requirementId, 2)).toMatchObject({ outcome: 'failed', byName: 'read+write' });
  expect(at(second!.requirementId, 1)).toMatchObject({ outcome: 'untested', proposal: 'passed' });
});

test('a fault names its place, and nothing of the file is kept', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const [first] = e.requirements;
  const unreadable: [string, string | Buffer, RegExp][] = [
    ['csv-grid', 'criterion,Home\n9.9.9,C\n', /requirement.*row 2, column 1/],
    ['csv-grid', `criterion,Home\n${first!.number},C\n${first!.number},NC\n`, /twice \(row 3, column 2\)/],
    ['csv-grid', `criterion,Home\n${first!.number},perhaps\n`, /"perhaps" is not an outcome \(row 2, column 2\)/],
    ['csv-grid', `criterion,Home,Home\n${first!.number},C,C\n`, /Two pages have the name "Home"/],
    ['csv-grid', 'a,b\n1,2\n', /No column/],
    ['csv-grid', '', /No heading row/],
    ['csv-grid', Buffer.from([0xff, 0xfe, 0]), /UTF-8/],
    ['csv-grid', 'criterion,Home\n', /no readable outcome/],
    ['earl', '{', /JSON/],
    ['earl', '[]', /object/],
    ['earl', '{}', /@graph/],
    ['earl', '{"@graph":[{"@type":"earl:Assertion","test":"WCAG22:x"}]}', /no EARL outcome \(assertion 1\)/],
    ['wcag-em', '{"@graph":[]}', /auditSample/],
  ];
  for (const [format, file, message] of unreadable) {
    const { status, body } = await send(w.member.token, e, format, file);
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_input', '/file']);
    expect(body.errors[0].message).toMatch(message);
  }
  expect((await send(w.member.token, e, 'docx', 'x')).body.errors[0].path).toBe('/format');
  const long = Array.from({ length: 100 }, (_, index) => `P${index}`).join(',');
  const row = `${first!.number},${long.replaceAll(/P\d+/g, 'C')}\n`;
  expect((await send(w.member.token, e, 'csv-grid', `criterion,${long}\n${row.repeat(101)}`)).status).toBe(413);
  expect(await grid(w, e)).toMatchObject({ cells: [], sample: [] });
});

test('a completed audit and an archived product take nothing', async () => {
  const w = await world(service);
  const e = await decided(w);
  const file = `criterion,Home\n${e.requirements[4]!.number},C\n`;
  await service.as(w.member.token).patch(e.audit.url).send({ status: 'completed', acceptUntested: true }).expect(200);
  expect((await send(w.member.token, e, 'csv-grid', file)).body.code).toBe('audit_completed');
  await service.as(w.member.token).patch(e.audit.url).send({ status: 'in_progress' }).expect(200);
  expect((await send(w.keys.read, e, 'csv-grid', file)).body.code).toBe('key_scope_missing');
  await service.as(w.owner.token).post(`${w.product.url}/archive`);
  expect((await send(w.member.token, e, 'csv-grid', file)).body.code).toBe('product_archived');
});

test.each([
  ['XLSX', xlsxOf],
  ['ODS', odsOf],
])('the table of an %s fills an audit, whichever sheet it is on', async (_name, write) => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const [first, second] = e.requirements;
  const notes = { name: 'Notes', rows: [['What we saw', '=1+1']] };
  const file = Buffer.from(
    write([
      notes,
      table([
        [first!.number, 'nicht erfüllt', 'C'],
        [`${second!.number} ${second!.name}`, 'n/a', ''],
      ]),
    ]),
  );
  const { body } = await send(w.member.token, e, 'spreadsheet', file).expect(200);
  expect(body).toEqual({
    ...{ dryRun: false, importId: expect.any(String), entries: ['Home', 'Pay'], decided: 3, kept: 0 },
    ...{ filled: [] },
    leftOut: ['the sheet "Notes"'],
  });
  expect(await told(w, e)).toEqual(
    [
      [first!.requirementId, 'Home', 'failed'],
      [first!.requirementId, 'Pay', 'passed'],
      [second!.requirementId, 'Home', 'inapplicable'],
    ].sort(),
  );
});

test.each([
  ['XLSX', xlsxOf],
  ['ODS', odsOf],
])(
  'the audit grid of the RGAA as %s brings pages with addresses, statuses, notes and derogations',
  async (_name, write) => {
    const w = await world(service);
    const e = await rgaa(w);
    const sheets: WrittenSheet[] = [
      {
        name: 'Échantillon',
        rows: [
          ['Site : x'],
          [],
          ['N° page', 'Titre de la page', 'URL'],
          ['P01', 'Accueil', 'https://shop.example/'],
          ['P02', '', ''],
        ],
      },
      ...['P01', 'P02'].map((name) => ({
        name,
        rows: [
          ['Page'],
          [
            'Thématique',
            'Critère',
            'Recommandation',
            'Statut',
            'Dérogation',
            'Modifications à apporter',
            'Commentaires en cas de dérogations',
          ],
          [
            'Images',
            '1.1',
            '',
            name === 'P01' ? 'NC' : 'NT',
            name === 'P01' ? 'D' : 'N',
            'Nommer le logo.',
            'Contenu tiers',
          ],
          ['', '10.10', '', name === 'P01' ? 'C' : 'NT', 'N', '', ''],
        ],
      })),
    ];
    const file = Buffer.from(write(sheets));
    const { body } = await send(w.member.token, e, 'spreadsheet', file).expect(200);
    expect(body).toMatchObject({ entries: ['Accueil'], decided: 2 });
    expect(body.leftOut).toEqual(['the notes of sheet P02, which name no page']);
    const { outcomes } = (await service.as(w.member.token).get(`${e.audit.url}/outcomes`)).body;
    expect(outcomes).toMatchObject([
      { outcome: 'failed', note: 'Nommer le logo.', derogation: 'Contenu tiers', entry: 1 },
      { outcome: 'passed', note: null, derogation: null },
    ]);
  },
);

test('numbers that a program for tables has made into others or into dates are told apart by their place', async () => {
  const w = await world(service);
  const e = await rgaa(w);
  const numbers = ['1.7', '1.8', '1.9', '2.1', '2.2', '3.1', '3.2', '3.3'].map((number) => [number, 'C']);
  for (const spoilt of ['2-Mar', '02.03.2026', '3/2/26', '2026-03-02']) {
    const rows = numbers.map(([number, word]) => [number === '3.2' ? spoilt : number!, word!]);
    const file = Buffer.from(xlsxOf([table(rows)]));
    const { body } = await send(w.member.token, e, 'spreadsheet', file, '?dryRun=true').expect(200);
    expect(body).toMatchObject({ decided: 8 });
  }
  const csv = 'critère;Accueil\n10.9;C\n10.1;NC\n10.11;C\n';
  const lost = `critère;Accueil\n10.1;C\n${Array.from({ length: 8 }, (_, index) => `10.${index + 2};C\n`).join('')}10.1;NC\n10.11;C\n`;
  await send(w.member.token, e, 'csv-grid', csv).expect(200);
  const { body } = await send(w.member.token, e, 'csv-grid', lost, '?dryRun=true').expect(200);
  expect(body).toMatchObject({ decided: 8, kept: 3 });
  const twice = await send(w.member.token, e, 'csv-grid', 'critère;Accueil\n1.1;C\n1.1;NC\n1.2;C\n');
  expect([twice.status, twice.body.errors[0].message]).toEqual([
    400,
    expect.stringContaining('twice (row 3, column 2)'),
  ]);
});

test('a spreadsheet that cannot be read says why, and nothing of it is kept', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const row = [e.requirements[0]!.number, 'C', 'C'];
  const refused: [Buffer, RegExp][] = [
    [Buffer.from('criterion,Home\n'), /neither XLSX nor ODS/],
    [Buffer.from(xlsxOf([table([row])]).subarray(0, 900)), /damaged/],
    [Buffer.from(xlsxOf([{ name: 'Audit', rows: [['a', 'b']] }])), /No sheet has a column/],
    [Buffer.from(xlsxOf([table([row], 'May'), table([row], 'June')])), /"May" and "June" both have requirements/],
    [Buffer.from(xlsxOf([table([[row[0]!, 'perhaps', 'C']])])), /"perhaps" is not an outcome \(row 2, column 2\)/],
    [Buffer.from(xlsxOf([table([])])), /no readable outcome/],
  ];
  for (const [file, message] of refused) {
    const { status, body } = await send(w.member.token, e, 'spreadsheet', file);
    expect([status, body.errors[0]]).toMatchObject([
      400,
      { path: '/file', code: 'malformed', message: expect.stringMatching(message) },
    ]);
  }
  const both = Buffer.from(xlsxOf([table([row], 'May'), table([row, [e.requirements[1]!.number, 'NC', '']], 'June')]));
  const chosen = await send(w.member.token, e, 'spreadsheet', both).field('sheet', 'June');
  expect([chosen.status, chosen.body.errors]).toEqual([200, undefined]);
  expect(chosen.body).toMatchObject({ decided: 3, leftOut: ['the sheet "May"'] });
  const absent = await send(w.member.token, e, 'spreadsheet', both).field('sheet', 'July');
  expect([absent.status, absent.body.errors[0].message]).toEqual([400, 'The file has no sheet named "July".']);
});

test.each(['rgaa-xlsx', 'rgaa-ods'])(
  'what leaves as %s comes back with its pages, notes and derogations',
  async (format) => {
    const w = await world(service);
    const source = await rgaa(w);
    const { requirements } = await grid(w, source);
    for (const page of SAMPLE)
      await service.as(w.member.token).post(`${source.audit.url}/sample`).send(page).expect(201);
    const [first, second, third] = requirements.map(({ requirementId }: { requirementId: string }) => requirementId);
    await source.decide(
      { requirementId: first, entry: 1, outcome: 'failed', note: '=1+1', derogation: 'Contenu tiers' },
      { requirementId: second, entry: 'all', outcome: 'passed' },
      { requirementId: third, entry: 3, outcome: 'cannot_tell', note: 'Le menu.' },
      { requirementId: third, entry: 1, outcome: 'untested', note: 'À revoir.' },
    );
    const target = await rgaa(w);
    const { body } = await send(w.member.token, target, 'spreadsheet', await exportOf(w, source, format)).expect(200);
    expect(body).toMatchObject({ entries: SAMPLE.map(({ name }) => name), decided: 6, leftOut: [] });
    const { outcomes } = (await service.as(w.member.token).get(`${target.audit.url}/outcomes`)).body;
    expect(outcomes).toMatchObject([
      { requirementId: first, entry: 1, outcome: 'failed', note: '=1+1', derogation: 'Contenu tiers' },
      ...[1, 2, 3].map((entry) => ({ requirementId: second, entry, outcome: 'passed', note: null })),
      { requirementId: third, entry: 1, outcome: 'untested', note: 'À revoir.' },
      { requirementId: third, entry: 3, outcome: 'cannot_tell', note: 'Le menu.' },
    ]);
    const { sample } = await grid(w, target);
    expect(sample).toMatchObject([SAMPLE[0], SAMPLE[1], { name: '=Imprint', url: 'https://shop.example/imprint' }]);
  },
);
