import { strFromU8, unzipSync } from 'fflate';
import { readSheets } from '#libs/spreadsheets';
import { evidenceIn } from '../support/evidence.js';
import { evaluating } from '../support/evaluation.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const SAMPLE = [
  { name: 'Home', url: 'https://shop.example/' },
  { name: 'Home, signed in', url: 'https://shop.example/' },
  { name: 'Pay', description: 'The dialog after the cart.', kind: 'process', process: 'Buy' },
  { name: '=Imprint', url: 'https://shop.example/imprint', kind: 'random' },
];

const read = async (w: World, url: string, format: string) => {
  const answer = await service.as(w.member.token).get(`${url}/export?format=${format}`).buffer(true).expect(200);
  return { text: answer.text, headers: answer.headers, json: () => JSON.parse(answer.text) as Record<string, never> };
};

async function decidedAudit(w: World) {
  const e = await evaluating(service, w, SAMPLE);
  const [first, second, third] = e.requirements.map(({ requirementId }) => requirementId);
  const { issue } = (await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: '=No name' })).body;
  const { id } = await evidenceIn(service, w.member, w.product.url);
  await e.decide(
    {
      requirementId: first,
      entry: 1,
      outcome: 'failed',
      note: '-1 no name',
      issueNumbers: [issue.number],
      evidenceIds: [id],
    },
    { requirementId: first, entry: 4, outcome: 'passed' },
    { requirementId: second, entry: 'all', outcome: 'inapplicable' },
    { requirementId: third, entry: 3, outcome: 'cannot_tell', derogation: 'Disproportionate.' },
  );
  return { ...e, issue };
}

interface Assertion {
  subject: { type: string[] };
  result: { outcome: { id: string } };
}

test('as a grid it has a record for each requirement and a cell for each entry, none of which is a formula', async () => {
  const w = await world(service);
  const { audit, requirements } = await decidedAudit(w);
  const { text, headers } = await read(w, audit.url, 'csv-grid');
  expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  expect(headers['content-disposition']).toBe(
    `attachment; filename="${w.product.slug}-audit-${audit.number}.grid.csv"`,
  );
  const lines = text.split('\r\n');
  expect(lines[0]).toContain('The audit is in progress.');
  expect(lines[1]).toBe(
    '"requirement","name","level","all","Home","Home: note","Home, signed in","Pay","Pay: derogation","\'=Imprint"',
  );
  const [first, second, third] = requirements;
  const start = ({ number, name, level }: { number: string; name: string; level: string | null }) =>
    `"${number}","${name}","${level}"`;
  expect(lines.slice(2, 5)).toEqual([
    `${start(first!)},"untested","failed","'-1 no name","untested","untested","","passed"`,
    `${start(second!)},"inapplicable","untested","","untested","untested","","untested"`,
    `${start(third!)},"untested","untested","","untested","cannot_tell","Disproportionate.","untested"`,
  ]);
  expect(lines).toHaveLength(requirements.length + 3);
});

test('as a list it has a record for each problem', async () => {
  const w = await world(service);
  const { audit, requirements, issue } = await decidedAudit(w);
  const lines = (await read(w, audit.url, 'csv-issues')).text.split('\r\n');
  const [first, , third] = requirements;
  expect(lines.slice(2, -1)).toEqual([
    `"${first!.number}","${first!.name}","A","Home","https://shop.example/","failed","'-1 no name","","${issue.number}","'=No name","","","","open"`,
    `"${third!.number}","${third!.name}","A","Pay","The dialog after the cart.","cannot_tell","","Disproportionate.","","","","","",""`,
  ]);
});

test('as workbooks the grid has a list in each cell, and the problems a row each, all of them texts', async () => {
  const w = await world(service);
  const { audit, requirements, issue } = await decidedAudit(w);
  const workbook = async (format: string) => {
    const answer = service.as(w.member.token).get(`${audit.url}/export?format=${format}`).responseType('blob');
    const { body, headers } = await answer.expect(200);
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(headers['content-disposition']).toContain(`-audit-${audit.number}.${format.replace('xlsx-', '')}.xlsx`);
    const xml = strFromU8(unzipSync(body as Buffer)['xl/worksheets/sheet1.xml']!);
    expect(xml).not.toContain('<f>');
    return { xml, sheets: readSheets(body as Buffer) };
  };
  const { xml, sheets } = await workbook('xlsx-grid');
  expect(xml).toContain('<formula1>"failed,cannot_tell,untested,passed,inapplicable"</formula1>');
  expect(sheets.map(({ name }) => name)).toEqual(['Outcomes', 'About']);
  const [head, first] = sheets[0]!.rows;
  expect(head).toEqual([
    ...['requirement', 'name', 'level', 'all', 'Home', 'Home: note', 'Home, signed in'],
    ...['Pay', 'Pay: derogation', '=Imprint'],
  ]);
  const last = requirements.length + 1;
  const chosen = ['D', 'E', 'G', 'H', 'J'].map((column) => `${column}2:${column}${last}`).join(' ');
  expect(xml).toContain(`sqref="${chosen}"`);
  expect(first!.slice(0, 5)).toEqual([requirements[0]!.number, requirements[0]!.name, 'A', 'untested', 'failed']);
  expect(sheets[0]!.rows).toHaveLength(requirements.length + 1);
  expect(sheets[1]!.rows).toContainEqual(['Note', 'The audit is in progress.']);
  expect(sheets[1]!.rows).toContainEqual([
    'Not in this grid',
    '1 process, 1 issue, 1 file of evidence, 1 mark of a page as random',
  ]);
  const problems = (await workbook('xlsx-issues')).sheets[0]!.rows;
  expect(problems).toHaveLength(3);
  expect(problems[1]).toEqual(
    expect.arrayContaining(['Home', 'failed', '-1 no name', String(issue.number), '=No name']),
  );
});

test('as EARL it has each outcome with who decided it, and says what it leaves out', async () => {
  const w = await world(service);
  const { audit, requirements } = await decidedAudit(w);
  const { json, headers } = await read(w, audit.url, 'earl');
  expect(headers['content-type']).toMatch(/^application\/ld\+json/);
  const graph = json()['@graph'] as unknown as Record<string, unknown>[];
  const assertions = graph.filter((node) => node['@type'] === 'earl:Assertion');
  expect(assertions).toHaveLength(4);
  const assertor = graph.find((node) => node['name'] === w.member.name)!['@id'];
  expect(assertions[0]).toMatchObject({
    assertedBy: assertor,
    subject: '_:entry-1',
    test: { '@id': 'https://www.w3.org/TR/WCAG22/#non-text-content', identifier: requirements[0]!.number },
    result: { outcome: { '@id': 'earl:failed' }, description: '-1 no name' },
  });
  expect(graph.find((node) => node['@id'] === '_:entry-4')).toMatchObject({
    title: '=Imprint',
    source: 'https://shop.example/imprint',
  });
  expect(graph[0]!['description']).toEqual([
    'The audit is in progress.',
    'Not included in this file: 1 process, 1 issue, 1 file of evidence, 1 mark of a page as random.',
  ]);
});

test('for the WCAG-EM Report Tool each page has an address of its own', async () => {
  const w = await world(service);
  const { audit } = await decidedAudit(w);
  await service
    .as(w.member.token)
    .patch(audit.url)
    .send({
      scopeText: 'The shop.',
      executiveSummary: 'Good.',
      baseline: [{ browser: 'Firefox', assistiveTechnology: 'NVDA' }],
    })
    .expect(200);
  const evaluation = (await read(w, audit.url, 'wcag-em')).json() as unknown as { auditSample: Assertion[] };
  expect(evaluation).toMatchObject({
    type: 'Evaluation',
    reportFindings: {
      summary: 'Good.',
      evaluationSpecifics: expect.stringContaining('Not included in this file: 1 process'),
    },
    defineScope: {
      scope: { title: 'Web Shop', description: 'The shop.' },
      wcagVersion: '2.2',
      conformanceTarget: 'AA',
      accessibilitySupportBaseline: 'Firefox + NVDA',
    },
    selectSample: {
      structuredSample: [
        { title: 'Home', description: 'https://shop.example/' },
        { title: 'Home, signed in', description: 'shop.example/' },
        { title: 'Pay', description: 'The dialog after the cart.' },
      ],
      randomSample: [{ title: '=Imprint', description: 'https://shop.example/imprint' }],
    },
  });
  expect(evaluation.auditSample[0]).toMatchObject({
    subject: { title: 'Home' },
    test: { id: 'WCAG22:non-text-content' },
    result: { outcome: { id: 'earl:failed' }, description: '-1 no name' },
  });
  const ofSite = evaluation.auditSample.find(({ subject }) => subject.type.includes('Website'))!;
  expect(ofSite.result.outcome.id).toBe('earl:inapplicable');
});

test('EARL and the file for the WCAG-EM Report Tool say what of the audit and its pages they have no room for', async () => {
  const w = await world(service);
  const pages = [
    { name: 'Home', url: 'https://shop.example/', description: 'With the menu open.' },
    { name: 'Pay', description: 'The dialog after the cart.' },
  ];
  const { audit } = await evaluating(service, w, pages);
  const about = {
    ...{ description: 'Before the relaunch.', scopeText: 'The shop.', executiveSummary: 'Good.', method: 'wcag_em' },
    ...{
      evaluators: [{ userId: w.member.id }, { name: 'Bo' }],
      baseline: [{ browser: 'Firefox', assistiveTechnology: null }],
    },
  };
  await service.as(w.member.token).patch(audit.url).send(about).expect(200);
  const evaluation = (await read(w, audit.url, 'wcag-em')).json() as unknown as {
    reportFindings: { evaluationSpecifics: string };
  };
  expect(evaluation.reportFindings.evaluationSpecifics).toContain(
    'Not included in this file: 1 description of a page with an address, 1 account of an evaluator, the description of the audit.',
  );
  const graph = (await read(w, audit.url, 'earl')).json()['@graph'] as unknown as { description: string[] }[];
  expect(graph[0]!.description).toContain(
    'Not included in this file: 1 description of a page with an address, 2 evaluators, 1 line of the baseline, the description of the audit, the scope, the summary, the method.',
  );
});

test('of another standard than WCAG there is none for that tool, and every export says that untested requirements were accepted', async () => {
  const w = await world(service);
  const { standards } = (await service.as(w.member.token).get(`${w.organization.url}/standards`)).body;
  const rgaa = standards.find(({ slug }: { slug: string }) => slug === 'rgaa');
  const { audit } = (await service.as(w.member.token).post(`${w.product.url}/audits`).send({})).body;
  const url = `${w.product.url}/audits/${audit.number}`;
  await service.as(w.member.token).patch(url).send({ standardId: rgaa.id, conformanceLevel: null }).expect(200);
  const ofWcag = (await evaluating(service, w)).audit;
  for (const format of ['rgaa-xlsx', 'rgaa-ods'])
    expect((await service.as(w.member.token).get(`${ofWcag.url}/export?format=${format}`)).body.code).toBe(
      'export_not_available',
    );
  const refused = await service.as(w.member.token).get(`${url}/export?format=wcag-em`);
  expect([refused.status, refused.body.code]).toEqual([409, 'export_not_available']);
  await service.as(w.member.token).post(`${url}/sample`).send(SAMPLE[0]).expect(201);
  await service.as(w.member.token).patch(url).send({ status: 'completed', acceptUntested: true }).expect(200);
  for (const format of ['csv-grid', 'csv-issues', 'earl'])
    expect((await read(w, url, format)).text).toContain('The audit was completed without testing all requirements');
});

test('is for members, and only where audits are on', async () => {
  const w = await world(service);
  const { audit } = await evaluating(service, w);
  expect((await service.as(w.stranger.token).get(`${audit.url}/export`)).body.code).toBe('not_a_member');
  expect((await service.as(w.member.token).get(`${audit.url}/export?format=exe`)).status).toBe(400);
  expect((await service.as(w.member.token).get(`${w.product.url}/audits/99/export`)).status).toBe(404);
});
