import type { ConformanceDocument, DocumentVerdict, PublicState } from '../conformance-document.js';
import { TRANSLATIONS, type Translation } from '../translations/translations.js';
import type { PageOutcomes } from '../page-outcomes.js';
import { outcomeOf } from './earl-report.js';
import { jsonWithList } from './json-list.js';
import { decidedOutcomes, earlOutcome, type PageSubject, pageSubjects } from './page-subjects.js';
import { worstOf } from './report-outline.js';
import { resultOf } from './report-result.js';
import { noticesOf, reservationTexts, stateNotices } from './report-state.js';
import { wcagAddress, wcagAnchor } from './requirement-address.js';

/**
 * Prefixes and terms that the report tool reads by. It looks for a criterion behind the last colon of
 * `WCAG22:contrast-minimum`, and ends with an error where that has become an address: so it must be a prefix for those
 * versions of WCAG that are one for the tool, and none for 2.2.
 */
export const WCAG_EM_CONTEXT = {
  earl: 'http://www.w3.org/ns/earl#',
  dcterms: 'http://purl.org/dc/terms/',
  wcagem: 'http://www.w3.org/TR/WCAG-EM/#',
  WCAG20: 'http://www.w3.org/TR/WCAG20/#',
  WCAG21: 'http://www.w3.org/TR/WCAG21/#',
  WAI: 'http://www.w3.org/WAI/',
  title: 'dcterms:title',
  description: 'dcterms:description',
  summary: 'dcterms:summary',
  date: 'dcterms:date',
  source: { '@id': 'dcterms:source', '@type': '@id' },
  W3CDTF: 'http://www.w3.org/TR/NOTE-datetime',
  Evaluation: 'wcagem:procedure',
  defineScope: 'wcagem:step1',
  scope: 'wcagem:step1a',
  conformanceTarget: 'wcagem:step1b',
  accessibilitySupportBaseline: 'wcagem:step1c',
  additionalEvaluationRequirements: 'wcagem:step1d',
  exploreTarget: 'wcagem:step2',
  technologiesReliedUpon: 'wcagem:step2d',
  selectSample: 'wcagem:step3',
  structuredSample: 'wcagem:step3a',
  randomSample: 'wcagem:step3b',
  Website: 'wcagem:website',
  Webpage: 'wcagem:webpage',
  auditSample: 'wcagem:step4',
  reportFindings: 'wcagem:step5',
  commissioner: 'wcagem:commissioner',
  evaluator: 'wcagem:evaluator',
  evaluationSpecifics: 'wcagem:step5b',
  wcagVersion: 'WAI:standards-guidelines/wcag/#versions',
  Assertion: 'earl:Assertion',
  TestRequirement: 'earl:TestRequirement',
  TestSubject: 'earl:TestSubject',
  TestResult: 'earl:TestResult',
  assertedBy: 'earl:assertedBy',
  mode: 'earl:mode',
  result: 'earl:result',
  subject: 'earl:subject',
  test: 'earl:test',
  outcome: 'earl:outcome',
  id: '@id',
  type: '@type',
  language: '@language',
};

/** A criterion has one outcome here, that of its worst component. */
const combined = (verdicts: readonly DocumentVerdict[], t: Translation): string =>
  verdicts
    .filter(({ remarks }) => remarks !== null)
    .map(({ component, remarks }) => (verdicts.length > 1 ? `${t.components[component]}: ${remarks!}` : remarks!))
    .join('\n\n');

/**
 * A report of WCAG as the evaluation that the WCAG-EM Report Tool opens and saves
 * (https://github.com/w3c/wai-wcag-em-report-tool, version 3.0.3: `src/stores/evaluationStore.js`,
 * `src/data/jsonld/appContext.js`), with what the audit found on each page of its sample. @param state null: a draft
 */
export function wcagEmReport(
  document: ConformanceDocument,
  state: PublicState | null,
  ofPages?: PageOutcomes,
): Promise<string> {
  const t = TRANSLATIONS[document.language];
  const { author, organization, product, standard } = document;
  const notices = noticesOf(document, state);
  const { conformance, counts } = resultOf(document);
  const website = { id: '_:website', type: ['TestSubject', 'Website'] };
  const prefix = `WCAG${standard.version!.replace('.', '')}`;
  const tested = document.requirements.filter(({ verdicts }) => verdicts.length > 0);
  const pages = ofPages ? pageSubjects(ofPages) : [];
  const asserted = [
    ...tested.map((requirement) => ({
      requirement,
      subject: website,
      outcome: outcomeOf(worstOf(requirement.verdicts.map(({ verdict }) => verdict))!),
      description: combined(requirement.verdicts, t),
    })),
    ...(ofPages ? decidedOutcomes(ofPages, document.requirements, 'wcag-em') : []).map(
      ({ page, requirement, outcome }) => ({
        requirement,
        subject: webpage(page),
        outcome: earlOutcome(outcome),
        description: '',
      }),
    ),
  ];
  return jsonWithList(
    {
      '@context': WCAG_EM_CONTEXT,
      type: 'Evaluation',
      language: document.language,
      reportFindings: {
        title: [...stateNotices(document, state), document.title].join(' '),
        summary: [...notices, `${conformance}. ${counts.join(' ')}`].join('\n\n'),
        commissioner: organization.name,
        evaluator: author?.name ?? '',
        date: { type: 'W3CDTF', '@value': document.publishedAt ?? document.audit?.completedAt ?? '' },
        evaluationSpecifics: [document.methods, document.notes, ...reservationTexts(document)]
          .filter((text) => text !== null)
          .join('\n\n'),
      },
      defineScope: {
        id: '_:defineScope',
        scope: { ...website, title: product.name, description: document.scope ?? product.name },
        wcagVersion: standard.version,
        conformanceTarget: document.conformanceLevel ?? 'AAA',
        accessibilitySupportBaseline: document.testEnvironments.join('\n'),
        additionalEvaluationRequirements: '',
      },
      exploreTarget: {
        id: '_:exploreTarget',
        technologiesReliedUpon: document.technologies.map((title) => ({ title })),
      },
      selectSample: {
        id: '_:selectSample',
        // Of a report that rests on no sample what it tells of one.
        structuredSample: ofPages
          ? pages.filter(({ kind }) => kind !== 'random').map(webpage)
          : document.sample.map(({ name, url }, index) => webpage({ id: `_:sample-${index + 1}`, name, url })),
        randomSample: pages.filter(({ kind }) => kind === 'random').map(webpage),
      },
    },
    'auditSample',
    asserted,
    ({ requirement, subject, outcome, description }) => ({
      type: 'Assertion',
      mode: { id: 'earl:manual' },
      subject,
      test: {
        id: `${prefix}:${wcagAnchor(standard, requirement)!}`,
        type: 'TestRequirement',
        source: wcagAddress(standard, requirement)!,
      },
      result: { type: 'TestResult', outcome: { id: outcome }, description },
    }),
  );
}

/** The tool finds a page again by its address alone. */
const webpage = ({ id, name, url }: Pick<PageSubject, 'id' | 'name' | 'url'>) => ({
  id,
  type: ['TestSubject', 'Webpage'],
  title: name,
  description: url ?? '',
});
