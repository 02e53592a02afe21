import { odsOf, type WrittenSheet, xlsxOf } from '#libs/spreadsheets';
import { runImportJob } from '../support/import-job.js';
import { evaluating, type Evaluating } from '../support/evaluation.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const as = ({ token }: { token: string }) => service.as(token);
const imports = (w: World): string => `${w.product.url}/imports`;
type Fields = Record<string, string>;
const post = (w: World, path: string, fields: Fields, file: string | Buffer, token = w.member.token) =>
  service
    .as(token)
    .post(`${imports(w)}${path}`)
    .field(fields)
    .attach('file', Buffer.from(file), 'a');
const preview = async (w: World, fields: Fields, file: string | Buffer) =>
  (await post(w, '/preview', fields, file).expect(200)).body;
const numberOf = ({ audit }: Evaluating): Fields => ({ audit: String(audit.number) });
const mappingOf = (columns: string[], words: Record<string, string> = {}, more: object = {}): string =>
  JSON.stringify({
    ...more,
    columns: columns.map((field, index) => ({ column: index + 1, field })),
    words: Object.entries(words).map(([word, outcome]) => ({ word, outcome })),
  });

/** Begins an import and has its job run; answers what has become of it. */
async function importing(w: World, fields: Fields, file: string | Buffer) {
  const { id } = (await post(w, '', fields, file).expect(202)).body.import;
  await runImportJob(service, w, id);
  const { body } = await as(w.member)
    .get(`${imports(w)}/${id}`)
    .expect(200);
  expect(body.import.state).toBe('finished');
  return body.import;
}
const auditOf = async (w: World, number: number) =>
  (await as(w.member).get(`${w.product.url}/audits/${number}`).expect(200)).body.audit;
const outcomesOf = async (w: World, number: number) =>
  (await as(w.member).get(`${w.product.url}/audits/${number}/outcomes`).expect(200)).body.outcomes;
const countOf = async (w: World): Promise<unknown> => {
  const tables = ['audits', 'audit_entries', 'audit_outcomes', 'audit_imports', 'audit_import_mappings'];
  const counts = tables.map((table) => `(SELECT count(*)::int FROM ${table} WHERE organization_id = $1) AS ${table}`);
  return (await service.database.query(`SELECT ${counts.join(', ')}`, [w.organization.id]))[0];
};

const SHEET: WrittenSheet = {
  name: 'Befunde',
  rows: [
    ['Bericht vom Mai'],
    ['Nr.', 'Wo', 'Urteil', 'Was'],
    ['1.1.1', 'Home', 'rot', 'Das Logo hat keinen Namen.'],
    ['1.1.1', 'Home', 'rot', 'Das Banner auch nicht.'],
    ['1.3.1', 'https://shop.example/pay', 'grün', ''],
  ],
};
const COLUMNS = ['requirement', 'page', 'outcome', 'description'];
const WORDS = { rot: 'failed', grün: 'passed' };

test.each([
  ['XLSX', xlsxOf],
  ['ODS', odsOf],
])('a table of an %s that nobody knows is shown, mapped, tried row by row and imported', async (_name, write) => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const file = Buffer.from(write([SHEET]));
  const before = await countOf(w);
  const spreadsheet = { format: 'spreadsheet', ...numberOf(e) };
  const unknown = await preview(w, spreadsheet, file);
  expect(unknown).toMatchObject({
    table: { sheets: ['Befunde'], sheet: 'Befunde', headRow: 2, mappedBy: 'names' },
    ...{ faultCount: 1, decided: 0, rows: [] },
    faults: [{ path: '/file', message: expect.stringContaining('No column was recognized as the requirement') }],
  });
  expect(unknown.table.columns[2]).toEqual({
    ...{ column: 3, heading: 'Urteil', field: 'entry', examples: ['rot', 'grün'] },
  });
  const half = await preview(w, { ...spreadsheet, mapping: mappingOf(COLUMNS) }, file);
  expect(half.table.words).toEqual([
    { word: 'rot', outcome: null, count: 2 },
    { word: 'grün', outcome: null, count: 1 },
  ]);
  expect(half.faults.map(({ params }: { params: object }) => params)).toEqual([
    { value: 'rot', row: 3, column: 3 },
    { value: 'rot', row: 4, column: 3 },
    { value: 'grün', row: 5, column: 3 },
  ]);
  const mapping = mappingOf(COLUMNS, WORDS);
  const whole = await preview(w, { ...spreadsheet, mapping }, file);
  expect(whole).toMatchObject({
    ...{ faultCount: 0, entries: ['Home', 'https://shop.example/pay'], decided: 2, kept: 0, filled: [] },
    standard: 'WCAG 2.2, AA',
  });
  expect(whole.rows).toMatchObject([
    { row: 3, requirement: '1.1.1 Non-text Content', outcomes: [{ page: 'Home', outcome: 'failed' }], outcomeCount: 1 },
    { row: 4, outcomes: [{ page: 'Home', outcome: 'failed' }] },
    {
      row: 5,
      requirement: '1.3.1 Info and Relationships',
      outcomes: [{ page: 'https://shop.example/pay', outcome: 'passed' }],
    },
  ]);
  expect(await countOf(w)).toEqual(before);
  expect(await importing(w, { ...spreadsheet, mapping }, file)).toMatchObject({ decided: 2, madeAudit: false });
  expect(await outcomesOf(w, e.audit.number)).toMatchObject([
    { outcome: 'failed', note: 'Das Logo hat keinen Namen.\n\nDas Banner auch nicht.' },
    { outcome: 'passed', note: null },
  ]);
});

test('the organization remembers how it has read these headings, and no other one does', async () => {
  const [w, other] = [await world(service), await world(service)];
  const [e, another] = [await evaluating(service, w, []), await evaluating(service, other, [])];
  const csv = { format: 'csv-grid' };
  const file = 'Ref;Where;Rating\n1.1.1;Home;red\n';
  const mapping = mappingOf(['requirement', 'page', 'outcome'], { red: 'failed' });
  await preview(w, { ...csv, ...numberOf(e), mapping }, file);
  expect((await preview(w, { ...csv, ...numberOf(e) }, file)).table.mappedBy).toBe('names');
  await importing(w, { ...csv, ...numberOf(e), mapping }, file);
  const again = await preview(w, { ...csv, ...numberOf(e) }, 'ref;WHERE;Rating\n1.4.3;Pay;RED\n');
  expect(again).toMatchObject({ table: { mappedBy: 'memory' }, faultCount: 0, decided: 1, entries: ['Pay'] });
  expect((await preview(w, { ...csv, ...numberOf(e) }, 'Ref;Where;Rated\n1.1.1;Home;red\n')).faultCount).toBe(1);
  expect((await preview(other, { ...csv, ...numberOf(another) }, file)).table.mappedBy).toBe('names');
  const corrected = mappingOf(['requirement', 'page', 'outcome'], { red: 'cannot_tell' });
  await importing(w, { ...csv, ...numberOf(e), mapping: corrected }, 'Ref;Where;Rating\n2.4.2;Home;red\n');
  const { table } = await preview(w, { ...csv, ...numberOf(e) }, file);
  expect(table.words).toEqual([{ word: 'red', outcome: 'cannot_tell', count: 1 }]);
});

test('only the fifty mappings that were said last are kept', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const mapping = mappingOf(['requirement', 'entry']);
  await service.database.query(
    `INSERT INTO audit_import_mappings (organization_id, headings, mapping, said_at)
     SELECT $1, sha256(n::text::bytea), '{"columns": [], "words": []}', now() - n * interval '1 day'
     FROM generate_series(1, 50) AS n`,
    [w.organization.id],
  );
  for (const page of ['Home', 'Home', 'Pay'])
    await importing(w, { format: 'csv-grid', ...numberOf(e), mapping }, `criterion,${page}\n1.1.1,C\n`);
  const oldest = await service.database.query(
    `SELECT min(said_at) > now() - interval '49 days' AS "isYounger" FROM audit_import_mappings WHERE organization_id = $1`,
    [w.organization.id],
  );
  expect(oldest).toEqual([{ isYounger: true }]);
  expect(await countOf(w)).toMatchObject({ audit_import_mappings: 50 });
});

test('a mapping that cannot be is refused with each of its faults', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const csv = { format: 'csv-grid', ...numberOf(e) };
  const refused: [string, string[]][] = [
    ['{', ['/mapping']],
    ['[]', ['/mapping']],
    ['{}', ['/mapping/columns']],
    [
      '{"columns":[{"column":0,"field":"page"},{"column":1,"field":"x"}]}',
      ['/mapping/columns/0/column', '/mapping/columns/1/field'],
    ],
    ['{"columns":[{"column":1,"field":"page"},{"column":1,"field":"page"}]}', ['/mapping/columns/1/column']],
    ['{"columns":[],"words":[{"word":"\\u0000","outcome":"passed"}]}', ['/mapping/words/0/word']],
    [
      '{"columns":[],"words":[{"word":"Rot","outcome":"failed"},{"word":" ROT ","outcome":"passed"},{"word":"rot","outcome":"failed"}]}',
      ['/mapping/words/1/word', '/mapping/words/2/word'],
    ],
    ['{"columns":[],"words":[{"word":"x","outcome":"good"}],"more":1}', ['/mapping/words/0/outcome', '/mapping/more']],
  ];
  for (const [mapping, paths] of refused) {
    const { status, body } = await post(w, '/preview', { ...csv, mapping }, 'criterion,Home\n1.1.1,C\n');
    expect([status, body.errors?.map(({ path }: { path: string }) => path)]).toEqual([400, paths]);
  }
  const nothing = await preview(w, { ...csv, mapping: '{"columns":[]}' }, 'criterion,Home\n1.1.1,C\n');
  expect(nothing.faults[0].message).toContain('No column was recognized as the requirement');
});

test('a file goes into a new audit, of the standard that is named, and nothing of a faulty one is kept', async () => {
  const w = await world(service);
  const { standards } = (await as(w.member).get(`${w.organization.url}/standards`)).body;
  const rgaa = standards.find(({ slug }: { slug: string }) => slug === 'rgaa');
  const file = 'Critères,Éléments transverses,Accueil\n1.1,NC,C\n10.10,C,NC\n';
  const fields = { format: 'csv-grid', title: 'Ara, mai', standardId: rgaa.id };
  const before = await countOf(w);
  expect(await preview(w, fields, file)).toMatchObject({ standard: 'RGAA 4.1.2', decided: 4, faultCount: 0 });
  expect((await post(w, '', { ...fields }, `${file}99.9,C,C\n`)).status).toBe(400);
  expect(await countOf(w)).toEqual(before);
  const done = await importing(w, fields, file);
  expect(done).toMatchObject({ decided: 4, madeAudit: true, entries: ['Éléments transverses', 'Accueil'] });
  const audit = await auditOf(w, done.auditNumber);
  expect(audit).toMatchObject({ title: 'Ara, mai', type: 'full', status: 'in_progress', standardId: rgaa.id });
  const { changes } = (await as(w.member).get(`${w.organization.url}/changes?pageSize=2`).expect(200)).body;
  expect(changes.map(({ type }: { type: string }) => type)).toEqual(['import.finished', 'audit.created']);
  const undone = await as(w.member)
    .post(`${imports(w)}/${done.id}/undo`)
    .expect(200);
  expect(undone.body).toMatchObject({ outcomes: 4, keptFields: [] });
  expect(await auditOf(w, done.auditNumber)).toMatchObject({ outcomeCount: 0, entryCount: 0 });
});

test('a new audit that cannot be is refused', async () => {
  const [w, other] = [await world(service), await world(service)];
  const e = await evaluating(service, w, []);
  const own = await as(other.owner).post(`${other.organization.url}/standards`).send({ name: 'Their own' });
  const file = 'criterion,Home\n1.1.1,C\n';
  const level = e.conformance.conformanceLevel;
  const { standardId } = e.conformance;
  const id = '00000000-0000-4000-8000-000000000000';
  const refused: [Fields, string, string][] = [
    [{ standardId: id }, '/standardId', 'unknown_reference'],
    [{ standardId: own.body.standard?.id ?? id }, '/standardId', 'unknown_reference'],
    [{ standardId, conformanceLevel: id }, '/conformanceLevel', 'unknown_reference'],
    [{ conformanceLevel: level }, '/standardId', 'required'],
    [{ standardId: 'x' }, '/standardId', 'malformed'],
    [{ audit: String(e.audit.number), title: 'x' }, '/title', 'not_applicable'],
    [{ title: 'x'.repeat(201) }, '/title', 'too_long'],
  ];
  for (const path of ['', '/preview'])
    for (const [fields, pointer, code] of refused) {
      const { status, body } = await post(w, path, { format: 'csv-grid', ...fields }, file);
      expect([status, body.errors?.[0]]).toMatchObject([400, { path: pointer, code }]);
    }
  await as(w.owner).post(`${w.product.url}/archive`).expect(200);
  expect((await post(w, '', { format: 'csv-grid' }, file)).body.code).toBe('product_archived');
  expect((await post(w, '/preview', { format: 'csv-grid' }, file)).body.code).toBe('product_archived');
  expect((await post(w, '/preview', { format: 'csv-grid' }, file, w.keys.read)).body.code).toBe('key_scope_missing');
});

const ABOUT = {
  title: 'Shop, spring',
  scopeText: 'The shop.\n\nNot the blog.',
  executiveSummary: 'Mostly fine.\n\nThe checkout is not.',
  baseline: [
    { browser: 'Firefox 140', assistiveTechnology: 'NVDA' },
    { browser: 'Chrome', assistiveTechnology: null },
  ],
};

test('what leaves for the WCAG-EM Report Tool comes back into a new audit without loss', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, [
    { name: 'Home', url: 'https://shop.example/' },
    { name: 'Home, with the menu open', url: 'https://shop.example/' },
    { name: 'Pay', description: 'The dialog after the cart.' },
    { name: 'Any', url: 'https://shop.example/any', kind: 'random' },
  ]);
  const { standards } = (await as(w.member).get(`${w.organization.url}/standards`)).body;
  const wcag = standards.find(({ slug }: { slug: string }) => slug === 'wcag-2-1');
  const conformance = {
    ...{ standardId: wcag.id as string },
    conformanceLevel: wcag.levels.find(({ name }: { name: string }) => name === 'A').id as string,
  };
  const evaluators = [{ name: 'Miller, Ann' }, { name: 'Bo' }];
  await as(w.member)
    .patch(e.audit.url)
    .send({ ...ABOUT, ...conformance, evaluators, method: 'wcag_em' })
    .expect(200);
  const { requirements } = (await as(w.member).get(`${e.audit.url}/outcomes?view=grid`)).body;
  const [first, second, third] = requirements.map(({ requirementId }: { requirementId: string }) => requirementId);
  await e.decide(
    { requirementId: first, entry: 1, outcome: 'failed', note: 'No name.\n\nTwice.', derogation: 'Not ours.' },
    { requirementId: first, entry: 2, outcome: 'passed', derogation: 'Old.' },
    { requirementId: second, entry: 'all', outcome: 'inapplicable', note: 'No video.' },
    { requirementId: third, entry: 4, outcome: 'cannot_tell' },
  );
  const file = await service.as(w.member.token).get(`${e.audit.url}/export?format=wcag-em`).responseType('blob');
  const { body } = file;
  const tried = await preview(w, { format: 'wcag-em' }, body as Buffer);
  expect(tried).toMatchObject({ table: null, standard: 'WCAG 2.1, A', decided: 4, leftOut: [] });
  const { auditNumber } = await importing(w, { format: 'wcag-em' }, body as Buffer);
  expect(auditNumber).not.toBe(e.audit.number);
  const audit = await auditOf(w, auditNumber);
  expect(audit).toMatchObject({ ...ABOUT, ...conformance, method: 'wcag_em', description: null });
  expect(audit.evaluators.map(({ name }: { name: string }) => name)).toEqual(['Miller, Ann', 'Bo']);
  const said = async (number: number) =>
    (await outcomesOf(w, number)).map((one: Record<string, unknown>) => [
      ...['requirementId', 'entry', 'outcome', 'note', 'derogation'].map((field) => one[field]),
    ]);
  const sampleOf = async (number: number) =>
    (await as(w.member).get(`${w.product.url}/audits/${number}/sample`)).body.sample.map(
      ({ name, url, description, kind }: Record<string, unknown>) => ({ name, url, description, kind }),
    );
  expect(await said(auditNumber)).toEqual(await said(e.audit.number));
  expect(await sampleOf(auditNumber)).toEqual(await sampleOf(e.audit.number));
});

test('what an audit says of itself stays; what was filled is emptied with the import unless somebody has changed it', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  await as(w.member).patch(e.audit.url).send({ scopeText: 'Ours' }).expect(200);
  const file = JSON.stringify({
    reportFindings: {
      title: 'Theirs',
      summary: 'Fine.',
      commissioner: 'ACME',
      evaluator: 'Ann',
      evaluationSpecifics: 'By hand.',
    },
    defineScope: {
      ...{ scope: { title: 'Shop', description: 'Theirs' }, accessibilitySupportBaseline: 'Firefox + NVDA' },
      ...{ wcagVersion: '2.2', conformanceTarget: 'AA' },
    },
    exploreTarget: { essentialFunctionality: 'Buying', technologiesReliedUpon: ['HTML', 'CSS'] },
    selectSample: { structuredSample: [{ id: '_:p', title: 'Home', description: 'https://shop.example/' }] },
    auditSample: [
      {
        ...{ type: 'Assertion', subject: { title: 'Home' }, test: { id: 'WCAG22:non-text-content' } },
        result: { outcome: { id: 'earl:failed' } },
      },
    ],
  });
  const done = await importing(w, { format: 'wcag-em', ...numberOf(e) }, file);
  expect(done.leftOut).toEqual(['the commissioner']);
  expect(await auditOf(w, e.audit.number)).toMatchObject({
    ...{ title: 'Theirs', scopeText: 'Ours', executiveSummary: 'Fine.', method: 'wcag_em' },
    description: 'Buying\n\nTechnologies: HTML, CSS\n\nBy hand.',
    evaluators: [{ userId: null, name: 'Ann' }],
    baseline: [{ browser: 'Firefox', assistiveTechnology: 'NVDA' }],
  });
  await as(w.member).patch(e.audit.url).send({ executiveSummary: 'Ours too' }).expect(200);
  const { body } = await as(w.member)
    .post(`${imports(w)}/${done.id}/undo`)
    .expect(200);
  expect(body.keptFields).toEqual(['executiveSummary']);
  expect(await auditOf(w, e.audit.number)).toMatchObject({
    ...{ title: null, scopeText: 'Ours', executiveSummary: 'Ours too', method: null, description: null },
    ...{ evaluators: [], baseline: [] },
  });
});

test('what tools assert is proposed and never decided, and a person takes it over', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, [{ name: 'Home', url: 'https://shop.example/' }]);
  const [first, second] = e.requirements;
  const numbered = (number: string, outcome: string, more: object = {}) => ({
    ...{ '@type': 'earl:Assertion', mode: 'earl:automatic', assertedBy: '_:axe', subject: 'https://shop.example/' },
    ...{ test: { '@id': `_:${number}`, identifier: number }, result: { outcome, description: 'Found.' }, ...more },
  });
  const file = JSON.stringify({
    '@graph': [
      { '@id': '_:axe', '@type': 'earl:Software', name: 'axe 4' },
      numbered(first!.number, 'earl:passed'),
      numbered(first!.number, 'earl:failed'),
      numbered(second!.number, 'earl:passed'),
      numbered('0.0.0', 'earl:failed'),
      numbered(e.requirements[2]!.number, 'earl:failed', { mode: 'earl:manual', assertedBy: '_:ann' }),
      numbered(e.requirements[2]!.number, 'earl:passed'),
    ],
  });
  const done = await importing(w, { format: 'earl', ...numberOf(e) }, file);
  expect(done).toMatchObject({ decided: 3, leftOut: ['1 assertion of tools on requirements outside the audit'] });
  const outcomes = await outcomesOf(w, e.audit.number);
  expect(outcomes).toMatchObject([
    { outcome: 'untested', by: null, proposal: { outcome: 'failed', by: 'axe 4' } },
    { outcome: 'untested', by: null, proposal: { outcome: 'passed', by: 'axe 4' } },
    { outcome: 'failed', by: { name: w.member.name }, proposal: null },
  ]);
  expect((await auditOf(w, e.audit.number)).outcomeCount).toBe(1);
  await e.decide({ requirementId: first!.requirementId, entry: 1, outcome: 'failed', fromProposal: true });
  expect((await outcomesOf(w, e.audit.number))[0]).toMatchObject({ outcome: 'failed', fromProposal: true });
});

const CSV = { format: 'csv-grid' };
const SPREADSHEET = { format: 'spreadsheet' };
const OF_OBJECTS = mappingOf(['requirement', 'entry'], { ['__proto__']: 'passed', constructor: 'failed' });

test.each<[name: string, fields: Fields, file: string | Buffer]>([
  ['a million columns', CSV, `criterion${',x'.repeat(1_000_000)}\n`],
  ['60,000 rows', CSV, `criterion,Home\n${'1.1.1,C\n'.repeat(60_000)}`],
  ['60,000 empty rows', CSV, '\n'.repeat(60_000)],
  ['a quote that is not closed', CSV, '"criterion,Home\n1.1.1,C\n'],
  ['pages called like members of objects', CSV, 'criterion,__proto__,constructor,toString\n1.1.1,C,NC,C\n'],
  ['words called like members of objects', { ...CSV, mapping: OF_OBJECTS }, 'a,b\n1.1.1,constructor\n'],
  ['headings beyond the end', { ...CSV, mapping: mappingOf([], {}, { headRow: 20_000 }) }, 'criterion,Home\n1.1.1,C\n'],
  ['a sheet called like a member of objects', { ...SPREADSHEET, sheet: '__proto__' }, Buffer.from(xlsxOf([SHEET]))],
  ['50,000 empty assertions', { format: 'wcag-em' }, `{"auditSample":[${'{},'.repeat(50_000)}{}]}`],
  ['lists 5,000 deep', { format: 'earl' }, `{"@graph":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
])('%s are refused or read as texts, never answered by an error of ours', async (_name, fields, file) => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const told = await preview(w, { ...fields, ...numberOf(e) }, file);
  const { status } = await post(w, '', { ...fields, ...numberOf(e) }, file);
  expect(status).toBe(told.faultCount > 0 ? 400 : 202);
});

test('formulas and markup are texts, and of two tables somebody says which is read', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const [first] = e.requirements;
  const csv = { format: 'csv-grid', ...numberOf(e) };
  const formulas = `criterion,"'=cmd|' /C calc'!A0","<img src=x onerror=alert(1)>"\n${first!.number},C,C\n`;
  const { entries, faultCount } = await preview(w, csv, formulas);
  expect([faultCount, entries]).toEqual([0, ["=cmd|' /C calc'!A0", '<img src=x onerror=alert(1)>']]);
  const two = await preview(
    w,
    { format: 'spreadsheet', ...numberOf(e) },
    Buffer.from(xlsxOf([SHEET, { ...SHEET, name: 'Zwei' }])),
  );
  expect(two).toMatchObject({ table: { sheets: ['Befunde', 'Zwei'], sheet: null, columns: [] }, faultCount: 1 });
});

test('all faults of a large file are counted, the first hundred named, one a row for what is no requirement', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const rows = Array.from({ length: 300 }, (_, index) => `99.${index},C,NC,C`).join('\n');
  const { faults, faultCount } = await preview(w, { format: 'csv-grid', ...numberOf(e) }, `criterion,A,B,C\n${rows}\n`);
  expect([faults.length, faultCount]).toEqual([100, 300]);
  expect(faults[99]).toMatchObject({ code: 'unknown_reference', params: { value: '99.99', row: 101, column: 1 } });
  const refused = await post(w, '', { format: 'csv-grid', ...numberOf(e) }, `criterion,A,B,C\n${rows}\n`);
  expect([refused.status, refused.body.errors.length]).toEqual([400, 100]);
});

test('another organization reads no import of these, and makes none in their audits', async () => {
  const [w, other] = [await world(service), await world(service)];
  const e = await evaluating(service, w, []);
  const file = 'criterion,Home\n1.1.1,C\n';
  for (const path of ['', '/preview'])
    expect((await post(w, path, { format: 'csv-grid', ...numberOf(e) }, file, other.owner.token)).body.code).toBe(
      'not_a_member',
    );
});
