import { Choice, Described, Id, Integer, Nested, Text, Timestamp } from '#libs/fields';
import { IssueDto } from '../../issues/dto/issue.dto.js';
import { Effort, Impact, PriorityField, Severity } from '../../issues/dto/ratings.js';
import { type Priority, type Rating } from '../../issues/issue.entity.js';
import { BulkIds } from '../../lists/bulk.dto.js';
import { TITLE_LENGTH } from '../../products/title-length.js';
import { DISMISSAL_REASONS, type DismissalReason } from '../finding.entity.js';
import { TRIAGE_ACTIONS, type TriageAction } from '../lifecycle.js';
import { DetailedFindingDto } from './finding.dto.js';

const COMMENT = 'Why, for those who read it later.';
const DUPLICATE_OF_ID = 'The finding of the same product that it repeats.';

const RATING = { optional: true, nullable: true };
const ISSUE_NUMBER = {
  optional: true,
  min: 1,
  max: 2_147_483_647,
  description: 'Links this issue of the product instead of creating one.',
};
const UNTIL = { optional: true, nullable: true, description: 'After this moment the finding is pending again.' };
const DUPLICATE_OF = {
  optional: true,
  nullable: true,
  description: 'The finding of the same product that it repeats.',
};

/** How a finding becomes an issue; everything is taken from the finding unless it is said here. */
export class ConfirmFinding {
  @Integer(ISSUE_NUMBER)
  issueNumber?: number;
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

/** A confirmed finding with the issue that it became. */
export class ConfirmedFinding {
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
  @Timestamp(UNTIL)
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
@Described('What is decided of the findings.')
export class BulkTriageData {
  @Choice(TRIAGE_ACTIONS)
  action: TriageAction;
  @Choice(DISMISSAL_REASONS, { optional: true, description: 'Required to dismiss.' })
  reason?: DismissalReason;
  @Text({ optional: true, nullable: true, max: 2000, description: COMMENT })
  comment?: string | null;
  @Timestamp(UNTIL)
  until?: Date | null;
  @Id({ ...DUPLICATE_OF, description: DUPLICATE_OF_ID })
  duplicateOfId?: string | null;
  @Integer(ISSUE_NUMBER)
  issueNumber?: number;
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
export class BulkTriage extends BulkIds {
  @Nested(() => BulkTriageData)
  data: BulkTriageData;
}
