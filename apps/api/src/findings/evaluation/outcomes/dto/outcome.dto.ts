import {
  Choice,
  ChoiceListParameter,
  ChoiceParameter,
  Described,
  Flag,
  Id,
  IdList,
  IdListParameter,
  IdParameter,
  Integer,
  IntegerList,
  named,
  Nested,
  NestedList,
  NumberOr,
  Text,
  TextParameter,
  Timestamp,
} from '#libs/fields';
import { MAX_EVIDENCE } from '../../../../records/evidence/dto/evidence.dto.js';
import { PageQuery } from '../../../../platform/lists/page-query.js';
import { Pagination } from '../../../../platform/lists/pagination.js';
import { type Outcome, OUTCOMES } from '../../outcome.js';
import { MAX_FINDINGS } from '../../proposals/proposed-failures.sql.js';
import { SampleEntryDto } from '../../sample/dto/sample.dto.js';

const REQUIREMENT = 'The id of a requirement of the audit.';
const NUMBER = 'The number in its standard, otherwise its position from 1.';

const ENTRY = 'The number of an entry, or `all`: all entries without an outcome of their own.';
const MEANING = {
  note: 'The observation, in Markdown.',
  derogation: 'The reason for an exemption from the requirement.',
  former: 'The outcome in the reviewed audit; null if none is reviewed.',
  copiedFrom: 'The number of the original entry.',
  fromProposal: 'Whether a person accepted a proposal of a tool.',
};

/** How many issues an outcome has at most. */
export const MAX_ISSUES = 50;
/** How many outcomes a request may change. */
const MAX_OUTCOMES = 1_000;

@Described('The deciding person.')
class DecidedByDto {
  @Id({ nullable: true, description: 'Null for API keys and deleted accounts.' })
  userId: string | null;
  @Text({ description: 'The name at that time.' })
  name: string;
}

@Described('A proposal of a tool, which takes effect once accepted by a person.')
class OutcomeProposalDto {
  @Choice(OUTCOMES)
  outcome: Outcome;
  @Text({ description: 'The name of the API key, or the tools.' })
  by: string;
  @Timestamp({ description: 'The time of the proposal.' })
  at: Date;
  @IdList({
    description: `The findings at the address of the entry that fail the requirement, the first ${MAX_FINDINGS}; none if proposed by an API key.`,
  })
  findings: string[];
}

@Described('The outcome of a requirement on a sample entry.')
export class OutcomeDto {
  @Id({ description: REQUIREMENT })
  requirementId: string;
  @NumberOr('all', { description: ENTRY })
  entry: number | string;
  @Choice(OUTCOMES)
  outcome: Outcome;
  @Text({ nullable: true, description: MEANING.note })
  note: string | null;
  @Text({ nullable: true, description: MEANING.derogation })
  derogation: string | null;
  @Nested(() => DecidedByDto, { nullable: true, description: 'Null if undecided.' })
  by: DecidedByDto | null;
  @Timestamp({ description: 'The time of the last decision.' })
  at: Date;
  @IntegerList({ description: 'The numbers of its issues.' })
  issueNumbers: number[];
  @IdList({ description: 'The evidence files.' })
  evidenceIds: string[];
  @Integer({ nullable: true, description: MEANING.copiedFrom })
  copiedFrom: number | null;
  @Choice(OUTCOMES, { nullable: true, description: MEANING.former })
  former: Outcome | null;
  @Flag({ description: MEANING.fromProposal })
  fromProposal: boolean;
  @Nested(() => OutcomeProposalDto, { nullable: true })
  proposal: OutcomeProposalDto | null;
  @Integer({ min: 0, description: 'For `ifRevision`; 0 if it does not exist yet.' })
  revision: number;
}

@Described('The outcome of a requirement on an entry, without its texts.')
class OutcomeCellDto {
  @Id({ description: REQUIREMENT })
  requirementId: string;
  @NumberOr('all', { description: ENTRY })
  entry: number | string;
  @Choice(OUTCOMES)
  outcome: Outcome;
  @Choice(OUTCOMES, { nullable: true, description: MEANING.former })
  former: Outcome | null;
  @Choice(OUTCOMES, { nullable: true, description: 'The proposed outcome.' })
  proposal: Outcome | null;
  @Text({ nullable: true, description: 'The name of the deciding person.' })
  byName: string | null;
  @Flag({ description: 'Whether there is a note.' })
  hasNote: boolean;
  @Integer({ min: 0, description: 'The number of its issues.' })
  issueCount: number;
  @Integer({ min: 0, description: 'The number of its evidence files.' })
  evidenceCount: number;
  @Integer({ min: 0, description: 'For `ifRevision`; 0 if it does not exist yet.' })
  revision: number;
}

@Described('A requirement of an audit.')
export class AskedRequirementDto {
  @Id({ description: REQUIREMENT })
  requirementId: string;
  @Text({ description: NUMBER })
  number: string;
  @Text()
  name: string;
  @Text({ nullable: true, description: 'The name of its level.' })
  level: string | null;
  @Flag({ description: 'Whether it has since been deleted; its outcomes are kept, but not counted.' })
  isGone: boolean;
}

/** A page of outcomes; or for a grid, all of them without their texts, with what they are of. */
export class OutcomePage {
  @NestedList(() => OutcomeDto, { description: 'Empty with `view=grid`.' })
  outcomes: OutcomeDto[];
  @Nested(() => Pagination)
  pagination: Pagination;
  @NestedList(() => AskedRequirementDto, { optional: true, description: 'Only with `view=grid`.' })
  requirements?: AskedRequirementDto[];
  @NestedList(() => SampleEntryDto, { optional: true, description: 'Only with `view=grid`.' })
  sample?: SampleEntryDto[];
  @NestedList(() => OutcomeCellDto, { optional: true, description: 'Only with `view=grid`.' })
  cells?: OutcomeCellDto[];
}

/** Which outcomes to list. */
export class ListOutcomesQuery extends PageQuery(50) {
  @ChoiceParameter(named('OutcomeView', ['grid'], 'The form of the list.'), {
    description: 'All outcomes in one answer, without notes; filters and paging are ignored.',
  })
  view?: 'grid';
  @IdListParameter({ maxItems: 100 })
  requirementId?: string[];
  @TextParameter({ max: 10, description: ENTRY })
  entry?: string;
  @ChoiceListParameter(OUTCOMES)
  outcome?: Outcome[];
  @TextParameter({ max: 36, description: 'Assigned to a member: a user id, or `me`.' })
  assigneeId?: string;
}

@Described('A change of an outcome; absent fields are kept.')
export class DecideOutcome {
  @Id({ description: REQUIREMENT })
  requirementId: string;
  @NumberOr('all', { description: ENTRY })
  entry: string;
  @Choice(OUTCOMES, { optional: true, description: '`untested` removes the decision.' })
  outcome?: Outcome;
  @Text({ optional: true, nullable: true, max: 5_000, description: MEANING.note })
  note?: string | null;
  @Text({ optional: true, nullable: true, max: 2_000, description: MEANING.derogation })
  derogation?: string | null;
  @IntegerList({ optional: true, max: MAX_ISSUES, description: 'The numbers of its issues; replaces all.' })
  issueNumbers?: number[];
  @IdList({ optional: true, max: MAX_EVIDENCE, description: 'The evidence files of the product; replaces all.' })
  evidenceIds?: string[];
  @Integer({ optional: true, min: 0, description: 'The expected revision; the change is rejected if it differs.' })
  ifRevision?: number;
  @Flag({ optional: true, description: 'Accepts the proposal, with `outcome` as proposed.' })
  fromProposal?: boolean;
}

/** Outcomes to decide: all or none. */
export class DecideOutcomes {
  @NestedList(() => DecideOutcome, { max: MAX_OUTCOMES })
  outcomes: DecideOutcome[];
}

/** What was decided. */
export class DecidedOutcomes {
  @NestedList(() => OutcomeDto, { description: 'The current state of the requested outcomes.' })
  outcomes: OutcomeDto[];
  @Integer({ min: 0, description: 'The number of changes.' })
  changed: number;
}

/** Which outcomes to copy to other entries. */
export class CopyOutcomes {
  @Integer({ min: 1, max: 2_147_483_647, description: 'The number of an entry.' })
  fromEntry: number;
  @IntegerList({ max: 500, description: 'The numbers of other entries.' })
  toEntries: number[];
  @IdList({ optional: true, max: 1_000, description: 'If absent, all decided requirements.' })
  requirementIds?: string[];
}

/** Of which outcomes the history is read. */
export class OutcomeHistoryQuery extends PageQuery(50) {
  @IdParameter()
  requirementId?: string;
  @TextParameter({ max: 10, description: ENTRY })
  entry?: string;
}

@Described('An earlier state of an outcome.')
class OutcomeChangeDto {
  @Id({ description: REQUIREMENT })
  requirementId: string;
  @NumberOr('all', { description: ENTRY })
  entry: number | string;
  @Choice(OUTCOMES)
  outcome: Outcome;
  @Text({ nullable: true, description: MEANING.note })
  note: string | null;
  @Nested(() => DecidedByDto, { nullable: true })
  by: DecidedByDto | null;
  @Timestamp()
  at: Date;
  @Integer({ min: 1, description: 'The outcome from then on.' })
  revision: number;
}

/** A page of the history of outcomes, the latest first. */
export class OutcomeHistory {
  @NestedList(() => OutcomeChangeDto)
  history: OutcomeChangeDto[];
  @Nested(() => Pagination)
  pagination: Pagination;
}
