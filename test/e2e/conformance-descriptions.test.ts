import { EXPORT_NAMES } from '../../apps/api/src/reporting/conformance/exports/export-formats.js';
import { filledReport, reporting } from '../support/conformance.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;
const faults = ({ body }: { body: { errors?: { path: string; code: string }[] } }) =>
  body.errors?.map(({ path, code }) => `${path} ${code}`);
const settings = (w: World) => `${w.organization.url}/settings/conformance`;
const disclaim = (w: World, legalDisclaimer: string | null) =>
  service.as(w.admin.token).patch(settings(w)).send({ legalDisclaimer });
const exported = async (w: World, url: string, format: string): Promise<string> =>
  (await service.as(w.member.token).get(`${url}/export?format=${format}`).buffer(true).expect(200)).text;
const publish = async (w: World, url: string): Promise<Record<string, string>> =>
  (await service.as(w.admin.token).post(`${url}/publish`).expect(200)).body.conformanceReport;

const productDescription = 'A shop for garden tools.\nIt delivers <b>everywhere</b>.';
const legalDisclaimer = 'Told as of its day | no warranty, & no <i>promise</i>.';

test('an organization has a legal disclaimer, which admins set and remove', async () => {
  const w = await world(service);
  const read = async () => (await service.as(w.member.token).get(settings(w))).body.settings;
  expect((await read()).legalDisclaimer).toBeNull();
  expect((await disclaim(w, legalDisclaimer).expect(200)).body.settings.legalDisclaimer).toBe(legalDisclaimer);
  expect(await read()).toMatchObject({ legalDisclaimer });
  for (const wrong of ['', ' ', 'x'.repeat(5_001), 5] as string[]) {
    const refused = await disclaim(w, wrong);
    expect([refusal(refused), faults(refused)?.[0]]).toEqual([
      '400 invalid_input',
      expect.stringMatching(/^\/legalDisclaimer /),
    ]);
  }
  for (const token of [w.member.token, w.keys.read])
    expect((await service.as(token).patch(settings(w)).send({ legalDisclaimer: 'Mine' })).status).toBe(403);
  expect((await disclaim(w, null).expect(200)).body.settings.legalDisclaimer).toBeNull();
  expect((await read()).legalDisclaimer).toBeNull();
});

test('a report describes its product, in text that is not blank', async () => {
  const w = await world(service);
  const { url } = await reporting(service, w);
  const patch = (body: object) => service.as(w.member.token).patch(url).send(body);
  expect((await patch({ productDescription }).expect(200)).body.conformanceReport).toMatchObject({
    productDescription,
    scope: null,
  });
  for (const wrong of ['', ' ', 'x'.repeat(10_001), 5]) {
    const refused = await patch({ productDescription: wrong });
    expect([refusal(refused), faults(refused)?.[0]]).toEqual([
      '400 invalid_input',
      expect.stringMatching(/^\/productDescription /),
    ]);
  }
  expect((await service.as(w.member.token).get(url)).body.conformanceReport).toMatchObject({ productDescription });
  expect((await patch({ productDescription: null }).expect(200)).body.conformanceReport.productDescription).toBeNull();
});

test('both are frozen with the document, and shown in pages, Markdown and OpenACR', async () => {
  const w = await world(service);
  const url = await filledReport(service, w, 'wcag-2-2', { productDescription, scope: 'The checkout alone.' });
  await disclaim(w, legalDisclaimer).expect(200);
  const { publicToken } = await publish(w, url);
  await disclaim(w, 'Another, of a later day.').expect(200);
  const bytes = (await service.as(w.member.token).get(`${url}/document`).expect(200)).text;
  expect(JSON.parse(bytes)).toMatchObject({ product: { description: productDescription }, legalDisclaimer });

  const page = await exported(w, url, 'html');
  expect(page).toMatch(/<dt>Product description<\/dt>\s*<dd[^>]*>[^]*?It delivers &lt;b&gt;everywhere&lt;\/b&gt;\./);
  expect(page).toMatch(/<h2 id="legal-disclaimer">Legal disclaimer<\/h2>[^]*?no warranty, &amp; no &lt;i&gt;promise/);
  expect((await service.as().get(`/public/conformance/${publicToken}`).expect(200)).text).toContain('no warranty');
  const markdown = await exported(w, url, 'markdown');
  expect(markdown).toContain('Product description');
  expect(markdown).toMatch(/## Legal disclaimer\n\nTold as of its day .*&lt;i&gt;promise/);
  const acr = JSON.parse(await exported(w, url, 'openacr-json'));
  expect(acr).toMatchObject({ product: { description: productDescription }, legal_disclaimer: legalDisclaimer });
  expect(acr.notes).toContain('Scope: The checkout alone.');
  for (const format of EXPORT_NAMES.filter((name) => !['statement-rgaa'].includes(name)))
    expect(await exported(w, url, format)).not.toContain('of a later day');

  expect(refusal(await service.as(w.member.token).patch(url).send({ productDescription: 'Another product.' }))).toBe(
    '409 report_published',
  );
  expect((await service.as(w.member.token).get(`${url}/document`)).text).toBe(bytes);
  const draft = (await service.as(w.admin.token).post(`${url}/revise`).expect(201)).headers['location']!;
  expect((await service.as(w.member.token).get(draft)).body.conformanceReport).toMatchObject({ productDescription });
  expect(await exported(w, draft, 'html')).toContain('of a later day');
});

test('a report without them has no place for them, in its document or in what it is shown as', async () => {
  const w = await world(service);
  const url = await filledReport(service, w, 'wcag-2-2', { productDescription: null, scope: 'The checkout alone.' });
  await publish(w, url);
  const before = await Promise.all(['html', 'markdown', 'openacr-json'].map((format) => exported(w, url, format)));
  const document = JSON.parse((await service.as(w.member.token).get(`${url}/document`).expect(200)).text);
  expect(document).not.toHaveProperty('legalDisclaimer');
  expect(document.product).not.toHaveProperty('description');
  for (const text of before) expect(text).not.toMatch(/product description|legal.disclaimer|undefined/i);
  await disclaim(w, legalDisclaimer).expect(200);
  expect(await Promise.all(['html', 'markdown', 'openacr-json'].map((format) => exported(w, url, format)))).toEqual(
    before,
  );
});
