import { Choice, Described, EndOfDay, Id, NestedList, Nested, Text, TextList, Timestamp } from '#libs/fields';
import { LINE_KINDS, type LineKind } from '../../../records/test-activities/test-activity.entity.js';
import { DISMISSAL_REASONS, type DismissalReason } from '../finding.entity.js';
import { PAGE_ACTIONS, type PageAction } from '../pages/page-answer.js';

const COMMENT = 'The reason, for later readers.';

@Described('A line with the finding on a page.')
class PageLineDto {
  @Id()
  id: string;
  @Choice(LINE_KINDS)
  kind: LineKind;
  @Text({ nullable: true, description: 'For a main line, the environment; for a proposal, its number or branch.' })
  name: string | null;
}

@Described('A decision on a page of a finding.')
class PageAnswerDto {
  @Choice(PAGE_ACTIONS)
  action: PageAction;
  @Choice(DISMISSAL_REASONS, { nullable: true })
  reason: DismissalReason | null;
  @Text({ nullable: true, description: COMMENT })
  comment: string | null;
  @Timestamp({ nullable: true, description: 'The time after which the page counts again.' })
  until: string | null;
  @Timestamp({ description: 'The time of the decision.' })
  answeredAt: string;
}

/** A page of a finding. */
@Described('A page of a finding, in the form used for comparison.')
export class PageOfFindingDto {
  @Text({ description: 'Without the origin, by the page rules of the product.' })
  page: string;
  @NestedList(() => PageLineDto, { description: 'The lines that currently have the finding on this page.' })
  lines: PageLineDto[];
  @Nested(() => PageAnswerDto, { nullable: true })
  answer: PageAnswerDto | null;
}

/** An answer for pages that a finding has spread to. */
export class AnswerPages {
  @TextList({ minItems: 1, max: 4000, description: 'Pages of the finding, as returned with it.' })
  pages: string[];
  @Choice(PAGE_ACTIONS)
  action: PageAction;
  @Choice(DISMISSAL_REASONS, { optional: true, description: 'Required to dismiss.' })
  reason?: DismissalReason;
  @Text({ optional: true, nullable: true, max: 2000, description: COMMENT })
  comment?: string | null;
  @EndOfDay({ optional: true, nullable: true, description: 'The day after which the page counts again.' })
  until?: Date | null;
}
