import {
  Choice,
  ChoiceListParameter,
  Id,
  IdList,
  IdParameter,
  Integer,
  Nested,
  NestedList,
  Text,
  TextParameter,
  Timestamp,
} from '#libs/fields';
import { IssueDto } from '../../issues/dto/issue.dto.js';
import { ISSUE_STATES, type IssueState, type Rating, RATINGS } from '../../issues/issue.entity.js';
import { BulkIds } from '../../lists/bulk.dto.js';
import { SortedPageQuery } from '../../lists/page-query.js';
import { Total } from '../../lists/pagination.js';
import { AreaDto } from '../../products/dto/area.dto.js';
import { TITLE_LENGTH } from '../../products/title-length.js';
import { FunctionalNeedDto } from '../../taxonomy/dto/functional-need.dto.js';
import {
  type Risk,
  RISK_STATUSES,
  type RiskStatus,
  SETTABLE_RISK_STATUSES,
  type SettableRiskStatus,
} from '../risk.entity.js';

const RATING = { nullable: true, name: 'Rating' };

/** The issue that a risk became. */
export class LinkedIssueDto {
  @Id()
  id: string;
  @Integer({ min: 1 })
  number: number;
  @Choice(ISSUE_STATES, { name: 'IssueState' })
  state: IssueState;
}

/** A barrier that may occur. */
export class RiskDto {
  @Id()
  id: string;
  @Integer({ min: 1 })
  number: number;
  @Text()
  title: string;
  @Text({ nullable: true })
  description: string | null;
  @Choice(RATINGS, RATING)
  likelihood: Rating | null;
  @Choice(RATINGS, RATING)
  impact: Rating | null;
  @Text({ nullable: true })
  mitigation: string | null;
  @Choice(RISK_STATUSES, { name: 'RiskStatus' })
  status: RiskStatus;
  @Id()
  productId: string;
  @Id({ nullable: true })
  createdByUserId: string | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;
  @NestedList(() => AreaDto)
  areas: AreaDto[];
  @Nested(() => LinkedIssueDto, { nullable: true, description: 'The issue of a materialized risk.' })
  linkedIssue: LinkedIssueDto | null;

  static from(risk: Risk, areas: AreaDto[], linkedIssue: LinkedIssueDto | null): RiskDto {
    const { organizationId: _, issueId: __, revision: ___, ...shown } = risk;
    return { ...shown, areas, linkedIssue };
  }
}

/** A risk when it is read alone. */
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
export class ListRisksQuery extends SortedPageQuery(25, 'RiskSortField', [
  'createdAt',
  'updatedAt',
  'number',
  'title',
  'status',
  'likelihood',
  'impact',
]) {
  @ChoiceListParameter(RISK_STATUSES, { name: 'RiskStatus' })
  status?: RiskStatus[];
  @ChoiceListParameter(RATINGS, { name: 'Rating' })
  likelihood?: Rating[];
  @ChoiceListParameter(RATINGS, { name: 'Rating' })
  impact?: Rating[];
  @TextParameter({ description: 'Searches title and description.' })
  q?: string;
}

/** Which risks of an organization to list. */
export class ListOrganizationRisksQuery extends ListRisksQuery {
  @IdParameter()
  productId?: string;
}

/** The ratings and the status of a risk. */
class RiskJudgement {
  @Choice(RATINGS, { optional: true, ...RATING })
  likelihood?: Rating | null;
  @Choice(RATINGS, { optional: true, ...RATING })
  impact?: Rating | null;
  @Choice(SETTABLE_RISK_STATUSES, { optional: true, name: 'SettableRiskStatus' })
  status?: SettableRiskStatus;
}

/** A new risk. */
export class CreateRisk extends RiskJudgement {
  @Text({ max: TITLE_LENGTH, filled: true })
  title: string;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
  @Text({ optional: true, nullable: true, max: 2000 })
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
  @Text({ optional: true, nullable: true, max: 2000 })
  mitigation?: string | null;
  @IdList({ optional: true, max: 100, description: 'Replaces the set.' })
  areaIds?: string[];
}

/** What to change of many risks at once. */
export class RiskBulkData extends RiskJudgement {}

/** Which risks, and what to change of all of them. */
export class BulkUpdateRisks extends BulkIds {
  @Nested(() => RiskBulkData)
  data: RiskBulkData;
}
