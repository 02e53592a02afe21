import {
  Choice,
  ChoiceListParameter,
  Flag,
  Id,
  IdParameter,
  Integer,
  Nested,
  NestedList,
  Text,
  Timestamp,
} from '#libs/fields';
import { SortedPageQuery } from '../../lists/page-query.js';
import { Pagination } from '../../lists/pagination.js';
import { TITLE_LENGTH } from '../../products/title-length.js';
import { type Audit, AUDIT_STATUSES, AUDIT_TYPES, type AuditStatus, type AuditType } from '../audit.entity.js';

/** An audit with the number of its issues. */
export class AuditDto {
  @Id()
  id: string;
  @Integer({ min: 1 })
  number: number;
  @Choice(AUDIT_TYPES, { name: 'AuditType' })
  type: AuditType;
  @Choice(AUDIT_STATUSES, { name: 'AuditStatus' })
  status: AuditStatus;
  @Text({ nullable: true })
  title: string | null;
  @Text({ nullable: true })
  description: string | null;
  @Timestamp({ nullable: true })
  startedAt: Date | null;
  @Timestamp({ nullable: true })
  completedAt: Date | null;
  @Id({ nullable: true })
  standardId: string | null;
  @Id({ nullable: true })
  conformanceLevel: string | null;
  @Id()
  productId: string;
  @Integer({ min: 0 })
  issueCount: number;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from(audit: Audit, issueCount: number): AuditDto {
    return {
      id: audit.id,
      number: audit.number,
      type: audit.type,
      status: audit.status,
      title: audit.title,
      description: audit.description,
      startedAt: audit.startedAt,
      completedAt: audit.completedAt,
      standardId: audit.standardId,
      conformanceLevel: audit.conformanceLevelId,
      productId: audit.productId,
      issueCount,
      createdAt: audit.createdAt,
      updatedAt: audit.updatedAt,
    };
  }
}

/** An audit in the organization's list. */
export class ListedAuditDto extends AuditDto {
  @Text()
  productName: string;
  @Text()
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
export class ListAuditsQuery extends SortedPageQuery(20, 'AuditSortField', ['createdAt', 'startedAt', 'completedAt']) {
  @ChoiceListParameter(AUDIT_STATUSES, { name: 'AuditStatus' })
  status?: AuditStatus[];
  @ChoiceListParameter(AUDIT_TYPES, { name: 'AuditType' })
  type?: AuditType[];
}

/** Which audits of an organization to list. */
export class ListOrganizationAuditsQuery extends ListAuditsQuery {
  @IdParameter()
  productId?: string;
}

/** A new audit. */
export class CreateAudit {
  @Choice(AUDIT_TYPES, { optional: true, name: 'AuditType', description: '`full` when absent.' })
  type?: AuditType;
  @Text({ optional: true, nullable: true, max: TITLE_LENGTH })
  title?: string | null;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
  @Choice(AUDIT_STATUSES, { optional: true, name: 'AuditStatus', description: '`in_progress` when absent.' })
  status?: AuditStatus;
}

/** What to change of an audit. */
export class UpdateAudit {
  @Choice(AUDIT_TYPES, { optional: true, name: 'AuditType' })
  type?: AuditType;
  @Text({ optional: true, nullable: true, max: TITLE_LENGTH })
  title?: string | null;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
  @Choice(AUDIT_STATUSES, { optional: true, name: 'AuditStatus' })
  status?: AuditStatus;
  @Timestamp({ optional: true, nullable: true })
  startedAt?: Date | null;
  @Timestamp({ optional: true, nullable: true })
  completedAt?: Date | null;
  @Id({ optional: true, nullable: true })
  standardId?: string | null;
  @Id({ optional: true, nullable: true })
  conformanceLevel?: string | null;
}

/** When a product is due for its next full audit. */
export class FutureAuditDto {
  @Id()
  productId: string;
  @Text()
  productName: string;
  @Text()
  productSlug: string;
  @Timestamp()
  nextAuditDate: Date;
  @Flag()
  isOverdue: boolean;
  @Integer({ description: 'Months.' })
  auditFrequency: number;
  @Timestamp({ nullable: true })
  lastAuditDate: Date | null;
  @Integer({ nullable: true })
  lastAuditNumber: number | null;
}

/** The scheduled audits, earliest first. */
export class FutureAuditList {
  @NestedList(() => FutureAuditDto)
  futureAudits: FutureAuditDto[];
}
