import {
  Choice,
  ChoiceListParameter,
  Described,
  EndOfDay,
  Email,
  fieldsOf,
  Flag,
  HttpUrl,
  Id,
  IdList,
  IdParameter,
  Integer,
  Nested,
  NestedList,
  Text,
  TextList,
  Timestamp,
} from '#libs/fields';
import { PageQuery } from '../../../../platform/lists/page-query.js';
import { Total } from '../../../../platform/lists/pagination.js';
import { ProductSlug, RecordNumber, ProductParameter } from '../../../../platform/lists/shared-fields.js';
import { TITLE_LENGTH } from '../../../../products/products/title-length.js';
import {
  type Author,
  type Contact,
  COUNTRIES,
  type Country,
  type NamedAddress,
  type Preparer,
  PREPARERS,
  REPORT_LANGUAGES,
  type ReportLanguage,
} from '../../conformance-document.js';
import { AUDIT_HOLDS_MONTHS } from '../../validity.js';
import { type ConformanceReport, REPORT_STATUSES, type ReportStatus } from '../conformance-report.entity.js';
import { auditIdsOf, MAX_STANDARDS, standardsOf } from '../several-standards.js';
import { CoveredStandardDto, CoverStandard } from './covered-standard.dto.js';

const URL = 'Where more about it stands; null: nowhere.';

/** The same in the report and in what is changed of it. */
const MEANING = {
  standards:
    'The standards that it covers, `standardId` and `conformanceLevel` the first; several are built-in ones among WCAG, Section 508 and EN 301 549.',
  auditIds: 'The audits that it rests on, `auditId` the first.',
  productVersion: 'As the organization calls it.',
  productDescription: 'What the product is, for readers of the report.',
  scope: 'What of the product was evaluated.',
  methods: 'How the product was evaluated.',
  notes: 'What readers need to know beside.',
  untriagedReason:
    'Why findings that speak against "supports" are not triaged; without it they keep the report from being published. Exports print it.',
  outcomesReason:
    'Why it says "supports" of what its audits have as failed or undecided; without it such outcomes keep the report from being published. Exports print it, with the requirements.',
  feedbackUrl: 'Where readers report what they cannot use.',
  country: 'Whose law and enforcement statements name where `legislation` and `enforcement` say nothing.',
  serviceOperation: 'How the service works, for those who have to understand it (Directive (EU) 2019/882, Annex V).',
  schemaUrl: 'Where the multi-year accessibility scheme stands, which the statement of the RGAA links.',
  actionPlanUrl: 'Where the action plan of this year stands, which the statement of the RGAA links.',
  technologies: 'What the product relies on: HTML, WAI-ARIA.',
  testEnvironments: 'Browsers and assistive technologies that it was tested with.',
  tools: 'What it was tested with beside.',
};
const LONG_TEXT = { nullable: true, max: 10_000 };
const LINE = { max: 200, filled: true };

@Described('Something with a name and an address.')
class NamedAddressDto implements NamedAddress {
  @Text(LINE)
  name: string;
  @HttpUrl({ description: URL })
  url: string;
}

@Described('Where readers turn to.')
class ReportContactDto implements Contact {
  @Email()
  email: string;
  @HttpUrl({ optional: true, description: URL })
  url?: string;
  @Text({ ...LINE, optional: true, description: 'In words of the place.' })
  phone?: string;
}

@Described('Who answers for a report.')
class ReportAuthorDto implements Author {
  @Text(LINE)
  name: string;
  @Email()
  email: string;
  @Text({ ...LINE, optional: true, description: 'Whom the author works for.' })
  organization?: string;
}

/** A conformance report, without what is said of the requirements. */
@Described('What is said to the outside of how accessible a product is; verdicts are read apart.')
export class ConformanceReportDto {
  @Id()
  id: string;
  @RecordNumber()
  number: number;
  @Id()
  productId: string;
  @Text()
  title: string;
  @Choice(REPORT_STATUSES)
  status: ReportStatus;
  @Choice(REPORT_LANGUAGES)
  language: ReportLanguage;
  @Id({ nullable: true })
  standardId: string | null;
  @Id({ nullable: true, description: 'The id of a level of the standard; null: none is aimed at.' })
  conformanceLevel: string | null;
  @Id({ nullable: true, description: 'The audit that it rests on.' })
  auditId: string | null;
  @NestedList(() => CoveredStandardDto, { description: MEANING.standards })
  standards: CoveredStandardDto[];
  @IdList({ description: MEANING.auditIds })
  auditIds: string[];
  @Text({ nullable: true, description: MEANING.productVersion })
  productVersion: string | null;
  @Text({ nullable: true, description: MEANING.productDescription })
  productDescription: string | null;
  @Text({ nullable: true, description: MEANING.scope })
  scope: string | null;
  @Text({ nullable: true, description: MEANING.methods })
  methods: string | null;
  @Text({ nullable: true, description: MEANING.notes })
  notes: string | null;
  @Text({ nullable: true, description: MEANING.untriagedReason })
  untriagedReason: string | null;
  @Text({ nullable: true, description: MEANING.outcomesReason })
  outcomesReason: string | null;
  @NestedList(() => NamedAddressDto)
  sample: NamedAddress[];
  @Nested(() => ReportContactDto, { nullable: true })
  contact: Contact | null;
  @Nested(() => ReportAuthorDto, { nullable: true })
  author: Author | null;
  @Text({ nullable: true, description: MEANING.feedbackUrl })
  feedbackUrl: string | null;
  @Nested(() => NamedAddressDto, { nullable: true })
  enforcement: NamedAddress | null;
  @Nested(() => NamedAddressDto, { nullable: true })
  legislation: NamedAddress | null;
  @Choice(COUNTRIES, { nullable: true, description: MEANING.country })
  country: Country | null;
  @Text({ nullable: true, description: MEANING.serviceOperation })
  serviceOperation: string | null;
  @Text({ nullable: true, description: MEANING.schemaUrl })
  schemaUrl: string | null;
  @Text({ nullable: true, description: MEANING.actionPlanUrl })
  actionPlanUrl: string | null;
  @TextList({ description: MEANING.technologies })
  technologies: string[];
  @TextList({ description: MEANING.testEnvironments })
  testEnvironments: string[];
  @TextList({ description: MEANING.tools })
  tools: string[];
  @Choice(PREPARERS, { nullable: true })
  preparedBy: Preparer | null;
  @Timestamp({ nullable: true, description: `Of a draft: an end before ${AUDIT_HOLDS_MONTHS} months after its audit.` })
  validUntil: Date | null;
  @Integer({ nullable: true, description: 'The number of the report that it was made from.' })
  revisionOf: number | null;
  @Flag({ description: 'Whether a revision was published.' })
  superseded: boolean;
  @Timestamp({ nullable: true, description: 'When it was frozen; null: a draft.' })
  publishedAt: Date | null;
  @Timestamp({ nullable: true, description: 'Since when it is no longer said.' })
  withdrawnAt: Date | null;
  @Timestamp({ nullable: true, description: 'When somebody last said that it still holds.' })
  reviewedAt: Date | null;
  @Text({ nullable: true, description: 'Of the published document.' })
  sha256: string | null;
  @Text({
    nullable: true,
    description: 'The secret part of its public addresses; null in lists, for members, and where it has none.',
  })
  publicToken: string | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from(report: ConformanceReport, publicToken: string | null = null): ConformanceReportDto {
    return {
      ...fieldsOf(ConformanceReportDto, report),
      conformanceLevel: report.conformanceLevelId,
      standards: standardsOf(report).map(({ standardId, conformanceLevelId }) => ({
        standardId,
        conformanceLevel: conformanceLevelId,
      })),
      auditIds: auditIdsOf(report),
      superseded: report.supersededAt !== null,
      publicToken,
    };
  }
}

/** One conformance report. */
export class ConformanceReportEnvelope {
  @Nested(() => ConformanceReportDto)
  conformanceReport: ConformanceReportDto;
}

/** A page of a product's conformance reports, the latest first. */
export class ConformanceReportPage {
  @NestedList(() => ConformanceReportDto)
  conformanceReports: ConformanceReportDto[];
  @Total()
  total: number | null;
  @Integer()
  page: number;
  @Integer()
  pageSize: number;
}

/** Which conformance reports of a product to list. */
export class ListConformanceReportsQuery extends PageQuery(20) {
  @ChoiceListParameter(REPORT_STATUSES)
  status?: ReportStatus[];
}

@Described('A conformance report in a list of all products.')
export class ListedConformanceReportDto extends ConformanceReportDto {
  @Text()
  productName: string;
  @ProductSlug()
  productSlug: string;
}

/** A page of an organization's conformance reports, the latest first. */
export class OrganizationReportPage {
  @NestedList(() => ListedConformanceReportDto)
  conformanceReports: ListedConformanceReportDto[];
  @Total()
  total: number | null;
  @Integer()
  page: number;
  @Integer()
  pageSize: number;
}

/** Which conformance reports of an organization to list. */
export class ListOrganizationReportsQuery extends ListConformanceReportsQuery {
  @IdParameter()
  productId?: string;
  @ProductParameter()
  product?: string;
}

/** What a draft says, beside its title. */
class ReportContent {
  @Choice(REPORT_LANGUAGES, { optional: true })
  language?: ReportLanguage;
  @Id({ optional: true, nullable: true })
  standardId?: string | null;
  @Id({ optional: true, nullable: true, description: 'Null: all requirements of the standard.' })
  conformanceLevel?: string | null;
  @Id({ optional: true, nullable: true })
  auditId?: string | null;
  @NestedList(() => CoverStandard, { optional: true, max: MAX_STANDARDS, description: MEANING.standards })
  standards?: CoverStandard[];
  @IdList({ optional: true, max: MAX_STANDARDS, description: MEANING.auditIds })
  auditIds?: string[];
  @Text({ ...LINE, optional: true, nullable: true, description: MEANING.productVersion })
  productVersion?: string | null;
  @Text({ ...LONG_TEXT, optional: true, filled: true, description: MEANING.productDescription })
  productDescription?: string | null;
  @Text({ ...LONG_TEXT, optional: true, description: MEANING.scope })
  scope?: string | null;
  @Text({ ...LONG_TEXT, optional: true, description: MEANING.methods })
  methods?: string | null;
  @Text({ ...LONG_TEXT, optional: true, description: MEANING.notes })
  notes?: string | null;
  @Text({ optional: true, nullable: true, filled: true, max: 2_000, description: MEANING.untriagedReason })
  untriagedReason?: string | null;
  @Text({ optional: true, nullable: true, filled: true, max: 2_000, description: MEANING.outcomesReason })
  outcomesReason?: string | null;
  @NestedList(() => NamedAddressDto, { optional: true, max: 200 })
  sample?: NamedAddressDto[];
  @Nested(() => ReportContactDto, { optional: true, nullable: true })
  contact?: ReportContactDto | null;
  @Nested(() => ReportAuthorDto, { optional: true, nullable: true })
  author?: ReportAuthorDto | null;
  @HttpUrl({ optional: true, nullable: true, description: MEANING.feedbackUrl })
  feedbackUrl?: string | null;
  @Nested(() => NamedAddressDto, { optional: true, nullable: true })
  enforcement?: NamedAddressDto | null;
  @Nested(() => NamedAddressDto, { optional: true, nullable: true, description: 'Null: the European Directive.' })
  legislation?: NamedAddressDto | null;
  @Choice(COUNTRIES, { optional: true, nullable: true, description: MEANING.country })
  country?: Country | null;
  @Text({ ...LONG_TEXT, optional: true, filled: true, description: MEANING.serviceOperation })
  serviceOperation?: string | null;
  @HttpUrl({ optional: true, nullable: true, description: MEANING.schemaUrl })
  schemaUrl?: string | null;
  @HttpUrl({ optional: true, nullable: true, description: MEANING.actionPlanUrl })
  actionPlanUrl?: string | null;
  @TextList({ optional: true, max: 200, description: MEANING.technologies })
  technologies?: string[];
  @TextList({ optional: true, max: 200, description: MEANING.testEnvironments })
  testEnvironments?: string[];
  @TextList({ optional: true, max: 200, description: MEANING.tools })
  tools?: string[];
  @Choice(PREPARERS, { optional: true, nullable: true })
  preparedBy?: Preparer | null;
  @EndOfDay({
    optional: true,
    nullable: true,
    description: `An end before ${AUDIT_HOLDS_MONTHS} months after the audit.`,
  })
  validUntil?: Date | null;
}

/** A new draft. Where no standard is named it takes that of its first audit, else the product's, with the level. */
export class CreateConformanceReport extends ReportContent {
  @Text({ ...LINE, max: TITLE_LENGTH })
  title: string;
}

/** What to change of a draft. */
export class UpdateConformanceReport extends ReportContent {
  @Text({ ...LINE, optional: true, max: TITLE_LENGTH })
  title?: string;
}
