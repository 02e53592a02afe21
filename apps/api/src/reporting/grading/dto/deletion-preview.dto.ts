import { Choice, Described, Integer, Nested } from '#libs/fields';
import { type Letter, LETTERS } from '../../../products/products/grade/codes.js';

@Described('What a product has, in numbers that a deletion may change.')
export class ProductStateDto {
  @Integer({ min: 0, description: 'Failures that scans have reported.' })
  findings: number;
  @Integer({ min: 0, description: 'Those of them that await triage.' })
  pendingFindings: number;
  @Integer({ min: 0, description: 'Findings that need review.' })
  findingsToReview: number;
  @Integer({ min: 0, description: 'Tests of scanners and of people.' })
  testActivities: number;
  @Choice(LETTERS, { nullable: true, description: 'Of the current Grade; null: there is none.' })
  letter: Letter | null;
  @Integer({ nullable: true, description: 'Of the current Grade; null with the letter.' })
  score: number | null;
}

/** What the deletion of a test activity would change. */
export class DeletionPreview {
  @Nested(() => ProductStateDto, { description: 'As it is.' })
  before: ProductStateDto;
  @Nested(() => ProductStateDto, { description: 'As the deletion would leave it.' })
  after: ProductStateDto;
}
