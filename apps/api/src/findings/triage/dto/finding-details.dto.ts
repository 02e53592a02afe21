import {
  Choice,
  ChoiceList,
  Described,
  Flag,
  HttpUrl,
  Id,
  Integer,
  named,
  Nested,
  NestedList,
  Text,
  Timestamp,
} from '#libs/fields';
import type { Relation } from '../../../standards/catalogue/criteria.js';
import { RecordNumber } from '../../../platform/lists/shared-fields.js';
import { FunctionalNeedDto } from '../../../standards/taxonomy/dto/functional-need.dto.js';
import { LINE_KINDS, type LineKind } from '../../../records/test-activities/test-activity.entity.js';
import { DISMISSAL_REASONS, type DismissalReason, FINDING_STATUSES, type FindingStatus } from '../finding.entity.js';
import { TRIAGE_ACTIONS, type TriageAction } from '../lifecycle.js';
import { FIRST_SEEN_AT, FindingDto } from './finding.dto.js';
import { PageOfFindingDto } from './pages.dto.js';

@Described('A page that a finding was reported on.')
class OccurrenceDto {
  @HttpUrl({ description: 'The page that was tested.' })
  sourceUrl: string;
  @Timestamp({ description: FIRST_SEEN_AT })
  firstSeenAt: Date;
  @Timestamp({ description: 'When a run last reported it.' })
  lastSeenAt: Date;
}

@Described('The issue that a finding was confirmed as.')
class FindingIssueDto {
  @Id()
  id: string;
  @RecordNumber()
  number: number;
}

@Described('A criterion that a finding concerns.')
class FindingCriterionDto {
  @Text({ example: '1.4.3', description: 'The number of a success criterion of WCAG, or `rgaa:1.1` of the RGAA.' })
  criterion: string;
  @Text({ example: 'Contrast (Minimum)' })
  name: string;
  @Text({ nullable: true, example: 'AA', description: 'Its level, in the latest version of WCAG that has it.' })
  level: string | null;
  @HttpUrl({ nullable: true, description: 'Where it stands.' })
  url: string | null;
}

@Described('A line that has had a finding.')
class FindingLineDto {
  @Id()
  id: string;
  @Choice(LINE_KINDS)
  kind: LineKind;
  @Text({ nullable: true, description: 'Of a main line the environment, of a proposal its number or branch.' })
  name: string | null;
  @Flag({ description: 'It has the finding now.' })
  present: boolean;
  @Timestamp({ description: 'When a run of it first reported the finding.' })
  firstSeenAt: Date;
  @Timestamp({ description: 'When a run of it last reported the finding.' })
  lastSeenAt: Date;
  @Timestamp({ nullable: true, description: 'Since when nothing can be reported to it; null: it goes on.' })
  endedAt: Date | null;
}

@Described('A finding of the same product, tool and rule that somebody has decided on.')
class SimilarFindingDto {
  @Id()
  id: string;
  @Text()
  title: string;
  @Text({ nullable: true, description: 'Where on the page.' })
  selector: string | null;
  @Choice(FINDING_STATUSES)
  status: FindingStatus;
  @Choice(DISMISSAL_REASONS, { nullable: true })
  dismissalReason: DismissalReason | null;
  @Text({ nullable: true, description: 'Why it was dismissed, in words.' })
  dismissalComment: string | null;
  @Integer({ min: 1, nullable: true, description: 'The number of its issue.' })
  issueNumber: number | null;
  @Timestamp({ nullable: true, description: 'When it was decided.' })
  decidedAt: string | null;
}

@Described('What was decided on other findings of the same product, tool and rule.')
class SimilarFindingsDto {
  @Integer({ min: 0, description: 'How many are confirmed.' })
  confirmed: number;
  @Integer({ min: 0, description: 'How many are dismissed.' })
  dismissed: number;
  @NestedList(() => SimilarFindingDto, { description: 'The five that were decided last.' })
  newest: SimilarFindingDto[];
}

@Described('How a finding was dismissed until a moment that has passed.')
class EndedDismissalDto {
  @Choice(DISMISSAL_REASONS)
  reason: DismissalReason;
  @Text({ nullable: true, description: 'Why, for those who read it later.' })
  comment: string | null;
  @Timestamp({ description: 'When it ended.' })
  until: Date;
}

const RELATIONS = named(
  'NeedRelation',
  ['primary', 'secondary'],
  'How strongly a criterion supports a functional need, after table B.2 of EN 301 549. Insights count primary ones.',
);

@Described('Whom a finding hinders.')
export class HinderedNeedDto extends FunctionalNeedDto {
  @Choice(RELATIONS)
  relation: Relation;
}

@Described('What an agent has seen of a finding.')
class FindingPictureDto {
  @Text({ description: 'Its path: read it as any other resource. Only members see it.' })
  url: string;
  @Text({ description: 'The text alternative.' })
  alt: string;
  @Timestamp({ description: 'When the run was reported that it came with.' })
  takenAt: Date;
}

/** A finding when it is read alone. */
@Described(
  'A finding with its pages, its lines and its issue, whom it hinders, and what was decided on others like it.',
)
export class DetailedFindingDto extends FindingDto {
  @Text({ nullable: true, description: 'The HTML of the element, as its tool quoted it last.' })
  snippet: string | null;
  @HttpUrl({ nullable: true, description: 'Where its tool explains the rule.' })
  helpUrl: string | null;
  @NestedList(() => OccurrenceDto, { description: 'The pages on which it was reported.' })
  occurrences: OccurrenceDto[];
  @NestedList(() => PageOfFindingDto, {
    description: 'Where it is now, and what was answered for it: the 100 pages on which it was seen last.',
  })
  pages: PageOfFindingDto[];
  @Integer({ min: 0, description: 'How many pages there are.' })
  pageCount: number;
  @Flag({
    description:
      'False for a finding that main lines have on more than 2,000 pages: proposals are not told of new ones.',
  })
  pagesToldApart: boolean;
  @NestedList(() => FindingLineDto, { description: 'The lines that have had it, the 100 that had it last.' })
  lines: FindingLineDto[];
  @NestedList(() => FindingCriterionDto, { description: 'What the entries of `wcag` name, as far as it is known.' })
  criteria: FindingCriterionDto[];
  @NestedList(() => HinderedNeedDto, {
    description: 'Whom it hinders: what the criteria support, after table B.2 of EN 301 549.',
  })
  functionalNeeds: HinderedNeedDto[];
  @Flag({
    description:
      'Whether the standard in force has none of its criteria, such as 4.1.1 with WCAG 2.2: confirmed, it weighs nothing in the Grade.',
  })
  outsideStandard: boolean;
  @Nested(() => EndedDismissalDto, {
    nullable: true,
    description: 'The dismissal that has ended, as long as nobody has decided since. Null: none has.',
  })
  endedDismissal: EndedDismissalDto | null;
  @Nested(() => SimilarFindingsDto)
  similar: SimilarFindingsDto;
  @Nested(() => FindingIssueDto, { nullable: true })
  issue: FindingIssueDto | null;
  @Nested(() => FindingPictureDto, {
    nullable: true,
    description: 'The newest picture of it; kept while it is open, and 30 days. Null: no agent has taken one.',
  })
  picture: FindingPictureDto | null;
  @ChoiceList(TRIAGE_ACTIONS, { description: 'What can be done with it now.' })
  actions: TriageAction[];
}

/** One finding. */
export class FindingEnvelope {
  @Nested(() => DetailedFindingDto)
  finding: DetailedFindingDto;
}
