import { Choice, ChoiceList, Described, Flag, Id, IdList, IntegerList, Text, TextList, Timestamp } from '#libs/fields';
import { type Rating, RATINGS } from '../../../accounts/organizations/ratings.js';
import { FINDING_STATUSES, type FindingStatus } from '../finding.entity.js';
import { REVIEW_FILTERS, type ReviewFilter } from './finding.dto.js';

const SEVERAL = { optional: true, min: 1 } as const;
const TEXTS = { optional: true, minItems: 1, max: 200 } as const;
const OF_PRODUCT = 'with `product` or `productId`.';

/** The filters of lists of findings, as a body has them. */
@Described('All findings of active products that a list with these filters has.')
export class FindingFilter {
  @Id({ optional: true })
  productId?: string;
  @Text({
    optional: true,
    max: 200,
    description: 'The product, by its slug or its id; beside `productId` the same one.',
  })
  product?: string;
  @ChoiceList(FINDING_STATUSES, SEVERAL)
  status?: FindingStatus[];
  @TextList({ ...TEXTS, description: 'Names of tools, whatever their case.' })
  tool?: string[];
  @TextList({ ...TEXTS, description: 'Rules of tools, such as `button-name`.' })
  ruleId?: string[];
  @Text({ optional: true, max: 100_000, description: 'Whole, and as it was reported.' })
  selector?: string;
  @Id({ optional: true, description: 'Of `groups?by=groupKey`.' })
  groupKey?: string;
  @Text({ optional: true, max: 2000, description: 'Whole: findings that are on this page now.' })
  sourceUrl?: string;
  @ChoiceList(RATINGS, SEVERAL)
  severity?: Rating[];
  @ChoiceList(RATINGS, SEVERAL)
  impact?: Rating[];
  @TextList({ ...TEXTS, description: 'WCAG criteria such as `1.4.3`.' })
  wcag?: string[];
  @Flag({ optional: true, description: 'Only findings that no main line has reported, or only the others.' })
  proposed?: boolean;
  @Choice(REVIEW_FILTERS, { optional: true, description: 'Those that need review: `false` when absent.' })
  needsReview?: ReviewFilter;
  @TextList({ ...TEXTS, description: 'Environments whose main lines have them now.' })
  environment?: string[];
  @IdList({ optional: true, min: 1, max: 100, description: 'Lines that have them now.' })
  line?: string[];
  @IntegerList({
    optional: true,
    max: 100,
    description: `Numbers of issues that they were confirmed as, ${OF_PRODUCT}`,
  })
  issue?: number[];
  @IntegerList({
    optional: true,
    max: 100,
    description: `Numbers of test activities that were the first to report them, ${OF_PRODUCT}`,
  })
  testActivity?: number[];
  @Timestamp({ optional: true, description: 'Records made from this moment on.' })
  createdSince?: Date;
  @Timestamp({ optional: true, description: 'Records made before this moment.' })
  createdUntil?: Date;
  @Text({ optional: true, max: 200, description: 'Searches title, ruleId, description and selector.' })
  q?: string;
}
