import {
  conformanceDocument,
  DOCUMENT_STANDARDS,
  publicState,
} from '../../../../../../test/support/conformance-documents.js';
import { RGAA_CRITERIA, RGAA_THEMES } from '../../../standards/catalogue/data/rgaa-criteria.js';
import { RGAA_NAMES_FR } from '../../../standards/catalogue/data/rgaa-names-fr.js';
import { type EuDocument, euStatement } from '../statements/eu.js';
import { type RgaaDocument, rgaaStatement } from '../statements/rgaa.js';
import type { ConformanceDocument, DocumentVerdict } from '../conformance-document.js';
import { csvReport } from '../exports/csv-report.js';
import { earlReport } from '../exports/earl-report.js';
import { htmlReport } from '../exports/html-report.js';
import { markdownReport } from '../exports/markdown-report.js';
import { standardName } from './standard-names.js';

const READABLE_REPORTS: Readonly<Record<string, (document: ConformanceDocument) => Promise<string>>> = {
  html: (document) => htmlReport(document, publicState()),
  markdown: (document) => markdownReport(document, publicState()),
  'statement of the RGAA': (document) => rgaaStatement(document as RgaaDocument, publicState(), 'public'),
  'statement of the European Union': (document) => euStatement(document as EuDocument, publicState(), 'public'),
};

const french = conformanceDocument('rgaa', { language: 'fr' });
const isFault = (verdicts: readonly DocumentVerdict[]): boolean =>
  verdicts.some(({ verdict }) => ['partially_supports', 'does_not_support'].includes(verdict));

test('every theme and criterion of RGAA 4.1.2 has a French name, and nothing else has', () => {
  const numbers = [...RGAA_THEMES, ...RGAA_CRITERIA].map(([number]) => number);
  expect([...RGAA_NAMES_FR.keys()]).toEqual(numbers);
  expect(RGAA_CRITERIA.filter(([number, name]) => RGAA_NAMES_FR.get(number) === name)).toEqual([]);
});

describe.each(Object.entries(READABLE_REPORTS))('%s of a French report on the RGAA', (format, write) => {
  test('names criteria in French, and none in English, whatever was frozen', async () => {
    const text = (await write(french)).replaceAll('\\', '');
    for (const { number, name, inScope, verdicts } of french.requirements) {
      expect(text).not.toContain(name);
      if (inScope && (!format.startsWith('statement') || isFault(verdicts)))
        expect(text).toContain(RGAA_NAMES_FR.get(number));
    }
  });

  test('marks no name as English', async () => {
    expect(await write(french)).not.toContain('lang="en"');
  });
});

test.each(['html', 'markdown'])('%s of a French report on the RGAA names themes in French', async (format) => {
  const text = await READABLE_REPORTS[format]!(french);
  expect(text).toContain('8 Éléments obligatoires');
  expect(text).not.toContain('Mandatory elements');
});

test.each(['csv', 'earl'])('%s, which is data, keeps the names of the document', async (format) => {
  const text = format === 'csv' ? await csvReport(french, publicState(), []) : await earlReport(french, publicState());
  expect(text).not.toContain(RGAA_NAMES_FR.get('1.1'));
});

test.each(DOCUMENT_STANDARDS.filter((slug) => slug !== 'rgaa'))('%s keeps its English names in French', (slug) => {
  const document = conformanceDocument(slug, { language: 'fr' });
  for (const one of [...document.groups, ...document.requirements])
    expect(standardName(document, one)).toEqual({ number: one.number, name: one.name, language: 'en' });
});

test.each<[string, Partial<ConformanceDocument>, string | null]>([
  ['an English report on the RGAA', {}, 'en'],
  ['a French one on another version of it', { language: 'fr', standard: { ...french.standard, version: '5.0' } }, 'en'],
  [
    'one on a standard of the organization with the same numbers',
    { language: 'fr', standard: { ...french.standard, catalogue: null, version: null } },
    null,
  ],
])('%s keeps the names of the document', (_, over, language) => {
  const document = conformanceDocument('rgaa', over);
  const [one] = document.requirements;
  expect(standardName(document, one!)).toEqual({ number: '1.1', name: one!.name, language });
});
