import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import {
  conformanceDocument,
  DOCUMENT_STANDARDS,
  publicState,
} from '../../../../../../test/support/conformance-documents.js';
import { BUILT_IN_STANDARDS } from '../../../standards/catalogue/built-in.js';
import {
  OPENACR_CATALOGUES,
  OPENACR_COMPONENTS,
  OPENACR_TERMS,
  type OpenAcrChapter,
} from '../../../standards/catalogue/data/openacr-catalogues.generated.js';
import { EN_301_549_CLOSED } from '../../../standards/catalogue/data/en-301-549-clauses.js';
import type { ConformanceDocument, DocumentVerdict } from '../conformance-document.js';
import { htmlReport } from './html-report.js';
import { markdownReport } from './markdown-report.js';
import { openAcrCatalogue, openAcrReport, openAcrYaml } from './openacr-report.js';

const require = createRequire(import.meta.url);
const validate = new Ajv({ allErrors: true }).compile(
  JSON.parse(readFileSync(require.resolve('@openacr/openacr/schema/openacr-0.1.0.json'), 'utf8')) as object,
);

interface OpenAcr {
  title: string;
  notes?: string;
  catalog: keyof typeof OPENACR_CATALOGUES;
  chapters: Record<string, { disabled?: boolean; criteria: { num: string; components: Adherence[] }[] }>;
}
interface Adherence {
  name: string;
  adherence: { level: string; notes?: string };
}

const VERDICT: DocumentVerdict = {
  component: 'web',
  verdict: 'does_not_support',
  remarks: null,
  reason: 'noncompliance',
  alternative: null,
  evidence: [],
  fromGroup: false,
};

const WITH_CATALOGUE = DOCUMENT_STANDARDS.filter((slug) => slug !== 'rgaa');
const written = (slug: string, over = {}): OpenAcr =>
  openAcrReport(conformanceDocument(slug, over), publicState()) as OpenAcr;
const chaptersOf = (name: keyof typeof OPENACR_CATALOGUES): Record<string, OpenAcrChapter> => OPENACR_CATALOGUES[name];

describe.each(WITH_CATALOGUE)('OpenACR of %s', (slug) => {
  test('is valid by its schema, and YAML says the same', () => {
    const report = written(slug);
    expect(validate(report) || validate.errors).toBe(true);
    expect(parse(openAcrYaml(conformanceDocument(slug), publicState()))).toEqual(report);
  });

  test('names chapters, criteria, components and terms of its catalogue only', () => {
    const { catalog, chapters } = written(slug);
    const known = chaptersOf(catalog);
    expect(Object.keys(chapters)).toEqual(Object.keys(known));
    for (const [id, { criteria }] of Object.entries(chapters))
      for (const { num, components } of criteria) {
        expect(known[id]!.criteria).toContain(num);
        for (const { name, adherence } of components) {
          expect(known[id]!.components).toContain(name);
          expect(OPENACR_TERMS).toContain(adherence.level);
        }
      }
  });

  test('the catalogue has every requirement of the standard but those that only notes can tell', () => {
    const standard = BUILT_IN_STANDARDS.find((one) => one.slug === slug)!;
    const known = new Set(
      Object.values(chaptersOf(openAcrCatalogue(conformanceDocument(slug))!)).flatMap(({ criteria }) => criteria),
    );
    const missing = standard.requirements
      .map(({ name, metadata }) => (slug === 'en-301-549' && metadata['wcag'] ? metadata['wcag'] : name.split(' ')[0]))
      .filter((number) => !known.has(number as string));
    const closed = EN_301_549_CLOSED.map(([number]) => number);
    expect(missing.filter((number) => !closed.includes(number as string))).toEqual(
      slug === 'en-301-549' ? ['8.3.4.3.1', '9.6'] : [],
    );
  });

  test('one verdict alone is told at its requirement and nowhere else', () => {
    const document = conformanceDocument(slug);
    const stated = document.requirements.map((requirement) => ({ ...requirement, verdicts: [] as DocumentVerdict[] }));
    for (const [index, { number, wcag }] of stated.entries()) {
      const requirements = stated.with(index, { ...stated[index]!, verdicts: [VERDICT] });
      const { chapters, notes } = openAcrReport({ ...document, requirements }, publicState()) as OpenAcr;
      const told = Object.entries(chapters).flatMap(([id, { criteria }]) => criteria.map(({ num }) => [id, num]));
      const chapter = told[0]?.[0] ?? '';
      const isCriterion = chapter.startsWith('success_criteria_level_');
      if (told.length === 0) expect(notes).toContain(`${number} `);
      else expect([number, told]).toEqual([number, [[chapter, isCriterion ? wcag : number]]]);
      expect([number, isCriterion]).toEqual([number, wcag !== null]);
    }
  });
});

test.each(['2.4-edition-wcag-2.1-en', '2.4-edition-wcag-2.0-508-en'] as const)(
  'what we keep of %s is what its package has',
  (name) => {
    const text = readFileSync(require.resolve(`@openacr/openacr/catalog/${name}.yaml`), 'utf8');
    const { chapters, terms, components } = parse(text) as {
      chapters: { id: string; criteria: { id: string; components: string[] }[] }[];
      terms: { id: string }[];
      components: { id: string }[];
    };
    expect(terms.map(({ id }) => id)).toEqual(OPENACR_TERMS);
    expect(components.map(({ id }) => id)).toEqual(OPENACR_COMPONENTS);
    const ours = chaptersOf(name);
    expect(chapters.map(({ id }) => id)).toEqual(Object.keys(ours));
    for (const { id, criteria } of chapters) {
      expect(criteria.map((criterion) => criterion.id)).toEqual(ours[id]!.criteria);
      for (const criterion of criteria) expect(criterion.components).toEqual(ours[id]!.components);
    }
  },
);

test('WCAG 2.0 stands in the catalogue of Section 508, whose other chapters are disabled', () => {
  const { chapters } = written('wcag-2-0');
  expect(
    Object.entries(chapters)
      .filter(([, { disabled }]) => disabled)
      .map(([id]) => id),
  ).toEqual([
    'success_criteria_level_aaa',
    'functional_performance_criteria',
    'hardware',
    'software',
    'support_documentation_and_services',
  ]);
});

test('clauses 9, 10 and 11 of EN 301 549 are components of one criterion; what the catalogue lacks is in the notes', () => {
  const { chapters, notes } = written('en-301-549');
  const [criterion] = chapters['success_criteria_level_a']!.criteria;
  expect(criterion!.num).toBe('1.1.1');
  expect(criterion!.components.map(({ name }) => name)).toEqual(['web', 'electronic-docs', 'software']);
  expect(notes).toContain('9.6 WCAG conformance requirements: ');
  expect(notes).toContain('8.3.4.3.1 ');
});

test('a requirement that is no criterion of WCAG has no component, the worst verdict, and remarks that tell their component', () => {
  const document = conformanceDocument('section-508');
  const requirement = document.requirements.find(
    ({ number, verdicts }) => number.startsWith('5') && verdicts.length === 3,
  )!;
  const { chapters } = written('section-508');
  const [component, ...others] = chapters['software']!.criteria.find(
    ({ num }) => num === requirement.number,
  )!.components;
  expect(others).toEqual([]);
  expect(component).toEqual({
    name: 'none',
    adherence: {
      level: 'does-not-support',
      notes:
        'Web: Checked on every page of the sample.\n\nElectronic documents: Invoices are pictures of text.\n\nAuthoring tool: Nobody writes content in it.',
    },
  });
});

test('a report that no longer holds says so first', async () => {
  const state = publicState({ state: 'withdrawn', since: '2026-09-01T00:00:00.000Z' });
  const text = openAcrYaml(conformanceDocument(), state);
  expect(text).toMatch(/^# Withdrawn on 1 September 2026: /);
  const { title, notes } = parse(text) as OpenAcr;
  expect(title).toMatch(/^Withdrawn on /);
  expect(notes).toMatch(/^Withdrawn on /);
});

test('a standard of an organization, and RGAA, have no catalogue', () => {
  const { standard } = conformanceDocument();
  expect(openAcrCatalogue({ standard: { ...standard, catalogue: null, version: null } })).toBeNull();
  expect(openAcrCatalogue(conformanceDocument('rgaa'))).toBeNull();
});

test('what does not apply to a website is not applicable, with that note, and is listed apart in reports for people', async () => {
  const given = conformanceDocument('en-301-549');
  const document: ConformanceDocument = {
    ...given,
    product: { ...given.product, type: 'website', features: ['support'] },
    requirements: given.requirements.map((one) =>
      one.number.startsWith('5.')
        ? { ...one, inScope: false, applies: false, verdicts: [] }
        : { ...one, applies: true },
    ),
  };
  const { chapters } = openAcrReport(document, publicState()) as OpenAcr;
  const [closed] = chapters['en_301_549_generic_requirements']!.criteria;
  expect(closed).toEqual({
    num: '5.1.2.1',
    components: [{ name: 'none', adherence: { level: 'not-applicable', notes: 'Does not apply to a website' } }],
  });
  const html = await htmlReport(document, publicState());
  expect(html).toContain('<h2 id="not-applying">Does not apply to a website</h2>');
  expect(html).toContain('<a href="#not-applying">');
  const markdown = await markdownReport({ ...document, language: 'fr' }, publicState());
  expect(markdown).toContain('## Ne s’applique pas à un site web');
  expect(await markdownReport(given, publicState())).not.toContain('Does not apply to');
});
