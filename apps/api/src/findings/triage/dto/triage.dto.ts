import {
  CheckTogether,
  Choice,
  Described,
  EndOfDay,
  Flag,
  FlagParameter,
  Id,
  IdList,
  Integer,
  Nested,
  NestedList,
  Text,
  Timestamp,
} from '#libs/fields';
import { revisionFaults } from '../../../platform/lists/as-seen.js';
import { BulkUpdated, SeenRevisions } from '../../../platform/lists/bulk.dto.js';
import { RecordNumber } from '../../../platform/lists/shared-fields.js';
import { IssueDto } from '../../../records/issues/dto/issue.dto.js';
import { Effort, Impact, PriorityField, Severity } from '../../../records/issues/dto/ratings.js';
import type { Priority, Rating } from '../../../accounts/organizations/ratings.js';
import { TITLE_LENGTH } from '../../../products/products/title-length.js';
import { DISMISSAL_REASONS, type DismissalReason } from '../finding.entity.js';
import { TRIAGE_ACTIONS, type TriageAction } from '../lifecycle.js';
import { DetailedFindingDto, FindingEnvelope } from './finding-details.dto.js';
import { FindingFilter } from './finding-filter.dto.js';

const COMMENT = 'The reason, for later readers.';
const DUPLICATE_OF_ID = 'The finding of the same product that it duplicates.';

const RATING = { optional: true, nullable: true };
const ISSUE_NUMBER = {
  optional: true,
  min: 1,
  max: 2_147_483_647,
  description: 'Links this issue of the product instead of creating one.',
};
const MOST_AREAS = 100;
const AREA_IDS = { optional: true, description: 'Areas of the product, for the new issue.' };
const UNTIL = { optional: true, nullable: true, description: 'The day after which the finding is pending again.' };
const DUPLICATE_OF = {
  optional: true,
  nullable: true,
  description: 'The finding of the same product that it duplicates.',
};

/** How a finding becomes an issue; everything is taken from the finding unless it is said here. */
export class ConfirmFinding {
  @Integer(ISSUE_NUMBER)
  issueNumber?: number;
  @IdList({ ...AREA_IDS, max: MOST_AREAS })
  areaIds?: string[];
  @Text({ optional: true, max: TITLE_LENGTH, filled: true })
  title?: string;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
  @Severity(RATING)
  severity?: Rating | null;
  @Impact(RATING)
  impact?: Rating | null;
  @Effort(RATING)
  effort?: Rating | null;
  @PriorityField(RATING)
  priority?: Priority | null;
}

@Described('A decision, reversible for 24 hours.')
export class DecisionDto {
  @Id()
  id: string;
}

const DECISION = { nullable: true, description: 'The id for reversing the decision; null if nothing was changed.' };

/** A finding and what was decided of it. */
export class DecidedFinding extends FindingEnvelope {
  @Nested(() => DecisionDto, DECISION)
  decision: DecisionDto | null;
}

/** A confirmed finding with the issue that it became. */
export class ConfirmedFinding {
  @Nested(() => DecisionDto, DECISION)
  decision: DecisionDto | null;
  @Nested(() => DetailedFindingDto)
  finding: DetailedFindingDto;
  @Nested(() => IssueDto)
  issue: IssueDto;
}

/** Why a finding is nothing to deal with. */
export class DismissFinding {
  @Choice(DISMISSAL_REASONS)
  reason: DismissalReason;
  @Text({ optional: true, nullable: true, max: 2000, description: COMMENT })
  comment?: string | null;
  @EndOfDay(UNTIL)
  until?: Date | null;
  @Id({ ...DUPLICATE_OF, description: DUPLICATE_OF_ID })
  duplicateOfId?: string | null;
}

/** Better words for a finding; scans leave what is said here alone. */
export class UpdateFinding {
  @Text({ optional: true, max: 300, filled: true })
  title?: string;
  @Text({ optional: true, nullable: true, max: 5000 })
  description?: string | null;
  @Severity(RATING)
  severity?: Rating | null;
  @Impact(RATING)
  impact?: Rating | null;
}

/** What to do with many findings, with the fields of that action. */
@Described('The decision for the findings.')
export class BulkTriageData {
  @Choice(TRIAGE_ACTIONS)
  action: TriageAction;
  @Choice(DISMISSAL_REASONS, { optional: true, description: 'Required to dismiss.' })
  reason?: DismissalReason;
  @Text({ optional: true, nullable: true, max: 2000, description: COMMENT })
  comment?: string | null;
  @EndOfDay(UNTIL)
  until?: Date | null;
  @Id({ ...DUPLICATE_OF, description: DUPLICATE_OF_ID })
  duplicateOfId?: string | null;
  @Integer(ISSUE_NUMBER)
  issueNumber?: number;
  @Flag({
    optional: true,
    description: 'Creates a single issue for all findings, which must be of one product, instead of one for each.',
  })
  asOne?: boolean;
  @IdList({ ...AREA_IDS, max: MOST_AREAS })
  areaIds?: string[];
  @Severity(RATING)
  severity?: Rating | null;
  @Impact(RATING)
  impact?: Rating | null;
  @Effort(RATING)
  effort?: Rating | null;
  @PriorityField(RATING)
  priority?: Priority | null;
}

/** Which findings, and what to do with all of them. */
@CheckTogether<BulkTriage>(({ ids, filter, expected, revisions, seenAt }) => {
  if ((ids === undefined) === (filter === undefined))
    return [{ path: '/ids', code: 'required', message: 'name the findings either by ids or by a filter' }];
  return ids !== undefined && expected !== undefined
    ? [{ path: '/expected', code: 'not_applicable', message: 'expected is allowed only with a filter' }]
    : ids !== undefined && seenAt !== undefined
      ? [{ path: '/seenAt', code: 'not_applicable', message: 'use seenAt with a filter, and revisions with ids' }]
      : revisionFaults({ ids, revisions });
})
export class BulkTriage {
  @IdList({ optional: true, min: 1, max: 100, description: 'Ids of records of this organization.' })
  ids?: string[];
  @SeenRevisions()
  revisions?: number[];
  @Nested(() => FindingFilter, { optional: true })
  filter?: FindingFilter;
  @Integer({
    optional: true,
    min: 0,
    description:
      'The number of findings that match the filter; with any other number, nothing is changed (409). Optional for a dry run.',
  })
  expected?: number;
  @Timestamp({
    optional: true,
    description: 'The time at which you read the findings of the filter. Findings with a later decision are skipped.',
  })
  seenAt?: Date;
  @Nested(() => BulkTriageData)
  data: BulkTriageData;
}

/** The answer to triage in bulk. */
export class BulkDecided extends BulkUpdated {
  @Nested(() => DecisionDto, DECISION)
  decision: DecisionDto | null;
}

@Described('An issue created by the decision and kept, because it has been edited or has other confirmed findings.')
export class KeptIssueDto {
  @Id()
  id: string;
  @Id()
  productId: string;
  @RecordNumber()
  number: number;
  @Text()
  title: string;
}

/** What became of a decision that was taken back. */
export class UndoneDecision {
  @Integer({ min: 0, description: 'The number of restored findings.' })
  undone: number;
  @NestedList(() => KeptIssueDto, {
    description:
      'Issues created by the decision and kept, because they have been edited or have other confirmed findings.',
  })
  kept: KeptIssueDto[];
  @IdList({
    description: 'Findings not restored, because of a later decision or a deleted record.',
  })
  skipped: string[];
}

/** Options of triage in bulk. */
export class BulkTriageQuery {
  @FlagParameter({ default: false, description: 'Return the number of affected findings without changing them.' })
  dryRun: boolean = false;
}
