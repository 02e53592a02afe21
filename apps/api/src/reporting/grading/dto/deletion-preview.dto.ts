import { Choice, Described, Integer, Nested } from '#libs/fields';
import { type Letter, LETTERS } from '../../../products/products/grade/codes.js';

@Described('Counts of a product that a deletion can change.')
export class ProductStateDto {
  @Integer({ min: 0, description: 'Failures reported by scans.' })
  findings: number;
  @Integer({ min: 0, description: 'The number of them that are pending.' })
  pendingFindings: number;
  @Integer({ min: 0, description: 'Findings that need review.' })
  findingsToReview: number;
  @Integer({ min: 0, description: 'Automated and manual tests.' })
  testActivities: number;
  @Choice(LETTERS, { nullable: true, description: 'The letter of the current Grade; null if none.' })
  letter: Letter | null;
  @Integer({ nullable: true, description: 'The score of the current Grade; null with the letter.' })
  score: number | null;
}

/** What the deletion of a test activity would change. */
export class DeletionPreview {
  @Nested(() => ProductStateDto, { description: 'The current state.' })
  before: ProductStateDto;
  @Nested(() => ProductStateDto, { description: 'The state after the deletion.' })
  after: ProductStateDto;
}
