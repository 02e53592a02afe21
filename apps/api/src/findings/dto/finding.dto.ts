import {
  Choice,
  ChoiceList,
  ChoiceListParameter,
  Flag,
  FlagParameter,
  HttpUrl,
  Id,
  IdParameter,
  Integer,
  Nested,
  NestedList,
  Text,
  TextList,
  TextListParameter,
  TextParameter,
  Timestamp,
} from '#libs/fields';
import { RATINGS } from '../../issues/issue.entity.js';
import { SortedPageQuery } from '../../lists/page-query.js';
import { Total } from '../../lists/pagination.js';
import {
  DISMISSAL_REASONS,
  type DismissalReason,
  EDITABLE_FIELDS,
  type EditableField,
  type Finding,
  FINDING_CHANGES,
  FINDING_STATUSES,
  type FindingChange,
  type FindingRating,
  type FindingStatus,
} from '../finding.entity.js';
import { TRIAGE_ACTIONS, type TriageAction } from '../lifecycle.js';
import { statusOf } from '../status.js';

/** What a scanner keeps reporting. */
export class FindingDto {
  @Id()
  id: string;
  @Id()
  productId: string;
  @Text({ description: 'Lower-cased: part of the identity.' })
  tool: string;
  @Text()
  ruleId: string;
  @Text({ nullable: true })
  selector: string | null;
  @Text()
  title: string;
  @Text({ nullable: true })
  description: string | null;
  @Choice(RATINGS, { nullable: true, name: 'Rating' })
  severity: FindingRating | null;
  @Choice(RATINGS, { nullable: true, name: 'Rating' })
  impact: FindingRating | null;
  @TextList()
  wcag: string[];
  @Choice(FINDING_STATUSES, { name: 'FindingStatus' })
  status: FindingStatus;
  @Flag({ description: 'Only proposals have reported it, such as pull requests: no main line has.' })
  proposed: boolean;
  @Choice(DISMISSAL_REASONS, { nullable: true, name: 'DismissalReason' })
  dismissalReason: DismissalReason | null;
  @Text({ nullable: true })
  dismissalComment: string | null;
  @Timestamp({ nullable: true, description: 'After this moment the finding is pending again.' })
  dismissedUntil: Date | null;
  @Id({ nullable: true })
  duplicateOfId: string | null;
  @ChoiceList(EDITABLE_FIELDS, {
    name: 'EditableField',
    description: 'Fields that a person has edited; scans leave them alone.',
  })
  edited: EditableField[];
  @Integer({ min: 0 })
  regressionCount: number;
  @Timestamp()
  firstSeenAt: Date;
  @Timestamp()
  lastSeenAt: Date;
  @Timestamp({ nullable: true })
  resolvedAt: Date | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from(finding: Finding): FindingDto {
    const status = statusOf(finding, new Date());
    const dismissed = status === 'dismissed' ? finding : undefined;
    return {
      id: finding.id,
      productId: finding.productId,
      tool: finding.tool,
      ruleId: finding.ruleId,
      selector: finding.selector,
      title: finding.title,
      description: finding.description,
      severity: finding.severity,
      impact: finding.impact,
      wcag: finding.wcag,
      status,
      proposed: !finding.landed,
      dismissalReason: dismissed?.dismissalReason ?? null,
      dismissalComment: dismissed?.dismissalComment ?? null,
      dismissedUntil: dismissed?.dismissedUntil ?? null,
      duplicateOfId: dismissed?.duplicateOfId ?? null,
      edited: finding.edited,
      regressionCount: finding.regressionCount,
      firstSeenAt: finding.firstSeenAt,
      lastSeenAt: finding.lastSeenAt,
      resolvedAt: status === 'resolved' ? finding.resolvedAt : null,
      createdAt: finding.createdAt,
      updatedAt: finding.updatedAt,
    };
  }
}

class OccurrenceDto {
  @HttpUrl()
  sourceUrl: string;
  @Timestamp()
  firstSeenAt: Date;
  @Timestamp()
  lastSeenAt: Date;
}

class FindingIssueDto {
  @Id()
  id: string;
  @Integer()
  number: number;
}

/** A finding when it is read alone. */
export class DetailedFindingDto extends FindingDto {
  @NestedList(() => OccurrenceDto)
  occurrences: OccurrenceDto[];
  @Nested(() => FindingIssueDto, { nullable: true })
  issue: FindingIssueDto | null;
  @ChoiceList(TRIAGE_ACTIONS, { name: 'TriageAction', description: 'What can be done with it now.' })
  actions: TriageAction[];
}

/** One finding. */
export class FindingEnvelope {
  @Nested(() => DetailedFindingDto)
  finding: DetailedFindingDto;
}

/** A page of findings. */
export class FindingPage {
  @NestedList(() => FindingDto)
  findings: FindingDto[];
  @Total()
  total: number | null;
  @Integer()
  page: number;
  @Integer()
  pageSize: number;
}

/** Which findings of a product to list. */
export class ListFindingsQuery extends SortedPageQuery(25, 'FindingSortField', [
  'createdAt',
  'lastSeenAt',
  'firstSeenAt',
  'severity',
  'impact',
  'status',
  'title',
]) {
  @ChoiceListParameter(FINDING_STATUSES, { name: 'FindingStatus' })
  status?: FindingStatus[];
  @TextListParameter()
  tool?: string[];
  @TextListParameter()
  ruleId?: string[];
  @ChoiceListParameter(RATINGS, { name: 'Rating' })
  severity?: FindingRating[];
  @ChoiceListParameter(RATINGS, { name: 'Rating' })
  impact?: FindingRating[];
  @TextListParameter({ description: 'WCAG criteria such as `1.4.3`, comma-separated.' })
  wcag?: string[];
  @FlagParameter({
    description: 'Only findings that no main line has reported, or only the others; both when absent.',
  })
  proposed?: boolean;
  @TextParameter({ description: 'Searches title, ruleId and description.' })
  q?: string;
}

/** Which findings of an organization to list. */
export class ListOrganizationFindingsQuery extends ListFindingsQuery {
  @IdParameter()
  productId?: string;
}

/** What a run said of findings. */
export class ActivityFindingsQuery extends SortedPageQuery(25, 'SpokenFindingSortField', [
  'createdAt',
  'lastSeenAt',
  'severity',
  'status',
]) {
  @ChoiceListParameter(FINDING_CHANGES.filter((change) => change !== 'dismissed'), { name: 'FindingChange' })
  change?: FindingChange[];
}
