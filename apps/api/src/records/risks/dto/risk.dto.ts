import {
  Choice,
  ChoiceListParameter,
  Described,
  type FieldOptions,
  fieldsOf,
  Id,
  IdList,
  IdListParameter,
  IdParameter,
  Integer,
  IntegerListParameter,
  named,
  Nested,
  NestedList,
  Text,
  TextListParameter,
  TextParameter,
  Timestamp,
} from '#libs/fields';
import { IssueDto } from '../../issues/dto/issue.dto.js';
import { ISSUE_STATES, type IssueState } from '../../issues/issue.entity.js';
import { type Rating, RATINGS } from '../../../accounts/organizations/ratings.js';
import { BulkIds } from '../../../platform/lists/bulk.dto.js';
import { CreatedSinceParameter, CreatedUntilParameter } from '../../../platform/lists/filters.js';
import { SortedPageQuery } from '../../../platform/lists/page-query.js';
import { Total } from '../../../platform/lists/pagination.js';
import { RecordNumber, ProductParameter, Revision } from '../../../platform/lists/shared-fields.js';
import { AreaDto } from '../../../products/products/dto/area.dto.js';
import { TITLE_LENGTH } from '../../../products/products/title-length.js';
import { FunctionalNeedDto } from '../../../standards/taxonomy/dto/functional-need.dto.js';
import {
  type Risk,
  RISK_STATUSES,
  type RiskStatus,
  SETTABLE_RISK_STATUSES,
  type SettableRiskStatus,
} from '../risk.entity.js';

const Likelihood = (options: FieldOptions = {}) =>
  Choice(RATINGS, { ...options, nullable: true, description: 'The likelihood.' });
const RiskImpact = (options: FieldOptions = {}) =>
  Choice(RATINGS, { ...options, nullable: true, description: 'The impact.' });

/** The issue that a risk became. */
@Described('A linked issue.')
export class LinkedIssueDto {
  @Id()
  id: string;
  @RecordNumber()
  number: number;
  @Choice(ISSUE_STATES)
  state: IssueState;
}

/** A barrier that may occur. */
@Described('A potential issue.')
export class RiskDto {
  @Id()
  id: string;
  @RecordNumber()
  number: number;
  @Text()
  title: string;
  @Text({ nullable: true })
  description: string | null;
  @Likelihood()
  likelihood: Rating | null;
  @RiskImpact()
  impact: Rating | null;
  @Text({ nullable: true, description: 'The mitigation.' })
  mitigation: string | null;
  @Choice(RISK_STATUSES)
  status: RiskStatus;
  @Id()
  productId: string;
  @Id({ nullable: true, description: 'The creator; null for API keys, reports and former members.' })
  createdByUserId: string | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;
  @Revision()
  revision: number;
  @NestedList(() => AreaDto)
  areas: AreaDto[];
  @Nested(() => LinkedIssueDto, { nullable: true, description: 'The issue of a materialized risk.' })
  linkedIssue: LinkedIssueDto | null;

  static from(risk: Risk, areas: AreaDto[], linkedIssue: LinkedIssueDto | null): RiskDto {
    return { ...fieldsOf(RiskDto, risk), areas, linkedIssue };
  }
}

/** A risk when it is read alone. */
@Described('A risk with its functional needs.')
export class DetailedRiskDto extends RiskDto {
  @NestedList(() => FunctionalNeedDto)
  functionalNeeds: FunctionalNeedDto[];
}

/** One risk. */
export class RiskEnvelope {
  @Nested(() => DetailedRiskDto)
  risk: DetailedRiskDto;
}

/** A page of risks. */
export class RiskPage {
  @NestedList(() => RiskDto)
  risks: RiskDto[];
  @Total()
  total: number | null;
  @Integer()
  page: number;
  @Integer()
  pageSize: number;
}

/** The issue that a risk became. */
export class MaterializedIssue {
  @Nested(() => IssueDto)
  issue: IssueDto;
}

/** Which risks of a product to list. */
class ListRisksQuery extends SortedPageQuery(
  25,
  named(
    'RiskSortField',
    ['createdAt', 'updatedAt', 'number', 'title', 'status', 'likelihood', 'impact'],
    'The sort field of risks.',
  ),
) {
  @ChoiceListParameter(RISK_STATUSES)
  status?: RiskStatus[];
  @ChoiceListParameter(RATINGS)
  likelihood?: Rating[];
  @ChoiceListParameter(RATINGS)
  impact?: Rating[];
  @TextListParameter({ description: 'Areas of the product, by their slugs or ids; comma-separated.' })
  area?: string[];
  @IdListParameter({ description: 'Creators, by user id.' })
  creatorId?: string[];
  @CreatedSinceParameter()
  createdSince?: Date;
  @CreatedUntilParameter()
  createdUntil?: Date;
  @TextParameter({ description: 'Searches title and description.' })
  q?: string;
}

/** Which risks of a product to list, also by the issues that they became. */
export class ListProductRisksQuery extends ListRisksQuery {
  @IntegerListParameter({ description: 'Numbers of the issues created from them.' })
  issue?: number[];
}

/** Which risks of an organization to list. */
export class ListOrganizationRisksQuery extends ListRisksQuery {
  @IdParameter()
  productId?: string;
  @ProductParameter()
  product?: string;
}

/** The ratings and the status of a risk. */
class RiskJudgement {
  @Likelihood({ optional: true })
  likelihood?: Rating | null;
  @RiskImpact({ optional: true })
  impact?: Rating | null;
  @Choice(SETTABLE_RISK_STATUSES, { optional: true })
  status?: SettableRiskStatus;
}

/** A new risk. */
export class CreateRisk extends RiskJudgement {
  @Text({ max: TITLE_LENGTH, filled: true })
  title: string;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
  @Text({ optional: true, nullable: true, max: 2000, description: 'The mitigation.' })
  mitigation?: string | null;
  @IdList({ optional: true, max: 100 })
  areaIds?: string[];
}

/** What to change of a risk. */
export class UpdateRisk extends RiskJudgement {
  @Text({ optional: true, max: TITLE_LENGTH, filled: true })
  title?: string;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
  @Text({ optional: true, nullable: true, max: 2000, description: 'The mitigation.' })
  mitigation?: string | null;
  @IdList({ optional: true, max: 100, description: 'Replaces the set.' })
  areaIds?: string[];
}

/** What to change of many risks at once. */
@Described('The change to all of the risks.')
export class RiskBulkData extends RiskJudgement {}

/** Which risks, and what to change of all of them. */
export class BulkUpdateRisks extends BulkIds {
  @Nested(() => RiskBulkData)
  data: RiskBulkData;
}
