import { send } from '../load.mjs';
import { againstBaseline, makers } from './calls.mjs';

const PAGE_MS = 10;
const EXPORT_MS = 50;
const SUGGESTIONS_MS = 50;
const FORMATS = ['html', 'markdown', 'csv', 'earl', 'openacr-json', 'openacr-yaml', 'statement-eu'];
const REMARKS = 'The labels of some fields do not say what to enter. '.repeat(6).trim();
/** As many verdicts as a request may have. */
const AT_ONCE = 100;

/** What everybody reads of a published conformance report, and what its authors ask for. */
export async function conformanceScenarios(world, size) {
  const { big } = world;
  const { person, get, read, readBare, oneByOne } = makers(world, size);
  const published = await publish(world, person);
  const draft = await post(person, `${big.product.url}/conformance-reports`, {
    title: 'Draft',
    standardId: published.standardId,
    conformanceLevel: null,
  });
  const page = `/public/conformance/${published.publicToken}`;
  const { headers } = await send({ to: world.service, path: page });
  const exported = `${published.url}/export?format=`;
  return [
    oneByOne(
      'B31',
      `a published report of ${published.verdicts} verdicts`,
      [
        get('public page', world.service, page),
        () => [
          {
            ...{ series: 'public page, unchanged (304)', to: world.service, path: page },
            ...{ headers: { 'if-none-match': headers.etag }, refusal: 304 },
          },
        ],
        ...FORMATS.map((format) => read(`export, ${format}`, exported + format)),
        readBare('baseline, its frozen document', '/document', { organization: big.id, report: published.id }),
      ],
      [
        ...['public page', 'public page, unchanged (304)'].flatMap((of) => [
          { of, unit: 'ms', atMost: PAGE_MS },
          againstBaseline(of, 'baseline, its frozen document'),
        ]),
        ...FORMATS.map((format) => ({ of: `export, ${format}`, unit: 'ms', atMost: EXPORT_MS })),
      ],
    ),
    oneByOne(
      'B31',
      `suggestions of ${published.verdicts} requirements, ${size.big.issues} issues`,
      [read('suggestions', `${big.product.url}/conformance-reports/${draft.conformanceReport.number}/suggestions`)],
      [{ of: 'suggestions', unit: 'ms', atMost: SUGGESTIONS_MS }],
    ),
  ];
}

async function post(to, path, body, method = 'POST') {
  return JSON.parse((await send({ to, method, path, body: JSON.stringify(body) })).text);
}

/** Publishes a report on EN 301 549 of a product without issues: a fifth of it fails, all else is supported. */
async function publish({ big }, person) {
  const read = async (path) => JSON.parse((await send({ to: person, path })).text);
  const { product } = await post(person, `${big.url}/products`, { name: 'Stated', type: 'website' });
  const url = `${big.url}/products/${product.slug}`;
  const { standard } = await read(`${big.url}/standards/en-301-549`);
  const { requirements } = await read(`${big.url}/standards/en-301-549/requirements`);
  const { audit } = await post(person, `${url}/audits`, { type: 'full' });
  const done = { standardId: standard.id, conformanceLevel: null, status: 'completed' };
  await post(person, `${url}/audits/${audit.number}`, done, 'PATCH');
  const { conformanceReport } = await post(person, `${url}/conformance-reports`, {
    ...{ title: 'Accessibility Conformance Report', auditId: audit.id, preparedBy: 'self' },
    author: { name: 'Ada Author', email: 'ada@example.org' },
    contact: { email: 'access@example.org' },
    enforcement: { name: 'Ombudsman', url: 'https://ombudsman.example.org/' },
  });
  const report = `${url}/conformance-reports/${conformanceReport.number}`;
  const evidence = [{ kind: 'audit', number: audit.number }];
  const verdicts = requirements.map(({ id: requirementId }, index) =>
    index % 5 === 1
      ? { requirementId, verdict: 'partially_supports', remarks: REMARKS }
      : { requirementId, verdict: 'supports', remarks: 'Examined on every page of the sample.', evidence },
  );
  for (let from = 0; from < verdicts.length; from += AT_ONCE)
    await post(person, `${report}/verdicts`, { verdicts: verdicts.slice(from, from + AT_ONCE) }, 'PATCH');
  const { publicToken } = (await post(person, `${report}/publish`, {})).conformanceReport;
  return { id: conformanceReport.id, url: report, publicToken, standardId: standard.id, verdicts: verdicts.length };
}
