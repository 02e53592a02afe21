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

@Described('A page of a finding.')
class OccurrenceDto {
  @HttpUrl({ description: 'The tested page.' })
  sourceUrl: string;
  @Timestamp({ description: FIRST_SEEN_AT })
  firstSeenAt: Date;
  @Timestamp({ description: 'The time of the last run that reported it.' })
  lastSeenAt: Date;
}

@Described('The issue of a confirmed finding.')
class FindingIssueDto {
  @Id()
  id: string;
  @RecordNumber()
  number: number;
}

@Described('A criterion failed by a finding.')
class FindingCriterionDto {
  @Text({ example: '1.4.3', description: 'The number of a WCAG success criterion, or `rgaa:1.1` of the RGAA.' })
  criterion: string;
  @Text({ example: 'Contrast (Minimum)' })
  name: string;
  @Text({ nullable: true, example: 'AA', description: 'Its level in the latest version of WCAG that includes it.' })
  level: string | null;
  @HttpUrl({ nullable: true, description: 'The URL.' })
  url: string | null;
}

@Described('A line in which a finding was reported.')
class FindingLineDto {
  @Id()
  id: string;
  @Choice(LINE_KINDS)
  kind: LineKind;
  @Text({ nullable: true, description: 'For a main line, the environment; for a proposal, its number or branch.' })
  name: string | null;
  @Flag({ description: 'Whether the finding is present there now.' })
  present: boolean;
  @Timestamp({ description: 'The first run of the line that reported the finding.' })
  firstSeenAt: Date;
  @Timestamp({ description: 'The last run of the line that reported the finding.' })
  lastSeenAt: Date;
  @Timestamp({ nullable: true, description: 'The end of the line; null if it is active.' })
  endedAt: Date | null;
}

@Described('A decided finding of the same product, tool and rule.')
class SimilarFindingDto {
  @Id()
  id: string;
  @Text()
  title: string;
  @Text({ nullable: true, description: 'The location on the page.' })
  selector: string | null;
  @Choice(FINDING_STATUSES)
  status: FindingStatus;
  @Choice(DISMISSAL_REASONS, { nullable: true })
  dismissalReason: DismissalReason | null;
  @Text({ nullable: true, description: 'The reason for the dismissal, as text.' })
  dismissalComment: string | null;
  @Integer({ min: 1, nullable: true, description: 'The number of its issue.' })
  issueNumber: number | null;
  @Timestamp({ nullable: true, description: 'The time of the decision.' })
  decidedAt: string | null;
}

@Described('Decisions on other findings of the same product, tool and rule.')
class SimilarFindingsDto {
  @Integer({ min: 0, description: 'The number of confirmed findings.' })
  confirmed: number;
  @Integer({ min: 0, description: 'The number of dismissed findings.' })
  dismissed: number;
  @NestedList(() => SimilarFindingDto, { description: 'The five most recent decisions.' })
  newest: SimilarFindingDto[];
}

@Described('How a finding was dismissed until a moment that has passed.')
class EndedDismissalDto {
  @Choice(DISMISSAL_REASONS)
  reason: DismissalReason;
  @Text({ nullable: true, description: 'The reason, for later readers.' })
  comment: string | null;
  @Timestamp({ description: 'When it ended.' })
  until: Date;
}

const RELATIONS = named(
  'NeedRelation',
  ['primary', 'secondary'],
  'How strongly a criterion supports a functional need, according to table B.2 of EN 301 549. Insights count primary ones.',
);

@Described('An affected functional need.')
export class HinderedNeedDto extends FunctionalNeedDto {
  @Choice(RELATIONS)
  relation: Relation;
}

@Described('A screenshot of a finding, taken by an agent.')
class FindingPictureDto {
  @Text({ description: 'Its path, for an authenticated request. Visible to members only.' })
  url: string;
  @Text({ description: 'The text alternative.' })
  alt: string;
  @Timestamp({ description: 'The time of the report of its run.' })
  takenAt: Date;
}

/** A finding when it is read alone. */
@Described('A finding with its pages, lines, issue, affected functional needs, and decisions on similar findings.')
export class DetailedFindingDto extends FindingDto {
  @Text({ nullable: true, description: 'The HTML of the element, as last reported.' })
  snippet: string | null;
  @HttpUrl({ nullable: true, description: 'The documentation of the rule.' })
  helpUrl: string | null;
  @NestedList(() => OccurrenceDto, { description: 'The pages of the finding.' })
  occurrences: OccurrenceDto[];
  @NestedList(() => PageOfFindingDto, {
    description: 'The current pages with their decisions: the 100 seen most recently.',
  })
  pages: PageOfFindingDto[];
  @Integer({ min: 0, description: 'The number of pages.' })
  pageCount: number;
  @Flag({
    description:
      'False for findings on more than 2,000 pages in main lines; new pages are then not reported for proposals.',
  })
  pagesToldApart: boolean;
  @NestedList(() => FindingLineDto, { description: 'The lines of the finding: the 100 most recent ones.' })
  lines: FindingLineDto[];
  @NestedList(() => FindingCriterionDto, { description: 'The criteria in `wcag`, as far as known.' })
  criteria: FindingCriterionDto[];
  @NestedList(() => HinderedNeedDto, {
    description: 'The affected functional needs of its criteria, according to table B.2 of EN 301 549.',
  })
  functionalNeeds: HinderedNeedDto[];
  @Flag({
    description:
      'Whether the effective standard includes none of its criteria, such as 4.1.1 with WCAG 2.2; a confirmed finding then has no effect on the Grade.',
  })
  outsideStandard: boolean;
  @Nested(() => EndedDismissalDto, {
    nullable: true,
    description: 'The expired dismissal, until the next decision. Null: there is none.',
  })
  endedDismissal: EndedDismissalDto | null;
  @Nested(() => SimilarFindingsDto)
  similar: SimilarFindingsDto;
  @Nested(() => FindingIssueDto, { nullable: true })
  issue: FindingIssueDto | null;
  @Nested(() => FindingPictureDto, {
    nullable: true,
    description:
      'The newest screenshot, kept while the finding is open and for 30 days afterwards. Null if none was taken.',
  })
  picture: FindingPictureDto | null;
  @ChoiceList(TRIAGE_ACTIONS, { description: 'The actions currently possible.' })
  actions: TriageAction[];
}

/** One finding. */
export class FindingEnvelope {
  @Nested(() => DetailedFindingDto)
  finding: DetailedFindingDto;
}
