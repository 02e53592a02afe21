import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { parse } from 'yaml';
import { EXPORT_NAMES } from '../../apps/api/src/reporting/conformance/exports/export-formats.js';
import { filledReport, reporting } from '../support/conformance.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;
const exported = (w: World, url: string, format: string) =>
  service.as(w.member.token).get(`${url}/export?format=${format}`).buffer(true);
/** An answer that is no text. */
const bytes = (response: unknown, done: (error: Error | null, body: unknown) => void): void => {
  const chunks: Buffer[] = [];
  const stream = response as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => done(null, Buffer.concat(chunks)));
};
const publish = (w: World, url: string) => service.as(w.admin.token).post(`${url}/publish`).expect(200);

const RGAA_PLANS = { schemaUrl: 'https://shop.example.org/scheme', actionPlanUrl: 'https://shop.example.org/plan' };

const FORMATS = [
  ['openacr-yaml', 'application/yaml', '.yaml'],
  ['openacr-json', 'application/json', '.json'],
  ['html', 'text/html', '.html'],
  ['markdown', 'text/markdown', '.md'],
  ['earl', 'application/ld+json', '.earl.json'],
  ['wcag-em', 'application/ld+json', '.evaluation.json'],
  ['csv', 'text/csv', '.csv'],
  ['statement-eu', 'text/html', '.statement.html'],
  ['statement-uk', 'text/html', '.statement.html'],
  ['statement-eaa', 'text/html', '.statement.html'],
  ['statement-us', 'text/html', '.statement.html'],
] as const;

test('each form is tried below, and told of in the documents', () => {
  expect([...FORMATS.map(([format]) => format), 'docx', 'statement-rgaa'].sort()).toEqual([...EXPORT_NAMES].sort());
  const documented = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8');
  expect(EXPORT_NAMES.filter((format) => !documented.includes(`\`${format}\``))).toEqual([]);
});

test('a published report on WCAG leaves in every form, as a file', async () => {
  const w = await world(service);
  const url = await filledReport(service, w, 'wcag-2-2');
  await publish(w, url);
  for (const [format, type, ending] of FORMATS) {
    const { status, headers, text } = await exported(w, url, format);
    expect([format, status]).toEqual([format, 200]);
    expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="${w.product.slug}-conformance-report-1${ending}"`,
    );
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(text).toContain('Some ');
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}/);
  }
  const acr = (await exported(w, url, 'openacr-json')).body;
  expect(parse((await exported(w, url, 'openacr-yaml')).text)).toEqual(acr);
  expect(acr).toMatchObject({ catalog: '2.5-edition-wcag-2.2-en', author: { email: 'ada@example.org' } });
  expect((await exported(w, url, 'csv')).text).toContain(`,"${w.member.name}",`);
  expect((await exported(w, url, 'statement-eu')).text).toContain('Have it reviewed by counsel');
  expect(refusal(await exported(w, url, 'statement-rgaa'))).toBe('400 statement_of_another_standard');
  expect(refusal(await exported(w, url, 'pdf'))).toBe('400 invalid_input');
  expect((await service.as(w.member.token).get(`${url}/export`)).headers['content-type']).toMatch(/^text\/html/);
});

test('a page is shown in the browser where that is asked, and every other form is saved all the same', async () => {
  const w = await world(service);
  const url = await filledReport(service, w, 'wcag-2-2');
  const disposition = async (query: string): Promise<string> =>
    (await service.as(w.member.token).get(`${url}/export?${query}`).expect(200)).headers['content-disposition']!;
  expect(await disposition('format=html&inline=true')).toMatch(/^inline; filename="/);
  expect(await disposition('format=html')).toMatch(/^attachment; /);
  for (const format of ['markdown', 'csv', 'docx', 'wcag-em'])
    expect(await disposition(`format=${format}&inline=true`)).toMatch(/^attachment; /);
});

test('a document for word processors leaves as a file of its type, of a draft too', async () => {
  const w = await world(service);
  const url = await filledReport(service, w, 'wcag-2-2');
  const read = async (): Promise<string> => {
    const { status, headers, body } = await exported(w, url, 'docx').parse(bytes);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      `attachment; filename="${w.product.slug}-conformance-report-1.docx"`,
    ]);
    return strFromU8(unzipSync(body as Buffer)['word/document.xml']!);
  };
  expect(await read()).toContain('Draft: ');
  await publish(w, url);
  const text = await read();
  expect(text).not.toContain('Draft: ');
  expect(text).toContain('Some ');
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}/);
});

test('of a draft only leaves what says that it is one, before anything else', async () => {
  const w = await world(service);
  const url = await filledReport(service, w, 'wcag-2-2');
  for (const format of ['openacr-yaml', 'openacr-json', 'earl', 'statement-eu'])
    expect([format, refusal(await exported(w, url, format))]).toEqual([format, '409 report_draft']);
  expect((await exported(w, url, 'markdown').expect(200)).text).toMatch(/^> \*\*Draft: /);
  expect((await exported(w, url, 'csv').expect(200)).text).toMatch(/^"Draft: /);
  expect((await exported(w, url, 'html').expect(200)).text).toMatch(/<header>\s*<p class="notice"\s*><strong>Draft: /);
  const { reportFindings } = JSON.parse((await exported(w, url, 'wcag-em').expect(200)).text);
  expect(reportFindings.title).toMatch(/^Draft: /);
});

test('one that was withdrawn says so first, also to those who export it', async () => {
  const w = await world(service);
  const url = await filledReport(service, w, 'wcag-2-1', { language: 'fr' });
  await publish(w, url);
  await service.as(w.admin.token).post(`${url}/withdraw`).expect(200);
  expect((await exported(w, url, 'markdown')).text).toMatch(/^> \*\*Retiré le /);
  expect((await exported(w, url, 'openacr-yaml')).text).toMatch(/^# Retiré le /);
});

test('a standard of the organization has no catalogue and no statement', async () => {
  const w = await world(service);
  const r = await reporting(service, w);
  await r.fill();
  for (const format of ['statement-eu', 'statement-rgaa'])
    expect(refusal(await exported(w, r.url, format))).toBe('400 statement_of_another_standard');
  expect(refusal(await exported(w, r.url, 'wcag-em'))).toBe('409 export_not_available');
  await publish(w, r.url);
  for (const format of ['openacr-yaml', 'openacr-json', 'wcag-em'])
    expect(refusal(await exported(w, r.url, format))).toBe('409 export_not_available');
  for (const format of ['html', 'markdown', 'earl', 'csv']) await exported(w, r.url, format).expect(200);
});

test('RGAA has its own statement with its rate; one that says too little has none', async () => {
  const w = await world(service);
  const url = await filledReport(service, w, 'rgaa', { language: 'fr', ...RGAA_PLANS });
  const incomplete = await filledReport(service, w, 'rgaa', { enforcement: null });
  for (const one of [url, incomplete]) await publish(w, one);
  const { text } = await exported(w, url, 'statement-rgaa').expect(200);
  expect(text).toContain('Déclaration d’accessibilité');
  expect(text).toMatch(/révèle que\u00a0:<\/p>\s*<ul>\s*<li>80,?\d*\u00a0% des critères RGAA/);
  for (const format of ['html', 'markdown']) {
    const said = (await exported(w, url, format).expect(200)).text;
    expect(said).toContain('Les images informatives ont une alternative textuelle');
    expect(said).not.toContain('Informative images have a text alternative');
  }
  expect((await exported(w, url, 'csv').expect(200)).text).toContain('Informative images have a text alternative');
  for (const format of ['statement-rgaa', 'statement-eu'])
    expect(refusal(await exported(w, incomplete, format))).toBe('409 statement_incomplete');
  expect(refusal(await exported(w, url, 'openacr-yaml'))).toBe('409 export_not_available');
});

test('a draft says what a form of statement lacks, which keeps that form from being made and no report from being published', async () => {
  const w = await world(service);
  const url = await filledReport(service, w, 'rgaa', { country: 'FR', enforcement: null });
  const member = service.as(w.member.token);
  const lacks = async (form: string) =>
    ((await member.get(`${url}/problems?form=${form}`).expect(200)).body.problems as { code: string }[]).map(
      ({ code }) => code,
    );
  expect(await lacks('statement-rgaa')).toEqual(['schema_missing', 'action_plan_missing']);
  expect(await lacks('statement-eu')).toEqual([]);
  expect(refusal(await member.get(`${url}/problems?form=statement-us`))).toBe('400 statement_of_another_standard');
  await member.get(`${url}/problems?form=statement-mars`).expect(400);
  await publish(w, url);
  const refused = await member.get(`${url}/export?format=statement-rgaa`);
  expect(refusal(refused)).toBe('409 statement_incomplete');
  expect(refused.body.problems.map(({ code }: { code: string }) => code)).toEqual(await lacks('statement-rgaa'));
  const { text } = await exported(w, url, 'statement-eu').expect(200);
  expect(text).toContain('Défenseur des droits');
});

test('a report names a country of the European Union or none, and what its readers need in plain words', async () => {
  const w = await world(service);
  const url = await filledReport(service, w, 'en-301-549', {});
  const member = service.as(w.member.token);
  const refused = await member.patch(url).send({ country: 'US', schemaUrl: 'javascript:alert(1)' }).expect(400);
  expect(refused.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual(['/country', '/schemaUrl']);
  const { conformanceReport } = (await member.patch(url).send({ country: 'LU' }).expect(200)).body;
  expect(conformanceReport).toMatchObject({
    country: 'LU',
    schemaUrl: null,
    serviceOperation: 'Choose, pay, collect.',
  });
  const { requirements } = (await member.get(`${url}/requirements`).expect(200)).body as {
    requirements: { id: string; inScope: boolean }[];
  };
  const { id: requirementId } = requirements.find(({ inScope }) => inScope)!;
  const said = {
    requirementId,
    verdict: 'partially_supports',
    reason: 'disproportionate_burden',
    plainDescription: 'The map needs a mouse.',
    burdenAssessment: 'It would cost a tenth of our income.',
  };
  await member
    .patch(`${url}/verdicts`)
    .send({ verdicts: [said] })
    .expect(200);
  await member
    .patch(`${url}/verdicts`)
    .send({ verdicts: [{ requirementId, verdict: 'partially_supports', remarks: 'Maps.' }] })
    .expect(200);
  const kept = (await member.get(`${url}/verdicts`).expect(200)).body.verdicts.find(
    (one: { requirementId: string }) => one.requirementId === requirementId,
  );
  expect(kept).toMatchObject({ ...said, remarks: 'Maps.' });
  expect(
    (await member.get(`${url}/problems?form=statement-eu`).expect(200)).body.problems.map(
      ({ code }: { code: string }) => code,
    ),
  ).toEqual(['legislation_missing']);
  const legislation = { name: 'the law of 28 May 2019', url: 'https://legilux.public.lu/' };
  await member.patch(url).send({ legislation }).expect(200);
  await publish(w, url);
  for (const form of ['statement-eu', 'statement-eaa', 'statement-uk']) {
    const { text } = await exported(w, url, form).expect(200);
    expect(text).toContain('The map needs a mouse.');
    expect(text).toContain('It would cost a tenth of our income.');
  }
});
