import { Choice, ChoiceList, Described, Flag, Id, IdList, IntegerList, Text, TextList, Timestamp } from '#libs/fields';
import { type Rating, RATINGS } from '../../../accounts/organizations/ratings.js';
import { FINDING_STATUSES, type FindingStatus } from '../finding.entity.js';
import { REVIEW_FILTERS, type ReviewFilter } from './finding.dto.js';

const SEVERAL = { optional: true, min: 1 } as const;
const TEXTS = { optional: true, minItems: 1, max: 200 } as const;
const OF_PRODUCT = 'with `product` or `productId`.';

/** The filters of lists of findings, as a body has them. */
@Described('All findings of active products that match these filters.')
export class FindingFilter {
  @Id({ optional: true })
  productId?: string;
  @Text({
    optional: true,
    max: 200,
    description: 'The slug or id of the product; with `productId`, both must name the same product.',
  })
  product?: string;
  @ChoiceList(FINDING_STATUSES, SEVERAL)
  status?: FindingStatus[];
  @TextList({ ...TEXTS, description: 'Names of tools, case-insensitive.' })
  tool?: string[];
  @TextList({ ...TEXTS, description: 'Rules of tools, such as `button-name`.' })
  ruleId?: string[];
  @Text({ optional: true, max: 100_000, description: 'The exact selector, as reported.' })
  selector?: string;
  @Id({ optional: true, description: 'From `groups?by=groupKey`.' })
  groupKey?: string;
  @Text({ optional: true, max: 2000, description: 'The exact URL: findings currently on this page.' })
  sourceUrl?: string;
  @ChoiceList(RATINGS, SEVERAL)
  severity?: Rating[];
  @ChoiceList(RATINGS, SEVERAL)
  impact?: Rating[];
  @TextList({ ...TEXTS, description: 'WCAG criteria such as `1.4.3`.' })
  wcag?: string[];
  @Flag({
    optional: true,
    description: '`true`: only findings never reported by a main line; `false`: only the others.',
  })
  proposed?: boolean;
  @Choice(REVIEW_FILTERS, { optional: true, description: 'Findings that need review; if absent, `false`.' })
  needsReview?: ReviewFilter;
  @TextList({ ...TEXTS, description: 'Environments whose main lines currently have them.' })
  environment?: string[];
  @IdList({ optional: true, min: 1, max: 100, description: 'Lines that currently have them.' })
  line?: string[];
  @IntegerList({
    optional: true,
    max: 100,
    description: `Numbers of their issues, ${OF_PRODUCT}`,
  })
  issue?: number[];
  @IntegerList({
    optional: true,
    max: 100,
    description: `Numbers of the test activities that reported them first, ${OF_PRODUCT}`,
  })
  testActivity?: number[];
  @Timestamp({ optional: true, description: 'Records created at or after this time.' })
  createdSince?: Date;
  @Timestamp({ optional: true, description: 'Records created before this time.' })
  createdUntil?: Date;
  @Text({ optional: true, max: 200, description: 'Searches title, ruleId, description and selector.' })
  q?: string;
}
