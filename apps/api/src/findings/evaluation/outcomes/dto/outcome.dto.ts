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

const REQUIREMENT = 'The id of a requirement that the audit asks for.';
const NUMBER = 'As its standard numbers it, else its place from 1.';

const ENTRY = 'The number of an entry, or `all`: each entry without an outcome of its own.';
const MEANING = {
  note: 'What was found, in Markdown.',
  derogation: 'Why the requirement need not be met here.',
  former: 'The outcome in the audit whose failures this one looks at again; null: it looks at none.',
  copiedFrom: 'The number of the entry that it was copied from.',
  fromProposal: 'Whether a person has taken over what a tool proposed.',
};

/** How many issues an outcome has at most. */
export const MAX_ISSUES = 50;
/** How many outcomes a request may change. */
const MAX_OUTCOMES = 1_000;

@Described('Who decided it.')
class DecidedByDto {
  @Id({ nullable: true, description: 'Null where it was an API key, or the account is gone.' })
  userId: string | null;
  @Text({ description: 'As it was then.' })
  name: string;
}

@Described('What a tool proposes, which counts once a person takes it over.')
class OutcomeProposalDto {
  @Choice(OUTCOMES)
  outcome: Outcome;
  @Text({ description: 'The name of the API key, or the tools that have found it.' })
  by: string;
  @Timestamp({ description: 'Since when.' })
  at: Date;
  @IdList({
    description: `The findings at the address of the entry that fail the requirement, the first ${MAX_FINDINGS}; none where an API key proposes it.`,
  })
  findings: string[];
}

@Described('The outcome of a requirement on an entry of the sample.')
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
  @Nested(() => DecidedByDto, { nullable: true, description: 'Null: nobody yet.' })
  by: DecidedByDto | null;
  @Timestamp({ description: 'When it was decided last.' })
  at: Date;
  @IntegerList({ description: 'The numbers of its issues.' })
  issueNumbers: number[];
  @IdList({ description: 'The files that show it.' })
  evidenceIds: string[];
  @Integer({ nullable: true, description: MEANING.copiedFrom })
  copiedFrom: number | null;
  @Choice(OUTCOMES, { nullable: true, description: MEANING.former })
  former: Outcome | null;
  @Flag({ description: MEANING.fromProposal })
  fromProposal: boolean;
  @Nested(() => OutcomeProposalDto, { nullable: true })
  proposal: OutcomeProposalDto | null;
  @Integer({ min: 0, description: 'For `ifRevision`; 0: there is none yet.' })
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
  @Choice(OUTCOMES, { nullable: true, description: 'What a tool proposes.' })
  proposal: Outcome | null;
  @Text({ nullable: true, description: 'The name of whoever decided it.' })
  byName: string | null;
  @Flag({ description: 'Whether there is a note.' })
  hasNote: boolean;
  @Integer({ min: 0, description: 'How many issues it has.' })
  issueCount: number;
  @Integer({ min: 0, description: 'How many files show it.' })
  evidenceCount: number;
  @Integer({ min: 0, description: 'For `ifRevision`; 0: there is none yet.' })
  revision: number;
}

@Described('A requirement that an audit asks for.')
export class AskedRequirementDto {
  @Id({ description: REQUIREMENT })
  requirementId: string;
  @Text({ description: NUMBER })
  number: string;
  @Text()
  name: string;
  @Text({ nullable: true, description: 'The name of its level.' })
  level: string | null;
  @Flag({ description: 'Whether it was deleted since: its outcomes stay, and count no more.' })
  isGone: boolean;
}

/** A page of outcomes; or for a grid, all of them without their texts, with what they are of. */
export class OutcomePage {
  @NestedList(() => OutcomeDto, { description: 'None where `view` is `grid`.' })
  outcomes: OutcomeDto[];
  @Nested(() => Pagination)
  pagination: Pagination;
  @NestedList(() => AskedRequirementDto, { optional: true, description: 'Where `view` is `grid`.' })
  requirements?: AskedRequirementDto[];
  @NestedList(() => SampleEntryDto, { optional: true, description: 'Where `view` is `grid`.' })
  sample?: SampleEntryDto[];
  @NestedList(() => OutcomeCellDto, { optional: true, description: 'Where `view` is `grid`.' })
  cells?: OutcomeCellDto[];
}

/** Which outcomes to list. */
export class ListOutcomesQuery extends PageQuery(50) {
  @ChoiceParameter(named('OutcomeView', ['grid'], 'How outcomes are told.'), {
    description: 'All in one answer, without notes; the filters and the page say nothing then.',
  })
  view?: 'grid';
  @IdListParameter({ maxItems: 100 })
  requirementId?: string[];
  @TextParameter({ max: 10, description: ENTRY })
  entry?: string;
  @ChoiceListParameter(OUTCOMES)
  outcome?: Outcome[];
  @TextParameter({ max: 36, description: 'What is assigned to a member: a user id, or `me`.' })
  assigneeId?: string;
}

@Described('What to say of a requirement on an entry; what is absent stays as it is.')
export class DecideOutcome {
  @Id({ description: REQUIREMENT })
  requirementId: string;
  @NumberOr('all', { description: ENTRY })
  entry: string;
  @Choice(OUTCOMES, { optional: true, description: '`untested` takes back what was decided.' })
  outcome?: Outcome;
  @Text({ optional: true, nullable: true, max: 5_000, description: MEANING.note })
  note?: string | null;
  @Text({ optional: true, nullable: true, max: 2_000, description: MEANING.derogation })
  derogation?: string | null;
  @IntegerList({ optional: true, max: MAX_ISSUES, description: 'The numbers of its issues, all of them.' })
  issueNumbers?: number[];
  @IdList({ optional: true, max: MAX_EVIDENCE, description: 'The files of the product that show it, all of them.' })
  evidenceIds?: string[];
  @Integer({ optional: true, min: 0, description: 'The revision that was read: refused where it is another one now.' })
  ifRevision?: number;
  @Flag({ optional: true, description: 'A person takes over what is proposed here, with `outcome` as proposed.' })
  fromProposal?: boolean;
}

/** Outcomes to decide: all or none. */
export class DecideOutcomes {
  @NestedList(() => DecideOutcome, { max: MAX_OUTCOMES })
  outcomes: DecideOutcome[];
}

/** What was decided. */
export class DecidedOutcomes {
  @NestedList(() => OutcomeDto, { description: 'Those of the request, as they are now.' })
  outcomes: OutcomeDto[];
  @Integer({ min: 0, description: 'How many have changed.' })
  changed: number;
}

/** Which outcomes to copy to other entries. */
export class CopyOutcomes {
  @Integer({ min: 1, max: 2_147_483_647, description: 'The number of an entry.' })
  fromEntry: number;
  @IntegerList({ max: 500, description: 'The numbers of other entries.' })
  toEntries: number[];
  @IdList({ optional: true, max: 1_000, description: 'All that are decided there, when absent.' })
  requirementIds?: string[];
}

/** Of which outcomes the history is read. */
export class OutcomeHistoryQuery extends PageQuery(50) {
  @IdParameter()
  requirementId?: string;
  @TextParameter({ max: 10, description: ENTRY })
  entry?: string;
}

@Described('What an outcome was from a moment on.')
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
  @Integer({ min: 1, description: 'Of the outcome, from then on.' })
  revision: number;
}

/** A page of the history of outcomes, the latest first. */
export class OutcomeHistory {
  @NestedList(() => OutcomeChangeDto)
  history: OutcomeChangeDto[];
  @Nested(() => Pagination)
  pagination: Pagination;
}
