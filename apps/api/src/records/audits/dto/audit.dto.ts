import {
  Choice,
  ChoiceListParameter,
  Described,
  EndOfDay,
  fieldsOf,
  Flag,
  Id,
  IdParameter,
  Integer,
  named,
  Nested,
  NestedList,
  Text,
  Timestamp,
} from '#libs/fields';
import { CreatedSinceParameter, CreatedUntilParameter } from '../../../platform/lists/filters.js';
import { SortedPageQuery } from '../../../platform/lists/page-query.js';
import { Pagination } from '../../../platform/lists/pagination.js';
import { ProductSlug, RecordNumber, ProductParameter } from '../../../platform/lists/shared-fields.js';
import { TITLE_LENGTH } from '../../../products/products/title-length.js';
import {
  type Audit,
  AUDIT_METHODS,
  AUDIT_STATUSES,
  AUDIT_TYPES,
  type AuditMethod,
  type AuditStatus,
  type AuditType,
  type BaselineEnvironment,
  type Evaluator,
} from '../audit.entity.js';

const STARTED_AT = 'The start of the audit; null if not yet known.';
const COMPLETED_AT = 'The completion time; the age of evidence is counted from it. Null if not completed.';
const CONFORMANCE_LEVEL = 'The id of a level of the standard; null if none is set.';

const MEANING = {
  scopeText: 'The scope of the audit.',
  executiveSummary: 'The summary for readers.',
  dueAt: 'The planned completion date.',
  leadId: 'The user id of the lead auditor.',
  acceptUntested: 'Whether a full audit can be completed with untested requirements; every export then mentions it.',
};

@Described('A test environment of an audit: a browser with an assistive technology.')
class BaselineEnvironmentDto implements BaselineEnvironment {
  @Text({ max: 200, filled: true, description: 'With its version if relevant.' })
  browser: string;
  @Text({ nullable: true, max: 200, filled: true, description: 'Null: none.' })
  assistiveTechnology: string | null;
}

@Described('An evaluator: a member, or another person by name.')
class EvaluatorDto implements Evaluator {
  @Id({ nullable: true, description: 'The user id of a member; null for former members and other persons.' })
  userId: string | null;
  @Text()
  name: string;
}

@Described('An evaluator: a member by `userId`, or another person by `name`.')
class NamedEvaluator {
  @Id({ optional: true })
  userId?: string;
  @Text({ optional: true, max: 200, filled: true })
  name?: string;
}

/** An audit with the number of its issues. */
@Described('An audit of a product.')
export class AuditDto {
  @Id()
  id: string;
  @RecordNumber()
  number: number;
  @Choice(AUDIT_TYPES)
  type: AuditType;
  @Choice(AUDIT_STATUSES)
  status: AuditStatus;
  @Text({ nullable: true })
  title: string | null;
  @Text({ nullable: true })
  description: string | null;
  @Timestamp({ nullable: true, description: STARTED_AT })
  startedAt: Date | null;
  @Timestamp({ nullable: true, description: COMPLETED_AT })
  completedAt: Date | null;
  @Id({ nullable: true })
  standardId: string | null;
  @Id({ nullable: true, description: CONFORMANCE_LEVEL })
  conformanceLevel: string | null;
  @Text({ nullable: true, description: MEANING.scopeText })
  scopeText: string | null;
  @NestedList(() => BaselineEnvironmentDto)
  baseline: BaselineEnvironment[];
  @Choice(AUDIT_METHODS, { nullable: true })
  method: AuditMethod | null;
  @NestedList(() => EvaluatorDto)
  evaluators: Evaluator[];
  @Text({ nullable: true, description: MEANING.executiveSummary })
  executiveSummary: string | null;
  @Timestamp({ nullable: true, description: MEANING.dueAt })
  dueAt: Date | null;
  @Id({ nullable: true, description: MEANING.leadId })
  leadId: string | null;
  @Flag({ description: MEANING.acceptUntested })
  acceptUntested: boolean;
  @Integer({ nullable: true, description: 'The number of the audit whose failures it reviews.' })
  retestOf: number | null;
  @Integer({ min: 0, description: 'The number of entries in its sample.' })
  entryCount: number;
  @Integer({ min: 0, description: 'The number of its outcomes, without untested ones.' })
  outcomeCount: number;
  @Integer({ min: 0, description: 'The number of untested requirements; 0 without a sample and outcomes.' })
  untestedCount: number;
  @Flag({
    description:
      'Whether its standard or level has since been deleted; it then covers no current standard until another one is set.',
  })
  standardRemoved: boolean;
  @Id()
  productId: string;
  @Integer({ min: 0, description: 'The number of linked issues.' })
  issueCount: number;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from(audit: Audit, issueCount: number): AuditDto {
    return { ...fieldsOf(AuditDto, audit), conformanceLevel: audit.conformanceLevelId, issueCount };
  }
}

/** An audit in the organization's list. */
@Described('An audit in a list of the organization.')
export class ListedAuditDto extends AuditDto {
  @Text()
  productName: string;
  @ProductSlug()
  productSlug: string;
}

/** One audit. */
export class AuditEnvelope {
  @Nested(() => AuditDto)
  audit: AuditDto;
}

/** A page of a product's audits. */
export class AuditPage {
  @NestedList(() => AuditDto)
  audits: AuditDto[];
  @Nested(() => Pagination)
  pagination: Pagination;
}

/** A page of an organization's audits. */
export class OrganizationAuditPage {
  @NestedList(() => ListedAuditDto)
  audits: ListedAuditDto[];
  @Nested(() => Pagination)
  pagination: Pagination;
}

/** Which audits of a product to list. */
export class ListAuditsQuery extends SortedPageQuery(
  20,
  named('AuditSortField', ['createdAt', 'startedAt', 'completedAt'], 'The sort field of audits.'),
) {
  @ChoiceListParameter(AUDIT_STATUSES)
  status?: AuditStatus[];
  @ChoiceListParameter(AUDIT_TYPES)
  type?: AuditType[];
  @CreatedSinceParameter()
  createdSince?: Date;
  @CreatedUntilParameter()
  createdUntil?: Date;
}

/** Which audits of an organization to list. */
export class ListOrganizationAuditsQuery extends ListAuditsQuery {
  @IdParameter()
  productId?: string;
  @ProductParameter()
  product?: string;
}

/** A new audit. */
export class CreateAudit {
  @Choice(AUDIT_TYPES, { optional: true, description: 'If absent, `full`.' })
  type?: AuditType;
  @Text({ optional: true, nullable: true, max: TITLE_LENGTH })
  title?: string | null;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
  @Choice(AUDIT_STATUSES, { optional: true, description: 'If absent, `in_progress`.' })
  status?: AuditStatus;
  @Integer({
    optional: true,
    min: 1,
    max: 2_147_483_647,
    description:
      'The number of an audit of the product whose failures are reviewed. Copies its sample and scope, with failed and undecided outcomes as untested. Requires the type `re_audit`.',
  })
  retestOf?: number;
}

/** What to change of an audit. */
export class UpdateAudit {
  @Choice(AUDIT_TYPES, { optional: true })
  type?: AuditType;
  @Text({ optional: true, nullable: true, max: TITLE_LENGTH })
  title?: string | null;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
  @Choice(AUDIT_STATUSES, { optional: true })
  status?: AuditStatus;
  @Timestamp({ optional: true, nullable: true, description: STARTED_AT })
  startedAt?: Date | null;
  @Timestamp({ optional: true, nullable: true, description: COMPLETED_AT })
  completedAt?: Date | null;
  @Id({ optional: true, nullable: true })
  standardId?: string | null;
  @Id({ optional: true, nullable: true, description: CONFORMANCE_LEVEL })
  conformanceLevel?: string | null;
  @Text({ optional: true, nullable: true, max: 10_000, description: MEANING.scopeText })
  scopeText?: string | null;
  @NestedList(() => BaselineEnvironmentDto, { optional: true, max: 20 })
  baseline?: BaselineEnvironmentDto[];
  @Choice(AUDIT_METHODS, { optional: true, nullable: true })
  method?: AuditMethod | null;
  @NestedList(() => NamedEvaluator, { optional: true, max: 20 })
  evaluators?: NamedEvaluator[];
  @Text({ optional: true, nullable: true, max: 20_000, description: MEANING.executiveSummary })
  executiveSummary?: string | null;
  @EndOfDay({ optional: true, nullable: true, description: MEANING.dueAt })
  dueAt?: Date | null;
  @Id({ optional: true, nullable: true, description: MEANING.leadId })
  leadId?: string | null;
  @Flag({ optional: true, description: MEANING.acceptUntested })
  acceptUntested?: boolean;
  @Text({
    optional: true,
    max: 2_000,
    filled: true,
    description: 'The reason for the status change, kept in the change log.',
  })
  reason?: string;
}

/** When a product is due for its next full audit. */
@Described('A full audit that is due.')
export class FutureAuditDto {
  @Id()
  productId: string;
  @Text()
  productName: string;
  @ProductSlug()
  productSlug: string;
  @Timestamp({ description: 'The due date.' })
  nextAuditDate: Date;
  @Flag({ description: 'Whether the due date has passed.' })
  isOverdue: boolean;
  @Integer({ description: 'Months.' })
  auditFrequency: number;
  @Timestamp({ nullable: true, description: 'The completion time of the last full audit; null if none.' })
  lastAuditDate: Date | null;
  @Integer({ nullable: true, description: 'The number of that audit.' })
  lastAuditNumber: number | null;
}

/** The scheduled audits, earliest first. */
export class FutureAuditList {
  @NestedList(() => FutureAuditDto)
  futureAudits: FutureAuditDto[];
}
