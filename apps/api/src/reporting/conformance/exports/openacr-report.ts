import { grouped } from '../../../platform/lists/grouped.js';
import {
  OPENACR_CATALOGUES,
  type OPENACR_COMPONENTS,
  type OPENACR_TERMS,
  type OpenAcrChapter,
} from '../../../standards/catalogue/data/openacr-catalogues.generated.js';
import type {
  ConformanceDocument,
  DocumentRequirement,
  DocumentVerdict,
  PublicState,
} from '../conformance-document.js';
import { eachStandard } from '../each-standard.js';
import { CLAUSE_COMPONENTS, type Verdict } from '../statement-terms.js';
import { TRANSLATIONS } from '../translations/translations.js';
import { doesNotApply, isNotApplying } from './not-applying.js';
import { withNumber, worstOf } from './report-outline.js';
import { noticesOf, reservationTexts, stateNotices } from './report-state.js';
import { yaml } from './yaml.js';

type CatalogueName = keyof typeof OPENACR_CATALOGUES;
type OpenAcrComponent = (typeof OPENACR_COMPONENTS)[number];
type Term = (typeof OPENACR_TERMS)[number];

/**
 * What each catalogue has, the smallest first. Section 508 and EN 301 549 rest on criteria of WCAG 2.0 and 2.1, which
 * later versions have too.
 */
export const OPENACR_STANDARDS: readonly (readonly [name: CatalogueName, standards: readonly string[]])[] = [
  ['2.5-edition-wcag-2.2-en', ['wcag 2.2']],
  ['2.4-edition-wcag-2.1-en', ['wcag 2.1']],
  ['2.4-edition-wcag-2.0-508-en', ['wcag 2.0', 'section-508']],
  ['2.4-edition-wcag-2.1-508-en', ['wcag 2.1', 'section-508']],
  ['2.5-edition-wcag-2.2-508-en', ['wcag 2.2', 'section-508']],
  ['2.4-edition-wcag-2.1-508-eu-en', ['wcag 2.1', 'section-508', 'en-301-549']],
  ['2.5-edition-wcag-2.2-508-eu-en', ['wcag 2.2', 'section-508', 'en-301-549']],
];

/** The smallest catalogue of OpenACR that has the requirements of all standards of a report; null: there is none. */
export function openAcrCatalogue(
  document: Pick<ConformanceDocument, 'standard' | 'furtherStandards'>,
): CatalogueName | null {
  const standards = [document, ...(document.furtherStandards ?? [])].map(({ standard: { catalogue, version } }) =>
    catalogue === 'wcag' ? `wcag ${version}` : String(catalogue),
  );
  const found = OPENACR_STANDARDS.find(([, has]) => standards.every((standard) => has.includes(standard)));
  return found?.[0] ?? null;
}

/** What OpenACR calls a verdict. */
export const OPENACR_TERMS_OF: Readonly<Record<Verdict, Term>> = {
  supports: 'supports',
  partially_supports: 'partially-supports',
  does_not_support: 'does-not-support',
  not_applicable: 'not-applicable',
  not_evaluated: 'not-evaluated',
};

/** A report in OpenACR (https://github.com/GSA/openacr, schema 0.1.0) as the object that is written as YAML or JSON. */
export function openAcrReport(document: ConformanceDocument, state: PublicState): object {
  const name = openAcrCatalogue(document)!;
  const { author, contact, organization, product } = document;
  const t = TRANSLATIONS[document.language];
  const chapters: Record<string, OpenAcrChapter> = OPENACR_CATALOGUES[name];
  const requirements = eachStandard(document).flatMap((one) =>
    one.requirements.map((requirement): StandardRequirement => ({ document: one, requirement })),
  );
  const requirementsOf = grouped(requirements, ({ requirement }) => criterionOf(requirement));
  const listed = new Set(
    Object.entries(chapters).flatMap(([id, { criteria }]) => criteria.map((number) => criterionIn(id, number))),
  );
  const unlisted = requirements
    .map(({ requirement }) => requirement)
    .filter((requirement) => requirement.verdicts.length > 0 && !listed.has(criterionOf(requirement)));
  const notices = noticesOf(document, state);
  const notes = [
    ...notices,
    ...(document.notes === null ? [] : [document.notes]),
    ...(document.scope === null ? [] : [`${t.labels.scope}${t.colon}${document.scope}`]),
    ...reservationTexts(document),
    ...(unlisted.length === 0 ? [] : [t.notInCatalogue, ...unlisted.map((one) => unlistedText(document, one))]),
  ];
  return {
    title: [...stateNotices(document, state), document.title].join(' '),
    product: {
      name: product.name,
      ...(product.version !== null && { version: product.version }),
      ...(product.description !== undefined && { description: product.description }),
    },
    author: {
      name: author?.name,
      ...(author?.organization !== undefined && { company_name: author.organization }),
      email: author?.email,
    },
    ...(contact && {
      vendor: {
        company_name: organization.name,
        email: contact.email,
        ...(contact.phone !== undefined && { phone: contact.phone }),
        ...(contact.url !== undefined && { website: contact.url }),
      },
    }),
    ...(document.publishedAt !== null && {
      report_date: document.publishedAt.slice(0, 10),
      last_modified_date: document.publishedAt.slice(0, 10),
    }),
    version: document.number,
    ...(notes.length > 0 && { notes: notes.join('\n\n') }),
    ...(document.methods !== null && { evaluation_methods_used: document.methods }),
    ...(document.feedbackUrl !== null && { feedback: document.feedbackUrl }),
    ...(document.legalDisclaimer !== undefined && { legal_disclaimer: document.legalDisclaimer }),
    catalog: name,
    chapters: Object.fromEntries(
      Object.entries(chapters).map(([id, chapter]) => [id, chapterOf(id, chapter, requirementsOf)] as const),
    ),
  };
}

/** The same as YAML, which begins with what must be known first. */
export function openAcrYaml(document: ConformanceDocument, state: PublicState): string {
  const comment = noticesOf(document, state).map((notice) => `# ${notice}\n`);
  return comment.join('') + yaml(openAcrReport(document, state));
}

/**
 * What a requirement is called over all chapters of a catalogue. WCAG's criteria are only in the chapters of their
 * levels, where clauses 9, 10 and 11 of EN 301 549 are told by the criterion that they take over; all else goes by the
 * standard's own number. The two are kept apart since EN 301 549 numbers its functional performance statements as WCAG
 * numbers its criteria: 4.1.1 is both.
 */
const criterionOf = ({ number, wcag }: DocumentRequirement): string => (wcag === null ? number : `WCAG ${wcag}`);
const criterionIn = (chapter: string, number: string): string =>
  chapter.startsWith('success_criteria_level_') ? `WCAG ${number}` : number;

type StatedVerdict = Pick<DocumentVerdict, 'component' | 'verdict' | 'remarks'>;

/** A requirement, and what the report says of its standard. */
interface StandardRequirement {
  document: ConformanceDocument;
  requirement: DocumentRequirement;
}

interface RequirementVerdict extends StandardRequirement {
  verdict: StatedVerdict;
}

function chapterOf(
  id: string,
  { components, criteria }: OpenAcrChapter,
  requirementsOf: ReadonlyMap<string, readonly StandardRequirement[]>,
): object {
  const stated = criteria.flatMap((num) => {
    const requirements = requirementsOf.get(criterionIn(id, num)) ?? [];
    const verdicts = requirements.flatMap((one) =>
      verdictsOf(one).map((verdict): RequirementVerdict => ({ ...one, verdict })),
    );
    return verdicts.length === 0 ? [] : [{ num, components: adherences(components, verdicts) }];
  });
  return stated.length === 0 ? { disabled: true, criteria: [] } : { criteria: stated };
}

/** Of what does not apply to such a product, that it does not. */
const verdictsOf = ({ document, requirement }: StandardRequirement): readonly StatedVerdict[] =>
  isNotApplying(requirement)
    ? [
        {
          component: 'web',
          verdict: 'not_applicable',
          remarks: doesNotApply(document),
        },
      ]
    : requirement.verdicts;

function adherences(components: OpenAcrChapter['components'], stated: readonly RequirementVerdict[]): object[] {
  return components.flatMap((name) => {
    const own = stated.filter((one) => name === 'none' || componentOf(one) === name);
    if (own.length === 0) return [];
    const notes = notesOf(own, name);
    const level = OPENACR_TERMS_OF[worstOf(own.map(({ verdict }) => verdict.verdict))!];
    return [{ name, adherence: { level, ...(notes !== '' && { notes }) } }];
  });
}

function componentOf({ document, requirement, verdict }: RequirementVerdict): OpenAcrComponent {
  const clause = document.standard.catalogue === 'en-301-549' && CLAUSE_COMPONENTS[requirement.number.split('.')[0]!];
  return clause && verdict.component !== 'authoring-tool' ? clause : verdict.component;
}

/** Several remarks that end in one component say of what they are; what is shown in several standards is told once. */
function notesOf(stated: readonly RequirementVerdict[], name: OpenAcrComponent): string {
  const notes = stated
    .filter(({ verdict }) => verdict.remarks !== null)
    .map(({ document, verdict: { component, remarks } }) =>
      stated.length > 1 && component !== name
        ? `${TRANSLATIONS[document.language].components[component]}: ${remarks!}`
        : remarks!,
    );
  return [...new Set(notes)].join('\n\n');
}

function unlistedText({ language }: ConformanceDocument, requirement: DocumentRequirement): string {
  const { verdicts } = TRANSLATIONS[language];
  const stated = requirement.verdicts.map(
    ({ verdict, remarks }) => `${verdicts[verdict]}${remarks === null ? '' : `: ${remarks}`}`,
  );
  return `${withNumber(requirement)}: ${stated.join('; ')}`;
}
