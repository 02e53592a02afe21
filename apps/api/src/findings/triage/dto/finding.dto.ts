import { clock } from '#libs/clock';
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
  'The effect of a run on a finding.',
);
/** Which findings a list shows by whether they need review. */
export const REVIEW_FILTERS = named(
  'ReviewFilter',
  ['true', 'false', 'any'],
  '`true`: findings that need review; `false`: the others; `any`: both.',
);
/** One of these. */
export type ReviewFilter = (typeof REVIEW_FILTERS)[number];
const REVIEW = 'Findings that need review are included only with `true` or `any`.';
/** What `firstSeenAt` says. */
export const FIRST_SEEN_AT = 'The first report by a main line; for findings of proposals only, by a proposal.';

/** What a scanner keeps reporting. */
@Described(
  'A finding of a tool, stored once regardless of repetitions and pages. Identified by tool, `ruleId`, `selector` and `needsReview`.',
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
  @Text({ description: 'In lower case; part of the identity.' })
  tool: string;
  @Text({ description: 'The rule of the tool, such as `button-name`: part of the identity.' })
  ruleId: string;
  @Text({
    nullable: true,
    description:
      'The location on the page: a CSS selector, or a path in a file. Part of the identity; send the same value on each run.',
  })
  selector: string | null;
  @TextList({ description: 'Earlier selectors in main lines, newest first, up to 20.' })
  aliases: string[];
  @Text()
  title: string;
  @Text({ nullable: true })
  description: string | null;
  @Severity({ nullable: true })
  severity: FindingRating | null;
  @Impact({ nullable: true })
  impact: FindingRating | null;
  @TextList({ description: 'WCAG success criteria, such as `1.4.3`.' })
  wcag: string[];
  @Id({
    nullable: true,
    description:
      'A key of the element and its lowest criterion. Findings of different tools with the same key may describe the same barrier. Null without a snippet or criterion.',
  })
  groupKey: string | null;
  @Flag({
    description: 'The tool could not decide. Ignored by gates and the Grade until a person confirms it as an issue.',
  })
  needsReview: boolean;
  @Choice(FINDING_STATUSES)
  status: FindingStatus;
  @Timestamp({
    nullable: true,
    description: 'Pending since: the latest of first report, end of its dismissal, and reopening. Null if not pending.',
  })
  waitingSince: Date | null;
  @Flag({ description: 'Reported only by proposals, such as pull requests, and by no main line.' })
  proposed: boolean;
  @Choice(DISMISSAL_REASONS, { nullable: true })
  dismissalReason: DismissalReason | null;
  @Text({ nullable: true, description: 'The reason for the dismissal, as text.' })
  dismissalComment: string | null;
  @Timestamp({ nullable: true, description: 'The time after which the finding is pending again.' })
  dismissedUntil: Date | null;
  @Id({ nullable: true, description: 'The finding of the same product that it duplicates.' })
  duplicateOfId: string | null;
  @ChoiceList(EDITABLE_FIELDS, {
    description: 'Fields edited by a person; scans do not change them.',
  })
  edited: EditableField[];
  @Integer({ min: 0, description: 'The number of times it was reported again after being resolved.' })
  regressionCount: number;
  @Timestamp({ description: FIRST_SEEN_AT })
  firstSeenAt: Date;
  @Timestamp({ description: 'The time of the last run that reported it.' })
  lastSeenAt: Date;
  @Timestamp({ nullable: true, description: 'The time since which no main line has it; null if present.' })
  resolvedAt: Date | null;
  @HttpUrl({ nullable: true, description: 'The page of the last report; null if no report named one.' })
  sourceUrl: string | null;
  @Integer({ min: 1, nullable: true, description: 'The number of its issue; null if none.' })
  issueNumber: number | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;
  @Revision()
  revision: number;

  static from({ finding, product, issue, sourceUrl }: ListedFinding): FindingDto {
    const status = statusOf(finding, clock.now());
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
  @TextParameter({ description: 'The exact selector, as reported.', max: 10_000 })
  selector?: string;
  @IdParameter({ description: 'From `groups?by=groupKey`.' })
  groupKey?: string;
  @TextParameter({ description: 'The exact URL: findings currently on this page.', max: 2000 })
  sourceUrl?: string;
  @ChoiceListParameter(RATINGS)
  severity?: FindingRating[];
  @ChoiceListParameter(RATINGS)
  impact?: FindingRating[];
  @TextListParameter({ description: 'WCAG criteria such as `1.4.3`, comma-separated.' })
  wcag?: string[];
  @FlagParameter({
    description: '`true`: only findings never reported by a main line; `false`: only the others; if absent, both.',
  })
  proposed?: boolean;
  @ChoiceParameter(REVIEW_FILTERS, { description: REVIEW })
  needsReview?: ReviewFilter;
  @TextListParameter({ description: 'Environments whose main lines currently have them, comma-separated.' })
  environment?: string[];
  @IdListParameter({ description: 'Lines that currently have them.' })
  line?: string[];
  @CreatedSinceParameter()
  createdSince?: Date;
  @CreatedUntilParameter()
  createdUntil?: Date;
  @TextParameter({
    description: 'Searches title, ruleId, description, selector and the addresses of the current pages.',
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
  'The sort field of findings.',
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
  @IntegerListParameter({ description: 'Numbers of their issues.' })
  issue?: number[];
  @IntegerListParameter({ description: 'Numbers of the test activities that reported them first.' })
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
    'The sort field of the findings of a run.',
  ),
) {
  @ChoiceListParameter(LISTED_CHANGES)
  change?: FindingChange[];
  @ChoiceParameter(REVIEW_FILTERS, { description: REVIEW })
  needsReview?: ReviewFilter;
}
