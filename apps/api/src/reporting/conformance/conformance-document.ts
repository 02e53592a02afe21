import type { ProductKind } from '../../standards/catalogue/applies-to.js';
import type { Feature } from '../../standards/catalogue/features.js';
import { named } from '#libs/fields';
import type { MeanRate } from './page-outcomes.js';
import type { Component, EvidenceKind, Reason, Verdict } from './statement-terms.js';

/**
 * A conformance report as it leaves: what publishing freezes, and of a draft what it would be now. It holds nothing but
 * what may be public: no ids, and nobody's name but the author's.
 */
export interface ConformanceDocument {
  schema: 1;
  /** Of the report in its product. */
  number: number;
  title: string;
  /** The language of our own words about it. */
  language: ReportLanguage;
  organization: { name: string };
  /** In which its days are told; absent: UTC. */
  timeZone?: string;
  /** `type` and `features` as they were when it was published; absent until 0.1.0. */
  product: {
    name: string;
    version: string | null;
    /** Absent: none is told. */
    description?: string;
    type?: ProductKind;
    features?: readonly Feature[];
  };
  standard: {
    name: string;
    /** The version as its publisher writes it; null for custom standards. */
    version: string | null;
    catalogue: CatalogueName | null;
    /** Whether meeting a level implies the lower ones. */
    cumulative: boolean;
    /** The lowest first. */
    levels: string[];
  };
  /** The name of the level; null: all requirements of the standard. */
  conformanceLevel: string | null;
  scope: string | null;
  methods: string | null;
  notes: string | null;
  /** Why findings were not triaged that concern what is said to be supported; absent: none is told. */
  untriagedReason?: string;
  /** What it says against the outcomes of its audits, by the numbers of requirements, and why; absent: nothing. */
  againstOutcomes?: { requirements: string[]; reason: string };
  sample: NamedAddress[];
  contact: Contact | null;
  author: Author | null;
  feedbackUrl: string | null;
  enforcement: NamedAddress | null;
  /** Null: the Directive. */
  legislation: NamedAddress | null;
  /** Whose law a statement names where the report does not; absent: none is told. */
  country?: Country;
  /** How the service works, for those who have to understand it; absent: it is not told. */
  serviceOperation?: string;
  /** Where the multi-year scheme and the action plan of the year stand; absent: nowhere. */
  schemaUrl?: string;
  actionPlanUrl?: string;
  technologies: string[];
  testEnvironments: string[];
  tools: string[];
  preparedBy: Preparer | null;
  /**
   * The audit it rests on, without its title, which was written for colleagues. `meanRate`: of the RGAA, where
   * something is decided on pages of its sample. `untested`: how many requirements it was completed without; absent:
   * none.
   */
  audit: { number: number; completedAt: string | null; meanRate?: MeanRate; untested?: number } | null;
  /** Null in drafts, as is `validUntil`. ISO 8601 in UTC, as all moments here. */
  publishedAt: string | null;
  validUntil: string | null;
  /** The number of the report that this one replaces. */
  revisionOf: number | null;
  /** Of the organization; absent: none. */
  legalDisclaimer?: string;
  /** In the order of the standard, each after its parent. */
  groups: DocumentGroup[];
  /** In the order of the standard, those beyond the level included. */
  requirements: DocumentRequirement[];
  /**
   * The standards that it covers beside the first; absent: none. A verdict stands at the requirement of each that has
   * its criterion.
   */
  furtherStandards?: Pick<ConformanceDocument, 'standard' | 'conformanceLevel' | 'audit' | 'groups' | 'requirements'>[];
}

/** A standard that comes with the service; null in its place is one of an organization's own. */
export type CatalogueName = 'wcag' | 'en-301-549' | 'section-508' | 'rgaa';

/** The languages that have words. */
export const REPORT_LANGUAGES = named('ReportLanguage', ['en', 'fr'], 'The language of the fixed texts.');
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

/** The members of the European Union, by ISO 3166-1 alpha-2 (Greece is `GR`). */
export const COUNTRIES = named(
  'EuropeanUnionCountry',
  [
    ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU'],
    ...['IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
  ] as const,
  'A member state of the European Union (ISO 3166-1 alpha-2), whose law the statement names.',
);
export type Country = (typeof COUNTRIES)[number];

/** Who made the evaluation: the organization itself, or somebody else. */
export const PREPARERS = named(
  'ReportPreparer',
  ['self', 'third_party'],
  'The evaluator of the product: the organization itself, or a third party.',
);
export type Preparer = (typeof PREPARERS)[number];

export interface NamedAddress {
  name: string;
  url: string;
}

export interface Contact {
  email: string;
  url?: string;
  phone?: string;
}

export interface Author {
  name: string;
  email: string;
  organization?: string;
}

/** A heading of the standard. */
export interface DocumentGroup {
  /** Its place in the document, from 1; never an id. */
  key: number;
  /** As the standard numbers it (`1.4`), where it does. */
  number: string | null;
  name: string;
  /** The key of the heading above. */
  parent: number | null;
}

export interface DocumentRequirement {
  /** As the standard numbers it (`1.4.3`, `9.1.4.3`); of custom standards that do not, its place from 1. */
  number: string;
  name: string;
  /** The name of its level. */
  level: string | null;
  group: number | null;
  /** The WCAG criterion that it takes over. */
  wcag: string | null;
  /** Whether it is a requirement of the report's level that applies to the product, which needs a verdict. */
  inScope: boolean;
  /** Whether it applies to such a product; absent until 0.1.0. */
  applies?: boolean;
  /** One for each component, in the order of components; none in a draft, or beyond the level. */
  verdicts: DocumentVerdict[];
}

export interface DocumentVerdict {
  component: Component;
  verdict: Verdict;
  remarks: string | null;
  reason: Reason;
  alternative: string | null;
  /** What does not work, in words that need no expert; absent: the remarks alone say it. */
  plainDescription?: string;
  /** Why meeting it is a disproportionate burden; absent: the remarks alone say it. */
  burdenAssessment?: string;
  evidence: DocumentEvidence[];
  /** Whether one remark was given for the whole group: exports show it once. */
  fromGroup: boolean;
}

interface DocumentEvidence {
  kind: EvidenceKind;
  /** Of the record in its product. */
  number: number;
  /** When it was completed, or an issue created; null: still under way. */
  date: string | null;
}

/** What is true of a published report today, which stands beside what was frozen. */
export interface PublicState {
  state: 'published' | 'superseded' | 'withdrawn' | 'expired';
  since: string;
  reviewedAt: string | null;
  /** Whether its yearly review is overdue, which its statements say. */
  reviewDue: boolean;
  /** Whether the product is archived. */
  archivedProduct: boolean;
  /**
   * Issues opened since their requirement was judged as supported or not applicable: of each requirement the first that
   * is open, else the last that ended, and those of which the organization says why they do not contradict the report.
   * `endedAt`: when it was closed, or else deleted or unlinked.
   */
  reportedSince: ReportedIssue[];
  /** How many open issues contradict the report of which no reason is told. */
  barriers: number;
  /**
   * How many of them contradict what it says of each of its standards, by the place of that in the report, from 0;
   * absent: none.
   */
  barriersByStandard: Record<number, number>;
  /** How many open issues of the product say nothing of any requirement, so that they contradict none. */
  unlinked: number;
  /** Whether a severe one contradicts it for so long that its badge names no result. */
  underReview: boolean;
}

/** What has become known of a requirement since it was judged. */
export interface ReportedIssue {
  requirement: string;
  /** The place of its standard in the report, from 0; absent: the first. */
  standard?: number;
  openedAt: string;
  endedAt: string | null;
  wasClosed: boolean;
  /** Why it does not contradict the report, and since when that is said. */
  reason: { text: string; since: string } | null;
}

/** The requirements that open issues speak against of which no reason is told. */
export const contradictedRequirements = ({ reportedSince }: Pick<PublicState, 'reportedSince'>): string[] => [
  ...new Set(
    reportedSince
      .filter(({ endedAt, reason }) => endedAt === null && reason === null)
      .map(({ requirement }) => requirement),
  ),
];
