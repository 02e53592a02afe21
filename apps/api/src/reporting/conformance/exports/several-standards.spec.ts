import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import jsonld from 'jsonld';
import {
  conformanceDocument,
  documentOnSeveral,
  publicState,
} from '../../../../../../test/support/conformance-documents.js';
import { OPENACR_CATALOGUES } from '../../../standards/catalogue/data/openacr-catalogues.generated.js';
import type { ConformanceDocument, DocumentRequirement, DocumentVerdict } from '../conformance-document.js';
import { eachStandard } from '../each-standard.js';
import { badgeOf } from './badge.js';
import { csvReport } from './csv-report.js';
import { docxReport } from './docx-report.js';
import { earlReport } from './earl-report.js';
import { htmlReport } from './html-report.js';
import { markdownReport } from './markdown-report.js';
import { openAcrCatalogue, openAcrReport } from './openacr-report.js';

const SLUGS = ['wcag-2-2', 'section-508', 'en-301-549'];
const NAMES = ['WCAG 2.2 AA', 'Section 508', 'EN 301 549 V3.2.1'];
const require = createRequire(import.meta.url);
const validate = new Ajv({ allErrors: true }).compile(
  JSON.parse(readFileSync(require.resolve('@openacr/openacr/schema/openacr-0.1.0.json'), 'utf8')) as object,
);

const document = documentOnSeveral(SLUGS);
const names = eachStandard(document).map(({ standard, conformanceLevel }) =>
  [standard.name, conformanceLevel].filter((one) => one !== null).join(' '),
);

/** All requirements of a report say the same. */
const saying = (said: Partial<DocumentVerdict>, given: ConformanceDocument): ConformanceDocument => {
  const sayingSo = (requirements: DocumentRequirement[]): DocumentRequirement[] =>
    requirements.map((one) => ({ ...one, verdicts: [{ ...VERDICT, ...said }] }));
  return {
    ...given,
    requirements: sayingSo(given.requirements),
    furtherStandards: given.furtherStandards!.map((one) => ({ ...one, requirements: sayingSo(one.requirements) })),
  };
};
const VERDICT: DocumentVerdict = {
  component: 'web',
  verdict: 'supports',
  remarks: null,
  reason: 'noncompliance',
  alternative: null,
  evidence: [],
  fromGroup: false,
};

/** What stands between the heading of a table and the next, by the standard that headings name. */
const chaptersOf = (text: string, heading: RegExp): { standard: string; chapter: string }[] =>
  text
    .split(heading)
    .slice(1)
    .map((chapter) => ({ standard: names.findIndex((name) => chapter.startsWith(`${name}: `)), chapter }))
    .filter(({ standard }) => standard >= 0)
    .map(({ standard, chapter }) => ({ standard: names[standard]!, chapter }));

test('the fixture is a report on WCAG, Section 508 and EN 301 549', () => {
  expect(names.map((name, index) => name.startsWith(NAMES[index]!.split(' ')[0]!))).toEqual([true, true, true]);
});

test('Markdown has the tables of each standard, with the verdicts of its requirements', async () => {
  const text = await markdownReport(document, publicState());
  const chapters = chaptersOf(text.replaceAll('\\', ''), /^## /m);
  for (const [place, one] of eachStandard(document).entries()) {
    const own = chapters
      .filter(({ standard }) => standard === names[place])
      .map(({ chapter }) => chapter)
      .join('\n');
    for (const { number, inScope } of one.requirements)
      if (inScope) expect([number, own.includes(`${number} `)]).toEqual([number, true]);
  }
});

test('HTML names each standard in its heading, result and contents, with ids that are unique', async () => {
  const page = await htmlReport(document, publicState());
  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  expect(page).toContain(`Accessibility Conformance Report: ${names.join(', ')}</p>`);
  for (const name of names) {
    expect(page).toContain(`<h3>${name}</h3>`);
    expect(page).toContain(`</strong> (${name}).`);
  }
});

test('a document for word processors has them too', async () => {
  const xml = strFromU8(unzipSync(await docxReport(document, publicState()))['word/document.xml']!);
  const headings = [...xml.matchAll(/<w:p>(?:(?!<\/w:p>).)*w:val="Heading2"(?:(?!<\/w:p>).)*<\/w:p>/gs)].map(([one]) =>
    one.replace(/<[^>]+>/g, ''),
  );
  for (const name of names) expect(headings.some((heading) => heading.startsWith(`${name}: `))).toBe(true);
});

test('what was reported since stands at the requirement of its standard alone', async () => {
  const issue = {
    requirement: '1.1.1',
    openedAt: '2026-09-01T00:00:00.000Z',
    endedAt: null,
    wasClosed: false,
    reason: null,
  };
  const state = publicState({ reportedSince: [{ ...issue, standard: 1 }], barriers: 1 });
  const text = await markdownReport(document, state);
  const chapters = chaptersOf(text, /^## /m).filter(({ chapter }) => chapter.includes('Reported since'));
  expect(chapters.map(({ standard }) => standard)).toEqual([names[1]]);
  const both = publicState({ reportedSince: [issue, { ...issue, standard: 1 }], barriers: 1 });
  expect(await markdownReport(document, both)).toContain('Requirements concerned: 1.1.1.');
});

test('CSV names the standard of each record, and who stated it by its place over all standards', async () => {
  const [first] = eachStandard(document);
  const stated = [
    { requirement: first!.requirements.length, component: 'web', statedBy: 'Ada', statedAt: new Date('2026-05-01') },
  ];
  const [head, ...records] = parse(await csvReport(document, publicState(), stated), { record_delimiter: '\r\n' });
  expect(head!.at(-1)).toBe('standard');
  expect([...new Set(records.map((record) => record.at(-1)))]).toEqual(
    eachStandard(document).map(({ standard }) => standard.name),
  );
  expect(records.filter((record) => record[7] === 'Ada').map((record) => [record[0], record.at(-1)])).toEqual([
    [document.furtherStandards![0]!.requirements[0]!.number, document.furtherStandards![0]!.standard.name],
  ]);
  expect(new Set(records.map(({ length }) => length))).toEqual(new Set([10]));
});

test('EARL asserts the requirement of each standard, and calls no two alike', async () => {
  const text = await earlReport(saying({}, document), publicState());
  const nodes = (await jsonld.expand(JSON.parse(text), {
    documentLoader: (url: string) => Promise.reject(new Error(`loads ${url}`)),
    safe: true,
  })) as Record<string, { '@id'?: string }[]>[];
  const tests = nodes.flatMap((node) => node['http://www.w3.org/ns/earl#test'] ?? []).map((one) => one['@id']);
  expect(tests).toHaveLength(eachStandard(document).flatMap(({ requirements }) => requirements).length);
  expect(tests).toContain('https://www.w3.org/TR/WCAG22/#non-text-content');
  expect(tests).toContain('https://www.w3.org/TR/WCAG21/#non-text-content');
  expect(tests).toContain('https://www.w3.org/TR/WCAG20/#text-equiv-all');
});

test.each([
  [['wcag-2-2', 'en-301-549'], '2.5-edition-wcag-2.2-508-eu-en'],
  [['en-301-549', 'section-508', 'wcag-2-2'], '2.5-edition-wcag-2.2-508-eu-en'],
  [['wcag-2-1', 'en-301-549'], '2.4-edition-wcag-2.1-508-eu-en'],
  [['section-508', 'en-301-549'], '2.4-edition-wcag-2.1-508-eu-en'],
  [['wcag-2-2', 'section-508'], '2.5-edition-wcag-2.2-508-en'],
  [['wcag-2-1', 'section-508'], '2.4-edition-wcag-2.1-508-en'],
  [['section-508', 'wcag-2-0'], '2.4-edition-wcag-2.0-508-en'],
  [['wcag-2-1', 'wcag-2-2'], null],
  [['wcag-2-0', 'en-301-549'], null],
] as const)('the smallest catalogue of OpenACR that has %j is %s', (slugs, name) => {
  const given = documentOnSeveral(slugs);
  expect(openAcrCatalogue(given)).toBe(name);
  if (name === null) return;
  const report = openAcrReport(given, publicState()) as {
    catalog: string;
    chapters: Record<string, { criteria: { num: string }[] }>;
  };
  expect(validate(report) || validate.errors).toBe(true);
  expect(report.catalog).toBe(name);
  const known: Record<string, { criteria: readonly string[] }> = OPENACR_CATALOGUES[name];
  for (const [id, { criteria }] of Object.entries(report.chapters))
    for (const { num } of criteria) expect(known[id]!.criteria).toContain(num);
});

test('a verdict that several standards show is told once in OpenACR, of clauses by their component', () => {
  const { chapters } = openAcrReport(saying({ remarks: 'Seen on every page.' }, document), publicState()) as {
    chapters: Record<string, { criteria: { num: string; components: { name: string; adherence: object }[] }[] }>;
  };
  const adherence = { level: 'supports', notes: 'Seen on every page.' };
  expect(chapters['success_criteria_level_a']!.criteria[0]).toEqual({
    num: '1.1.1',
    components: [
      { name: 'web', adherence },
      { name: 'electronic-docs', adherence: expect.objectContaining({ level: 'supports' }) },
      { name: 'software', adherence: expect.objectContaining({ level: 'supports' }) },
    ],
  });
});

test('the badge conforms where the report conforms to each standard, and tells how many requirements of each are met', () => {
  const all = saying({}, document);
  expect(badgeOf(all, publicState())).toMatchObject({ label: names.join(', ') });
  expect(badgeOf(all, publicState()).message).toMatch(
    /^conforms, WCAG 2\.2 AA 55 of 55, Section 508.* \d+ of \d+, EN 301 549/,
  );
  const [one, ...others] = all.furtherStandards!;
  const [failed, ...rest] = one!.requirements;
  const requirements = [{ ...failed!, verdicts: [{ ...VERDICT, verdict: 'does_not_support' as const }] }, ...rest];
  const failing = { ...all, furtherStandards: [{ ...one!, requirements }, ...others] };
  expect(badgeOf(failing, publicState()).message).toMatch(/^does not conform, /);
});

test('a report on one standard says what it said', async () => {
  const given = conformanceDocument();
  expect(eachStandard(given)).toEqual([given]);
  expect(await htmlReport({ ...given, furtherStandards: [] }, publicState())).toBe(
    await htmlReport(given, publicState()),
  );
});
