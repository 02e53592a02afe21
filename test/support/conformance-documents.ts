import { BUILT_IN_STANDARDS } from '../../apps/api/src/standards/catalogue/built-in.js';
import type {
  CatalogueName,
  ConformanceDocument,
  DocumentRequirement,
  DocumentVerdict,
  PublicState,
} from '../../apps/api/src/reporting/conformance/conformance-document.js';

/** Text of people that must appear as it is: markup, a script, another direction, lines, and marks of Markdown. */
export const HOSTILE_TEXT =
  '<script>alert(1)</script> & "quotes" \'single\' | pipe\n# not a heading\n\n* _no_ **list** [no](https://example.org) `code`';
/** What the document below tells of its product, and ends with. */
export const PRODUCT_DESCRIPTION = 'A shop for garden tools, with delivery & returns.';
export const LEGAL_DISCLAIMER = 'Told as of the day of publication; <no> warranty.';

const RIGHT_TO_LEFT = 'تتوفر تسميات توضيحية لكل الفيديوهات، وتُراجع كل شهر.';

const CATALOGUES: Readonly<Record<string, CatalogueName>> = {
  'wcag-2-0': 'wcag',
  'wcag-2-1': 'wcag',
  'wcag-2-2': 'wcag',
  'en-301-549': 'en-301-549',
  'section-508': 'section-508',
  rgaa: 'rgaa',
};

/** The slugs of the built-in standards that a document can be made of. */
export const DOCUMENT_STANDARDS = Object.keys(CATALOGUES);

const EVIDENCE: DocumentVerdict['evidence'] = [
  { kind: 'audit', number: 3, date: '2026-04-28T15:00:00.000Z' },
  { kind: 'issue', number: 12, date: null },
];

const verdict = (said: Partial<DocumentVerdict>): DocumentVerdict => ({
  component: 'web',
  verdict: 'supports',
  remarks: null,
  reason: 'noncompliance',
  alternative: null,
  evidence: said.verdict === undefined || said.verdict === 'supports' ? EVIDENCE : [],
  fromGroup: false,
  ...said,
});

/** What is said of requirements by turns, most of them supported. */
const TURNS: readonly (readonly Partial<DocumentVerdict>[])[] = [
  [{}],
  [{ verdict: 'partially_supports', remarks: HOSTILE_TEXT, evidence: EVIDENCE }],
  [{}],
  [
    { remarks: 'Checked on every page of the sample.' },
    { component: 'electronic-docs', verdict: 'does_not_support', remarks: 'Invoices are pictures of text.' },
    { component: 'authoring-tool', verdict: 'not_applicable', remarks: 'Nobody writes content in it.' },
  ],
  [{}],
  [{ remarks: RIGHT_TO_LEFT }],
  [{}],
  [
    {
      verdict: 'does_not_support',
      remarks: 'The maps of our stores cannot be used with a keyboard.',
      reason: 'disproportionate_burden',
      alternative: 'A list of all stores with their addresses.',
    },
  ],
  [{}],
  [{ verdict: 'not_applicable', remarks: 'There is no sound.' }],
  [{}],
];

/** A report on a built-in standard as it would be published, made of every kind of verdict. */
export function conformanceDocument(
  slug: string = 'wcag-2-2',
  over: Partial<ConformanceDocument> = {},
): ConformanceDocument {
  const standard = BUILT_IN_STANDARDS.find((one) => one.slug === slug)!;
  const keys = new Map(standard.groups.map(({ id }, index) => [id, index + 1]));
  const levels = standard.levels.map(({ name }) => name);
  const conformanceLevel = levels.includes('AA') ? 'AA' : null;
  const split = (name: string): [string, string] => {
    const [, number, rest] = /^((?:Chapter )?[\d.]+) (.*)$/.exec(name) ?? [undefined, '', name];
    return [number!, rest!];
  };
  return {
    schema: 1,
    number: 4,
    title: 'Web shop, spring 2026',
    language: 'en',
    organization: { name: 'Example & Sons' },
    product: { name: 'Web shop', version: '2026.4', description: PRODUCT_DESCRIPTION },
    standard: {
      name: standard.name,
      version: /\d[\d.]*$/.exec(standard.name)?.[0] ?? '2018',
      catalogue: CATALOGUES[slug]!,
      cumulative: standard.cumulative,
      levels,
    },
    conformanceLevel,
    scope: 'The shop at https://shop.example.org with its checkout, and the invoices that it mails.',
    methods: 'Two people examined the sample by keyboard, with NVDA and VoiceOver.\nScans ran on every page.',
    notes: null,
    sample: [
      { name: 'Home', url: 'https://shop.example.org/' },
      { name: 'Checkout', url: 'https://shop.example.org/checkout' },
    ],
    contact: { email: 'access@example.org', url: 'https://shop.example.org/contact', phone: '+33 1 23 45 67 89' },
    author: { name: 'Ada Byron', email: 'ada@example.org', organization: 'Audits & Co' },
    feedbackUrl: 'https://shop.example.org/feedback',
    enforcement: { name: 'Défenseur des droits', url: 'https://formulaire.defenseurdesdroits.fr/' },
    legislation: null,
    serviceOperation: 'Choose, pay, collect.',
    schemaUrl: 'https://shop.example.org/scheme',
    actionPlanUrl: 'https://shop.example.org/plan-2026',
    technologies: ['HTML', 'CSS', 'JavaScript'],
    testEnvironments: ['Firefox with NVDA on Windows', 'Safari with VoiceOver on iOS'],
    tools: ['axe-core'],
    preparedBy: 'third_party',
    audit: { number: 3, completedAt: '2026-04-28T15:00:00.000Z' },
    publishedAt: '2026-05-03T09:30:00.000Z',
    validUntil: '2029-04-28T15:00:00.000Z',
    revisionOf: 2,
    legalDisclaimer: LEGAL_DISCLAIMER,
    groups: standard.groups.map(({ id, name, parentId }) => {
      const [number, rest] = split(name);
      return {
        key: keys.get(id)!,
        number: number || null,
        name: rest,
        parent: parentId === null ? null : keys.get(parentId)!,
      };
    }),
    requirements: standard.requirements.map((requirement, index): DocumentRequirement => {
      const [number, name] = split(requirement.name);
      const level = standard.levels.find(({ id }) => id === requirement.levelId)?.name ?? null;
      const inScope = level !== 'AAA';
      const wcag = requirement.metadata['wcag'];
      const said = TURNS[index % TURNS.length]!;
      const isHardware = slug === 'en-301-549' && number.startsWith('8.');
      const shared = verdict({ verdict: 'not_applicable', remarks: 'The shop is no hardware.', fromGroup: true });
      return {
        number,
        name,
        level,
        group: requirement.groupId === null ? null : keys.get(requirement.groupId)!,
        wcag: typeof wcag === 'string' ? wcag : null,
        inScope,
        verdicts: isHardware ? [shared] : inScope ? said.map(verdict) : [],
      };
    }),
    ...over,
  };
}

/** A report on several built-in standards, the first of which comes first. */
export function documentOnSeveral(
  [first, ...further]: readonly string[],
  over: Partial<ConformanceDocument> = {},
): ConformanceDocument {
  return {
    ...conformanceDocument(first, over),
    furtherStandards: further.map((slug) => {
      const { standard, conformanceLevel, audit, groups, requirements } = conformanceDocument(slug);
      return { standard, conformanceLevel, audit, groups, requirements };
    }),
  };
}

/** What is true of a published report today. */
export const publicState = (over: Partial<PublicState> = {}): PublicState => ({
  state: 'published',
  since: '2026-05-03T09:30:00.000Z',
  reviewedAt: null,
  reviewDue: false,
  archivedProduct: false,
  reportedSince: [],
  barriers: 0,
  barriersByStandard: {},
  unlinked: 0,
  underReview: false,
  ...over,
});

/** The same report while it is a draft. */
export const draftDocument = (slug?: string, over: Partial<ConformanceDocument> = {}): ConformanceDocument =>
  conformanceDocument(slug, { publishedAt: null, validUntil: null, ...over });

/**
 * A report in which so many of the first ten requirements conform, and all ten are in scope. @param over of each
 * verdict
 */
export function conforming(slug: string, count: number, over: Partial<DocumentVerdict> = {}): ConformanceDocument {
  const document = conformanceDocument(slug);
  const requirements = document.requirements.slice(0, 10).map((one, index) => ({
    ...one,
    inScope: true,
    verdicts: [
      verdict({
        verdict: index < count ? 'supports' : 'does_not_support',
        remarks: 'Said.',
        evidence: [],
        ...over,
      }),
    ],
  }));
  return { ...document, requirements };
}
