import { Choice, Described, EndOfDay, Id, NestedList, Nested, Text, TextList, Timestamp } from '#libs/fields';
import { LINE_KINDS, type LineKind } from '../../../records/test-activities/test-activity.entity.js';
import { DISMISSAL_REASONS, type DismissalReason } from '../finding.entity.js';
import { PAGE_ACTIONS, type PageAction } from '../pages/page-answer.js';

const COMMENT = 'Why, for those who read it later.';

@Described('A line that has the finding on a page.')
class PageLineDto {
  @Id()
  id: string;
  @Choice(LINE_KINDS)
  kind: LineKind;
  @Text({ nullable: true, description: 'Of a main line the environment, of a proposal its number or branch.' })
  name: string | null;
}

@Described('What somebody has answered for a page.')
class PageAnswerDto {
  @Choice(PAGE_ACTIONS)
  action: PageAction;
  @Choice(DISMISSAL_REASONS, { nullable: true })
  reason: DismissalReason | null;
  @Text({ nullable: true, description: COMMENT })
  comment: string | null;
  @Timestamp({ nullable: true, description: 'After this moment the page counts again.' })
  until: string | null;
  @Timestamp({ description: 'When it was answered.' })
  answeredAt: string;
}

/** A page of a finding. */
@Described('A page of a finding, as pages are compared.')
export class PageOfFindingDto {
  @Text({ description: 'Without the origin, by the rules of the product.' })
  page: string;
  @NestedList(() => PageLineDto, { description: 'The lines that have the finding there now.' })
  lines: PageLineDto[];
  @Nested(() => PageAnswerDto, { nullable: true })
  answer: PageAnswerDto | null;
}

/** An answer for pages that a finding has spread to. */
export class AnswerPages {
  @TextList({ minItems: 1, max: 4000, description: 'Pages of the finding, as it shows them.' })
  pages: string[];
  @Choice(PAGE_ACTIONS)
  action: PageAction;
  @Choice(DISMISSAL_REASONS, { optional: true, description: 'Required to dismiss.' })
  reason?: DismissalReason;
  @Text({ optional: true, nullable: true, max: 2000, description: COMMENT })
  comment?: string | null;
  @EndOfDay({ optional: true, nullable: true, description: 'After it the page counts again.' })
  until?: Date | null;
}
