import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { strFromU8, unzipSync } from 'fflate';
import jsonld from 'jsonld';
import { parse } from 'yaml';
import { expertsDay, type PublishedDay } from '../support/published-days.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const require = createRequire(import.meta.url);

/** What fails on the page that the tools have examined, and who says so. */
const FACTS = JSON.parse(readFileSync(join(process.cwd(), 'test/fixtures/experts-day.json'), 'utf8')) as {
  reports: { file: string; wcag: string[]; rgaa: string[] }[];
  products: { standard: string; type: string; failed: string[] }[];
};
const ALL = FACTS.reports.map(({ file }) => file);

const DAYS = [
  ...FACTS.reports.flatMap(({ file, wcag, rgaa }) => [
    { standard: 'wcag-2-2', type: 'website', reports: [file], failed: wcag },
    { standard: 'rgaa', type: 'website', reports: [file], failed: rgaa },
  ]),
  ...FACTS.products.map((product) => ({ ...product, reports: ALL })),
];

/** What GSA's own command line validates with, which is delivered as sources alone. */
interface Validators {
  validateOpenACR(report: unknown, schema: string): { result: boolean; message: string };
  validateOpenACRCatalogValues(report: unknown, catalogue: unknown): { result: boolean; message: string };
}
const openacr = dirname(require.resolve('@openacr/openacr/package.json'));
let folder: string;
let validators: Validators;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'curbcut-openacr-'));
  const names = ['validateOpenACR', 'validateOpenACRCatalogValues'];
  buildSync({
    stdin: { contents: names.map((name) => `export * from './${name}';`).join('\n'), resolveDir: join(openacr, 'src') },
    bundle: true,
    platform: 'node',
    outfile: join(folder, 'openacr.cjs'),
    logLevel: 'error',
  });
  validators = require(join(folder, 'openacr.cjs')) as Validators;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Catalogues that the package has. */
const CATALOGUES = ['2.4-edition-wcag-2.0-508-en', '2.4-edition-wcag-2.1-508-en', '2.4-edition-wcag-2.1-en'];
const sorted = (numbers: Iterable<string>): string[] => [...new Set(numbers)].sort();

/** What a form says of requirements, read without anything else. */
interface Said {
  failed: string[];
  met: string[];
}

const numberOf = (title: string): string => /^(?:\d|Chapter )[\d.]*/.exec(title)?.[0] ?? title;

async function readEarl(w: World, { url }: PublishedDay): Promise<Said> {
  const { text } = await service.as(w.member.token).get(`${url}/export?format=earl`).buffer(true).expect(200);
  const load = (address: string) => Promise.reject(new Error(`loads ${address}`));
  const nodes = (await jsonld.expand(JSON.parse(text), { documentLoader: load, safe: true })) as Record<
    string,
    { '@value'?: string; 'http://www.w3.org/ns/earl#outcome'?: { '@id': string }[] }[]
  >[];
  const assertions = nodes.filter((node) => 'http://www.w3.org/ns/earl#result' in node);
  const having = (outcome: string): string[] =>
    sorted(
      assertions
        .filter((node) =>
          node['http://www.w3.org/ns/earl#result']![0]!['http://www.w3.org/ns/earl#outcome']![0]!['@id'].endsWith(
            `#${outcome}`,
          ),
        )
        .map((node) => numberOf(node['http://purl.org/dc/terms/title']![0]!['@value']!)),
    );
  return { failed: having('failed'), met: having('passed') };
}

/** Rows of the tables: the first cell names the requirement, the second tells the verdict. */
async function readDocx(w: World, { url }: PublishedDay): Promise<Said> {
  const { body } = await service
    .as(w.member.token)
    .get(`${url}/export?format=docx`)
    .buffer(true)
    .parse(bytes)
    .expect(200);
  const xml = strFromU8(unzipSync(new Uint8Array(body as Buffer))['word/document.xml']!);
  const textOf = (part: string): string =>
    [...part.matchAll(/<w:t[ >][^<]*|<w:t>[^<]*/g)].map(([t]) => t.replace(/^<[^>]*>/, '')).join('');
  const rows = [...xml.matchAll(/<w:tr>.*?<\/w:tr>/gs)].map(([row]) =>
    [...row.matchAll(/<w:tc>.*?<\/w:tc>/gs)].map(([cell]) => textOf(cell)),
  );
  const having = (verdict: string): string[] =>
    sorted(rows.filter((cells) => cells[1] === verdict).map(([name]) => numberOf(name!)));
  return { failed: having('Does not support'), met: having('Supports') };
}

const bytes = (response: unknown, done: (error: Error | null, body: Buffer) => void): void => {
  const chunks: Buffer[] = [];
  const stream = response as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => void chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
};

/** The component that a clause of EN 301 549 is about, and the criterion that it takes over. */
const CLAUSES: Readonly<Record<string, string>> = { '9': 'web', '10': 'electronic-docs', '11': 'software' };
function criterionOf(standard: string, number: string): string {
  const [clause, ...rest] = number.split('.');
  return standard === 'en-301-549' && CLAUSES[clause!]
    ? `${rest.slice(0, 3).join('.')} ${CLAUSES[clause!]}`
    : `${number} web`;
}

interface OpenAcr {
  catalog: string;
  chapters: Record<
    string,
    { criteria?: { num: string; components: { name: string; adherence: { level: string } }[] }[] }
  >;
}

async function readOpenAcr(w: World, { url }: PublishedDay): Promise<string[]> {
  const member = service.as(w.member.token);
  const { text } = await member.get(`${url}/export?format=openacr-yaml`).buffer(true).expect(200);
  const report = parse(text) as OpenAcr;
  expect(validators.validateOpenACR(report, 'openacr-0.1.0.json').message).toBe('Valid!');
  if (CATALOGUES.includes(report.catalog)) {
    const catalogue = parse(readFileSync(join(openacr, 'catalog', `${report.catalog}.yaml`), 'utf8')) as unknown;
    expect(validators.validateOpenACRCatalogValues(report, catalogue).message).toBe('Valid!');
  }
  return sorted(
    Object.values(report.chapters).flatMap(({ criteria = [] }) =>
      criteria.flatMap(({ num, components }) =>
        components
          .filter(({ adherence }) => adherence.level === 'does-not-support')
          .map(({ name }) => `${num} ${name}`),
      ),
    ),
  );
}

describe.each(DAYS)('on $standard a $type that $reports.length reports speak of ($reports.0)', (day) => {
  test('fails what the facts say, in every form that leaves', async () => {
    const w = await world(service);
    const published = await expertsDay(service, w, day);
    const failed = sorted(day.failed);
    const met = sorted(published.asked.map(({ number }) => number).filter((number) => !failed.includes(number)));
    expect(sorted(published.failed)).toEqual(failed);
    expect(await readEarl(w, published)).toEqual({ failed, met });
    expect(await readDocx(w, published)).toEqual({ failed, met });
    if (day.standard !== 'rgaa')
      expect(await readOpenAcr(w, published)).toEqual(
        sorted(failed.map((number) => criterionOf(day.standard, number))),
      );
    const page = (await service.as().get(`/public/conformance/${published.publicToken}`).expect(200)).text;
    expect(page).not.toContain('this report does not cover');
  });
});
