import { mapInSlices } from '#libs/queues';
import type {
  ConformanceDocument,
  DocumentRequirement,
  DocumentVerdict,
  PublicState,
} from '../conformance-document.js';
import { eachStandard } from '../each-standard.js';
import type { Verdict } from '../statement-terms.js';
import { fillIn, TRANSLATIONS } from '../translations/translations.js';
import type { PageOutcomes } from '../page-outcomes.js';
import { jsonWithList } from './json-list.js';
import { decidedOutcomes, earlOutcome, type PageSubject, pageSubjects } from './page-subjects.js';
import { withNumber } from './report-outline.js';
import { noticesOf, reservationTexts } from './report-state.js';
import { testAddress, wcagAddress } from './requirement-address.js';

const OUTCOMES: Readonly<Record<Verdict, string>> = {
  supports: 'earl:passed',
  partially_supports: 'earl:failed',
  does_not_support: 'earl:failed',
  not_applicable: 'earl:inapplicable',
  not_evaluated: 'earl:untested',
};

/** The outcome of EARL that a verdict is. */
export const outcomeOf = (verdict: Verdict): string => OUTCOMES[verdict];

/** The terms of EARL and of what it is used with. */
export const EARL_CONTEXT = {
  earl: 'http://www.w3.org/ns/earl#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  doap: 'http://usefulinc.com/ns/doap#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  title: 'dct:title',
  description: 'dct:description',
  identifier: 'dct:identifier',
  isPartOf: 'dct:isPartOf',
  source: { '@id': 'dct:source', '@type': '@id' },
  references: { '@id': 'dct:references', '@type': '@id' },
  hasVersion: 'doap:revision',
  name: 'foaf:name',
  mbox: { '@id': 'foaf:mbox', '@type': '@id' },
  date: { '@id': 'dct:date', '@type': 'xsd:dateTime' },
  assertedBy: { '@id': 'earl:assertedBy', '@type': '@id' },
  subject: { '@id': 'earl:subject', '@type': '@id' },
  test: { '@id': 'earl:test', '@type': '@id' },
  mode: { '@id': 'earl:mode', '@type': '@id' },
  result: 'earl:result',
  outcome: 'earl:outcome',
};

/**
 * A report in EARL 1.0 (https://www.w3.org/TR/EARL10-Schema/) as JSON-LD, with its context inside: an assertion for
 * each verdict, of the requirement that was judged, and for each outcome that an audit found on a page of its sample.
 * Where a requirement rests on a criterion of WCAG it refers to it.
 */
export async function earlReport(
  document: ConformanceDocument,
  state: PublicState,
  pages: readonly PageOutcomes[] = [],
): Promise<string> {
  const t = TRANSLATIONS[document.language];
  const { author, product, publishedAt } = document;
  const notices = [...noticesOf(document, state), ...reservationTexts(document)];
  const assertor = '_:assertor';
  const placed = eachStandard(document).flatMap((one, place) =>
    one.requirements.map((requirement) => ({ one, place, requirement })),
  );
  const requirements = await mapInSlices(placed, ({ one, place, requirement }) => ({
    requirement,
    test: testOf(one, place, requirement),
  }));
  const components = new Set(
    requirements.flatMap(({ requirement }) => requirement.verdicts.map(({ component }) => component)),
  );
  // Pages are parts of what is on the web.
  if (pages.length > 0) components.add('web');
  const assertions = await mapInSlices(requirements, ({ requirement, test }) =>
    requirement.verdicts.map((verdict) => ({
      '@type': 'earl:Assertion',
      title: withNumber(requirement),
      assertedBy: assertor,
      subject: `_:${verdict.component}`,
      test,
      mode: 'earl:manual',
      result: resultOf(verdict, publishedAt),
    })),
  );
  const nodes = [
    ...(notices.length > 0 ? [{ '@id': '_:notice', description: notices }] : []),
    {
      '@id': assertor,
      '@type': ['earl:Assertor', 'foaf:Agent'],
      name: author?.name ?? document.organization.name,
      ...(author && { mbox: `mailto:${author.email}` }),
      description: fillIn(t.earl.assertor, { title: document.title }),
    },
    ...[...components].map((component) => ({
      '@id': `_:${component}`,
      '@type': ['earl:TestSubject', 'doap:Project'],
      title: `${product.name} (${t.components[component]})`,
      ...(product.version !== null && { hasVersion: product.version }),
    })),
    ...pages.flatMap(pageSubjects).map(subjectOf),
    ...assertions.flat(),
    ...pages.flatMap((ofPages) => pageAssertions(eachStandard(document)[ofPages.standard]!, ofPages, assertor)),
  ];
  const context = { '@context': { ...EARL_CONTEXT, '@language': document.language } };
  return jsonWithList(context, '@graph', nodes, (node) => node);
}

const subjectOf = ({ id, name, url }: PageSubject): object => ({
  '@id': id,
  '@type': ['earl:TestSubject', 'foaf:Document'],
  title: name,
  isPartOf: { '@id': '_:web' },
  ...(url !== null && url !== id && { source: url }),
});

const pageAssertions = (document: ConformanceDocument, ofPages: PageOutcomes, assertedBy: string): object[] =>
  decidedOutcomes(ofPages, document.requirements, 'earl').map(({ page, requirement, outcome }) => ({
    '@type': 'earl:Assertion',
    title: withNumber(requirement),
    assertedBy,
    subject: page.id,
    test: testOf(document, ofPages.standard, requirement),
    mode: 'earl:manual',
    result: {
      '@type': 'earl:TestResult',
      outcome: { '@id': earlOutcome(outcome) },
      ...(ofPages.completedAt !== null && { date: ofPages.completedAt }),
    },
  }));

/** @param place of the standard in the report, from 0 */
function testOf({ standard }: ConformanceDocument, place: number, requirement: DocumentRequirement): object {
  const address = testAddress(standard, requirement);
  const criterion = wcagAddress(standard, requirement);
  return {
    '@id':
      address ?? `_:requirement-${place === 0 ? '' : `${place + 1}-`}${requirement.number.replace(/[^\w.]/g, '-')}`,
    '@type': 'earl:TestRequirement',
    ...(address === null && {
      identifier: requirement.number,
      title: requirement.name,
      isPartOf: { title: standard.name },
    }),
    ...(criterion !== null && criterion !== address && { references: criterion }),
  };
}

const resultOf = ({ verdict, remarks }: DocumentVerdict, date: string | null): object => ({
  '@type': 'earl:TestResult',
  outcome: { '@id': OUTCOMES[verdict] },
  ...(remarks !== null && { description: remarks }),
  ...(date !== null && { date }),
});
