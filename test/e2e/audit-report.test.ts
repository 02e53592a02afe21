import { Storage } from '#libs/storage';
import { evidenceFile } from '../../apps/api/src/records/evidence/evidence-files.service.js';
import { evaluating } from '../support/evaluation.js';
import { PAGES, pictureIn, reportedAudit } from '../support/reported-audit.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const reportOf = async (w: World, url: string, language = 'en') =>
  service.as(w.member.token).get(`${url}/export?format=html&language=${language}`).buffer(true).expect(200);

test('an audit leaves as one page with its pictures that runs nothing and loads nothing', async () => {
  const w = await world(service);
  const { audit, logo, issue } = await reportedAudit(service, w);
  const { text, headers } = await reportOf(w, audit.url);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-disposition']).toBe(`attachment; filename="${w.product.slug}-audit-${audit.number}.html"`);
  expect(text).not.toMatch(/<script|\0|\bundefined\b|\[object/);
  expect(text.match(/<h1/g)).toHaveLength(1);
  expect(text).toContain('The audit is in progress');
  for (const said of ['Nearly there.', 'The shop.', 'WCAG-EM', 'Buy &amp; pay', 'Pay &lt;now&gt;', 'Not ours.'])
    expect(text).toContain(said);
  expect(text).toContain('2 of 55 requirements pass or are not applicable; 1 fail, 1 are undecided, 51 are untested.');
  expect(text).toContain(`#${issue.number}`);
  for (const said of ['No name &lt;b&gt;', 'Beside the grid', '&lt;script&gt;']) expect(text).toContain(said);
  // A picture that two outcomes have stands there once.
  const pictures = [...text.matchAll(/<img alt="([^"]*)" src="data:([^;]+);base64,([^"]*)"/g)];
  expect(pictures.map(([, alt, type]) => [alt, type])).toEqual([['The &quot;logo&quot; alone', 'image/png']]);
  const kept = await service.as(w.member.token).get(`${w.product.url}/evidence/${logo.id}`).responseType('blob');
  expect(Buffer.from(pictures[0]![3]!, 'base64').equals(kept.body as Buffer)).toBe(true);
  expect(text).toContain('<a href="#picture-1">Picture 1</a>');
  expect(text).toMatch(/File: .*text\/plain/);
  const headings = [...text.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
  headings.forEach((level, index) => expect(level - (headings[index - 1] ?? 0)).toBeLessThanOrEqual(1));
});

test('in French it says the same in French', async () => {
  const w = await world(service);
  const { audit } = await reportedAudit(service, w);
  const { text } = await reportOf(w, audit.url, 'fr');
  expect(text).toContain('<html lang="fr">');
  expect(text).toContain('Résultats par niveau');
  expect(text).toContain('L’audit est en cours');
  const refused = await service.as(w.member.token).get(`${audit.url}/export?format=html&language=de`);
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, '/query/language']);
});

test('an audit of which nothing is known yet has a report that says so', async () => {
  const w = await world(service);
  const { audit } = await evaluating(service, w, []);
  const { text } = await reportOf(w, audit.url);
  expect(text).toContain('No requirement fails, and none is undecided.');
  expect(text).toContain('No summary has been written.');
});

test('pictures beyond the room of a report, and those whose file is gone, are named', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, PAGES);
  const large = [await pictureIn(service, w, 'Large', 1_700), await pictureIn(service, w, 'Larger', 1_700)];
  const ids = [...large, await pictureIn(service, w, 'Beyond', 1_700), await pictureIn(service, w, 'Small')].map(
    ({ id }) => id,
  );
  await e.decide({ requirementId: e.requirements[0]!.requirementId, entry: 1, outcome: 'failed', evidenceIds: ids });
  const shown = async () =>
    [...(await reportOf(w, e.audit.url)).text.matchAll(/<img alt="([^"]*)"/g)].map(([, alt]) => alt).sort();
  const first = await shown();
  expect(first).toHaveLength(3);
  expect(first).toContain('Small');
  const { text } = await reportOf(w, e.audit.url);
  expect(text).toContain('Not shown, because this report has room for 20 MB of pictures');
  const [gone] = await service.database.query('SELECT id FROM evidence WHERE alt = $1 AND id = ANY ($2)', [
    'Small',
    ids,
  ]);
  await service.app.get(Storage).remove(evidenceFile(gone.id));
  expect((await reportOf(w, e.audit.url)).text).toContain('The file cannot be read: ');
});
