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

const STARTED_AT = 'When the audit began; null: not yet known.';
const COMPLETED_AT = 'When it was done: the age of evidence counts from here. Null: not yet.';
const CONFORMANCE_LEVEL = 'The id of a level of the standard; null: none is aimed at.';

const MEANING = {
  scopeText: 'What was to be examined.',
  executiveSummary: 'What readers need to know first.',
  dueAt: 'When it is to be completed.',
  leadId: 'The user id of the member who leads it.',
  acceptUntested:
    'Whether a full audit may be completed although requirements are untested; every export says so then.',
};

@Described('A browser with an assistive technology that an audit is made with.')
class BaselineEnvironmentDto implements BaselineEnvironment {
  @Text({ max: 200, filled: true, description: 'With its version where that matters.' })
  browser: string;
  @Text({ nullable: true, max: 200, filled: true, description: 'Null: none.' })
  assistiveTechnology: string | null;
}

@Described('Who makes an audit: a member, or somebody by name.')
class EvaluatorDto implements Evaluator {
  @Id({ nullable: true, description: 'The user id of a member; null: of nobody here, or of somebody who has left.' })
  userId: string | null;
  @Text()
  name: string;
}

@Described('Who makes an audit: a member by `userId`, or somebody by `name`.')
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
  @Integer({ nullable: true, description: 'The number of the audit whose failures it looks at again.' })
  retestOf: number | null;
  @Integer({ min: 0, description: 'Entries of its sample.' })
  entryCount: number;
  @Integer({ min: 0, description: 'Its outcomes, but for untested ones.' })
  outcomeCount: number;
  @Integer({ min: 0, description: 'Requirements that are untested; 0 where it has neither sample nor outcomes.' })
  untestedCount: number;
  @Flag({
    description:
      'Whether the standard or the level that it was made for has been deleted since: it covers none that is in force, until one is named.',
  })
  standardRemoved: boolean;
  @Id()
  productId: string;
  @Integer({ min: 0, description: 'Issues linked to it.' })
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
@Described('An audit in the list of an organization.')
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
  named('AuditSortField', ['createdAt', 'startedAt', 'completedAt'], 'What a list of audits is ordered by.'),
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
  @Choice(AUDIT_TYPES, { optional: true, description: '`full` when absent.' })
  type?: AuditType;
  @Text({ optional: true, nullable: true, max: TITLE_LENGTH })
  title?: string | null;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
  @Choice(AUDIT_STATUSES, { optional: true, description: '`in_progress` when absent.' })
  status?: AuditStatus;
  @Integer({
    optional: true,
    min: 1,
    max: 2_147_483_647,
    description:
      'The number of an audit of the product whose failures it looks at again: it takes over its sample and scope, and what failed or could not be told, as untested. Its type is `re_audit`.',
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
  @Text({ optional: true, max: 2_000, filled: true, description: 'Why the status changes; its event keeps it.' })
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
  @Timestamp({ description: 'When it is due.' })
  nextAuditDate: Date;
  @Flag({ description: 'Whether the date has passed.' })
  isOverdue: boolean;
  @Integer({ description: 'Months.' })
  auditFrequency: number;
  @Timestamp({ nullable: true, description: 'When the last full audit was completed; null: never.' })
  lastAuditDate: Date | null;
  @Integer({ nullable: true, description: 'The number of that audit.' })
  lastAuditNumber: number | null;
}

/** The scheduled audits, earliest first. */
export class FutureAuditList {
  @NestedList(() => FutureAuditDto)
  futureAudits: FutureAuditDto[];
}
