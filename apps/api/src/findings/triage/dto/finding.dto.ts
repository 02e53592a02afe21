import {
  Choice,
  ChoiceList,
  ChoiceListParameter,
  ChoiceParameter,
  Described,
  Flag,
  FlagParameter,
  HttpUrl,
  Id,
  IdListParameter,
  IdParameter,
  Integer,
  IntegerListParameter,
  named,
  NestedList,
  Text,
  TextList,
  TextListParameter,
  TextParameter,
  Timestamp,
} from '#libs/fields';
import { Impact, Severity } from '../../../records/issues/dto/ratings.js';
import { RATINGS } from '../../../accounts/organizations/ratings.js';
import { CreatedSinceParameter, CreatedUntilParameter } from '../../../platform/lists/filters.js';
import { FormatParameter, type ListFormat } from '../../../platform/lists/list-formats.js';
import { PageQuery, SORT_DIRECTIONS, type SortDirection, SortedPageQuery } from '../../../platform/lists/page-query.js';
import { Total } from '../../../platform/lists/pagination.js';
import { ProductSlug, ProductParameter, Revision } from '../../../platform/lists/shared-fields.js';
import {
  DISMISSAL_REASONS,
  type DismissalReason,
  EDITABLE_FIELDS,
  type EditableField,
  FINDING_CHANGES,
  FINDING_STATUSES,
  type FindingChange,
  type FindingRating,
  type FindingStatus,
} from '../finding.entity.js';
import type { ListedFinding } from '../listed-findings.js';
import { statusOf } from '../status.js';
import { waitingSince } from '../waiting.js';

const LISTED_CHANGES = named(
  'FindingChange',
  FINDING_CHANGES.filter((change) => change !== 'dismissed'),
  'What a run meant for a finding.',
);
/** Which findings a list shows by whether they need review. */
export const REVIEW_FILTERS = named(
  'ReviewFilter',
  ['true', 'false', 'any'],
  'Findings that a tool could not decide, the others, or both.',
);
/** One of these. */
export type ReviewFilter = (typeof REVIEW_FILTERS)[number];
const REVIEW = 'Findings that need review are shown with `true` or `any` only.';
/** What `firstSeenAt` says. */
export const FIRST_SEEN_AT =
  'When a run of a main line first reported it; of what only proposals reported, of a proposal.';

/** What a scanner keeps reporting. */
@Described(
  'What a tool reported, once however often and on how many pages: tool, `ruleId`, `selector` and `needsReview` tell it apart.',
)
export class FindingDto {
  @Id()
  id: string;
  @Id()
  productId: string;
  @ProductSlug()
  productSlug: string;
  @Text()
  productName: string;
  @Text({ description: 'Lower-cased: part of the identity.' })
  tool: string;
  @Text({ description: 'The rule of the tool, such as `button-name`: part of the identity.' })
  ruleId: string;
  @Text({
    nullable: true,
    description:
      'Where on the page: a CSS selector, a path in a file. Part of the identity, so send the same on each run.',
  })
  selector: string | null;
  @TextList({ description: 'Selectors that it had in main lines before, the latest first, up to 20.' })
  aliases: string[];
  @Text()
  title: string;
  @Text({ nullable: true })
  description: string | null;
  @Severity({ nullable: true })
  severity: FindingRating | null;
  @Impact({ nullable: true })
  impact: FindingRating | null;
  @TextList({ description: 'Success criteria that it concerns, such as `1.4.3`.' })
  wcag: string[];
  @Id({
    nullable: true,
    description:
      'Of its element and lowest criterion: findings with the same, of whichever tools, may be one barrier. Null: no snippet tells the element, or no criterion is named.',
  })
  groupKey: string | null;
  @Flag({
    description:
      'Its tool could not decide: it counts in no gate and no Grade until a person has confirmed it as an issue.',
  })
  needsReview: boolean;
  @Choice(FINDING_STATUSES)
  status: FindingStatus;
  @Timestamp({
    nullable: true,
    description:
      'Since when it awaits triage: first seen, the end of its dismissal, or opened again, whichever is latest. Null: it does not.',
  })
  waitingSince: Date | null;
  @Flag({ description: 'Only proposals have reported it, such as pull requests: no main line has.' })
  proposed: boolean;
  @Choice(DISMISSAL_REASONS, { nullable: true })
  dismissalReason: DismissalReason | null;
  @Text({ nullable: true, description: 'Why it was dismissed, in words.' })
  dismissalComment: string | null;
  @Timestamp({ nullable: true, description: 'After this moment the finding is pending again.' })
  dismissedUntil: Date | null;
  @Id({ nullable: true, description: 'The finding of the same product that it repeats.' })
  duplicateOfId: string | null;
  @ChoiceList(EDITABLE_FIELDS, {
    description: 'Fields that a person has edited; scans leave them alone.',
  })
  edited: EditableField[];
  @Integer({ min: 0, description: 'How often it came back after it was resolved.' })
  regressionCount: number;
  @Timestamp({ description: FIRST_SEEN_AT })
  firstSeenAt: Date;
  @Timestamp({ description: 'When a run last reported it.' })
  lastSeenAt: Date;
  @Timestamp({ nullable: true, description: 'Since when no main line has it any more; null: it is there.' })
  resolvedAt: Date | null;
  @HttpUrl({ nullable: true, description: 'The page on which it was seen last; null: no report named one.' })
  sourceUrl: string | null;
  @Integer({ min: 1, nullable: true, description: 'The number of the issue that it was confirmed as; null: none.' })
  issueNumber: number | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;
  @Revision()
  revision: number;

  static from({ finding, product, issue, sourceUrl }: ListedFinding): FindingDto {
    const status = statusOf(finding, new Date());
    const dismissed = status === 'dismissed' ? finding : undefined;
    return {
      id: finding.id,
      productId: finding.productId,
      productSlug: product.slug,
      productName: product.name,
      tool: finding.tool,
      ruleId: finding.ruleId,
      selector: finding.selector,
      aliases: finding.aliases,
      title: finding.title,
      description: finding.description,
      severity: finding.severity,
      impact: finding.impact,
      wcag: finding.wcag,
      groupKey: finding.groupKey,
      needsReview: finding.needsReview,
      status,
      waitingSince: status === 'pending' ? waitingSince(finding) : null,
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
      sourceUrl,
      issueNumber: issue?.number ?? null,
      createdAt: finding.createdAt,
      updatedAt: finding.updatedAt,
      revision: finding.revision,
    };
  }
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

/** The filters of findings in a product, and a page. */
export class FindingsQuery extends PageQuery(25) {
  @ChoiceListParameter(FINDING_STATUSES)
  status?: FindingStatus[];
  @TextListParameter()
  tool?: string[];
  @TextListParameter()
  ruleId?: string[];
  @TextParameter({ description: 'Whole, and as it was reported.', max: 10_000 })
  selector?: string;
  @IdParameter({ description: 'Of `groups?by=groupKey`.' })
  groupKey?: string;
  @TextParameter({ description: 'Whole: findings that are on this page now.', max: 2000 })
  sourceUrl?: string;
  @ChoiceListParameter(RATINGS)
  severity?: FindingRating[];
  @ChoiceListParameter(RATINGS)
  impact?: FindingRating[];
  @TextListParameter({ description: 'WCAG criteria such as `1.4.3`, comma-separated.' })
  wcag?: string[];
  @FlagParameter({
    description: 'Only findings that no main line has reported, or only the others; both when absent.',
  })
  proposed?: boolean;
  @ChoiceParameter(REVIEW_FILTERS, { description: REVIEW })
  needsReview?: ReviewFilter;
  @TextListParameter({ description: 'Environments whose main lines have them now, comma-separated.' })
  environment?: string[];
  @IdListParameter({ description: 'Lines that have them now.' })
  line?: string[];
  @CreatedSinceParameter()
  createdSince?: Date;
  @CreatedUntilParameter()
  createdUntil?: Date;
  @TextParameter({
    description: 'Searches title, ruleId, description, selector and the addresses of the pages that it is on now.',
  })
  q?: string;
}

/** The filters of findings. */
export type FindingFilters = Omit<FindingsQuery, 'page' | 'pageSize' | 'total' | 'after'> & {
  productId?: string;
  issue?: number[];
  testActivity?: number[];
};

const SORT_FIELDS = named(
  'FindingSortField',
  ['createdAt', 'lastSeenAt', 'firstSeenAt', 'severity', 'impact', 'status', 'title'],
  'What a list of findings is ordered by.',
);

/** Which findings to list. */
class ListFindingsQuery extends FindingsQuery {
  @ChoiceParameter(SORT_FIELDS, { default: 'createdAt' })
  sortField: (typeof SORT_FIELDS)[number] = 'createdAt';
  @ChoiceParameter(SORT_DIRECTIONS, { default: 'desc' })
  sortDirection: SortDirection = 'desc';
  @FormatParameter()
  format?: ListFormat;
}

/** Which findings of a product to list, also by records of the product. */
export class ListProductFindingsQuery extends ListFindingsQuery {
  @IntegerListParameter({ description: 'Numbers of issues that they were confirmed as.' })
  issue?: number[];
  @IntegerListParameter({ description: 'Numbers of test activities that were the first to report them.' })
  testActivity?: number[];
}

/** Which findings of an organization to list. */
export class ListOrganizationFindingsQuery extends ListFindingsQuery {
  @IdParameter()
  productId?: string;
  @ProductParameter()
  product?: string;
}

/** What a run said of findings. */
export class ActivityFindingsQuery extends SortedPageQuery(
  25,
  named(
    'SpokenFindingSortField',
    ['createdAt', 'lastSeenAt', 'severity', 'status'],
    'What the findings of a run are ordered by.',
  ),
) {
  @ChoiceListParameter(LISTED_CHANGES)
  change?: FindingChange[];
  @ChoiceParameter(REVIEW_FILTERS, { description: REVIEW })
  needsReview?: ReviewFilter;
}
