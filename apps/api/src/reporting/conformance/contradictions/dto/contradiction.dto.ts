import { Choice, Described, Integer, NestedList, Nested, Text, TextList, Timestamp } from '#libs/fields';
import { RecordNumber } from '../../../../platform/lists/shared-fields.js';
import { type Rating, RATINGS } from '../../../../accounts/organizations/ratings.js';

const REASON =
  'The reason that it does not contradict the report. The public page shows it, and no longer counts the issue.';

/** How many a list has at most. */
export const MAX_LISTED = 100;

/** The most that one reason may say. */
const REASON_LENGTH = 2_000;

@Described('An open issue that contradicts a published report.')
export class ContradictionDto {
  @RecordNumber()
  issueNumber: number;
  @Choice(RATINGS, { nullable: true })
  severity: Rating | null;
  @Timestamp({ description: 'When the issue was opened.' })
  openedAt: Date;
  @TextList({ description: 'The numbers of the requirements whose verdicts it contradicts.' })
  requirements: string[];
  @Text({ nullable: true, description: REASON })
  reason: string | null;
  @Timestamp({ nullable: true, description: 'The time since which the reason is shown.' })
  reasonedAt: Date | null;
}

/** One of them. */
export class ContradictionEnvelope {
  @Nested(() => ContradictionDto, {
    nullable: true,
    description: 'Null if the issue no longer contradicts the report.',
  })
  contradiction: ContradictionDto | null;
}

/** The open issues that contradict a published report, the oldest first. */
export class ContradictionList {
  @NestedList(() => ContradictionDto, { description: `The first ${MAX_LISTED}.` })
  contradictions: ContradictionDto[];
  @Integer({ min: 0, description: 'The total number.' })
  total: number;
}

/** Why an issue does not contradict a report. */
export class TellReason {
  @Text({ nullable: true, filled: true, max: REASON_LENGTH, description: `${REASON} Null removes it.` })
  reason: string | null;
}
