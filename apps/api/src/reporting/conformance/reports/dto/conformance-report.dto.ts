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
import { MEANING } from './field-meanings.js';

const URL = 'The URL of further information; null if none.';

const LONG_TEXT = { nullable: true, max: 10_000 };
const LINE = { max: 200, filled: true };

@Described('A name with a URL.')
class NamedAddressDto implements NamedAddress {
  @Text(LINE)
  name: string;
  @HttpUrl({ description: URL })
  url: string;
}

@Described('The contact for readers.')
class ReportContactDto implements Contact {
  @Email()
  email: string;
  @HttpUrl({ optional: true, description: URL })
  url?: string;
  @Text({ ...LINE, optional: true, description: 'In the local language.' })
  phone?: string;
}

@Described('The author of a report.')
class ReportAuthorDto implements Author {
  @Text(LINE)
  name: string;
  @Email()
  email: string;
  @Text({ ...LINE, optional: true, description: 'The employer of the author.' })
  organization?: string;
}

/** A conformance report, without what is said of the requirements. */
@Described('A conformance report on a product; its verdicts are read separately.')
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
  @Id({ nullable: true, description: 'The id of a level of the standard; null if none is set.' })
  conformanceLevel: string | null;
  @Id({ nullable: true, description: 'The audit of the report.' })
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
  @Timestamp({ nullable: true, description: `For a draft: at most ${AUDIT_HOLDS_MONTHS} months after its audit.` })
  validUntil: Date | null;
  @Integer({ nullable: true, description: 'The number of the report that it revises.' })
  revisionOf: number | null;
  @Flag({ description: 'Whether a revision was published.' })
  superseded: boolean;
  @Timestamp({ nullable: true, description: 'The time of publication; null for a draft.' })
  publishedAt: Date | null;
  @Timestamp({ nullable: true, description: 'The time of withdrawal.' })
  withdrawnAt: Date | null;
  @Timestamp({ nullable: true, description: 'The time of the last confirmation that it is still valid.' })
  reviewedAt: Date | null;
  @Text({ nullable: true, description: 'Of the published document.' })
  sha256: string | null;
  @Text({
    nullable: true,
    description: 'The token in its public URLs; null in lists, for members, and without a public URL.',
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
  @Id({ optional: true, nullable: true, description: 'Null for all requirements of the standard.' })
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
  @Nested(() => NamedAddressDto, { optional: true, nullable: true, description: 'Null for the European Directive.' })
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
    description: `At most ${AUDIT_HOLDS_MONTHS} months after the audit.`,
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
