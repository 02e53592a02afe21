import { Choice, Described, fieldsOf, Flag, Id, Integer, Nested, NestedList, Text, Timestamp } from '#libs/fields';
import { RecordNumber } from '../../../../platform/lists/shared-fields.js';
import {
  type Component,
  COMPONENTS,
  EVIDENCE_KINDS,
  type EvidenceKind,
  type Reason,
  REASONS,
  type Verdict,
  VERDICTS,
} from '../../statement-terms.js';
import type { ConformanceVerdict, Evidence } from '../conformance-verdict.entity.js';

const REQUIREMENT_ID = 'The id of a requirement of its standard.';
const ALTERNATIVE = 'An alternative for users.';
const REMARKS = 'For readers: the failures and affected users, or the reason that it does not apply.';

const PLAIN = 'For statements: a description of the problem in plain words.';
const BURDEN = 'For statements: the reason that compliance is a disproportionate burden.';

const LONG_TEXT = { optional: true, nullable: true, max: 10_000 };

@Described('A record that supports a verdict.')
class EvidenceDto implements Evidence {
  @Choice(EVIDENCE_KINDS)
  kind: EvidenceKind;
  @RecordNumber({ max: 2_147_483_647 })
  number: number;
}

/** Who said it. */
@Described('The author of a verdict.')
class StatedByDto {
  @Id({ nullable: true, description: 'Null for deleted accounts.' })
  userId: string | null;
  @Text({ description: 'The name at that time.' })
  name: string;
}

@Described('The verdict on a requirement, for one component of the product.')
export class VerdictDto {
  @Id({ description: REQUIREMENT_ID })
  requirementId: string;
  @Choice(COMPONENTS)
  component: Component;
  @Choice(VERDICTS)
  verdict: Verdict;
  @Text({ nullable: true, description: REMARKS })
  remarks: string | null;
  @Choice(REASONS)
  reason: Reason;
  @Text({ nullable: true, description: ALTERNATIVE })
  alternative: string | null;
  @Text({ nullable: true, description: PLAIN })
  plainDescription: string | null;
  @Text({ nullable: true, description: BURDEN })
  burdenAssessment: string | null;
  @NestedList(() => EvidenceDto)
  evidence: Evidence[];
  @Flag({ description: 'Whether it was stated for the whole group.' })
  fromGroup: boolean;
  @Nested(() => StatedByDto, { nullable: true, description: 'Null if stated with an API key or imported.' })
  statedBy: StatedByDto | null;
  @Timestamp({ description: 'The time of the last statement.' })
  statedAt: Date;
  @Integer({ min: 1, description: 'For `If-Match`.' })
  revision: number;

  static from(verdict: ConformanceVerdict): VerdictDto {
    const { statedByUserId: userId, statedByName: name } = verdict;
    return { ...fieldsOf(VerdictDto, verdict), statedBy: name === null ? null : { userId, name } };
  }
}

/** One verdict; null in a refusal where there is none. */
export class VerdictEnvelope {
  @Nested(() => VerdictDto, { nullable: true })
  verdict: VerdictDto | null;
}

/** All that is said in a report. */
export class VerdictList {
  @NestedList(() => VerdictDto)
  verdicts: VerdictDto[];
}

/** What is to be said of a requirement, beside the verdict. */
class VerdictDetails {
  @Choice(COMPONENTS, { optional: true, description: 'If absent, `web`.' })
  component?: Component;
  @Text({ ...LONG_TEXT, description: REMARKS })
  remarks?: string | null;
  @Choice(REASONS, { optional: true, description: 'If absent, `noncompliance`.' })
  reason?: Reason;
  @Text({ ...LONG_TEXT, description: ALTERNATIVE })
  alternative?: string | null;
  @Text({ ...LONG_TEXT, max: 2_000, description: PLAIN })
  plainDescription?: string | null;
  @Text({ ...LONG_TEXT, max: 2_000, description: BURDEN })
  burdenAssessment?: string | null;
  @NestedList(() => EvidenceDto, { optional: true, max: 50 })
  evidence?: EvidenceDto[];
}

/** What is to be said of the requirement of the path, instead of what is said. */
export class StateVerdict extends VerdictDetails {
  @Choice(VERDICTS)
  verdict: Verdict;
}

/** What is to be said of one of several requirements; what is absent stays as it is. */
@Described('A verdict on one requirement; absent fields are kept.')
export class StateVerdictOf extends VerdictDetails {
  @Id({ description: REQUIREMENT_ID })
  requirementId: string;
  @Choice(VERDICTS, { nullable: true, description: 'Null removes the verdict.' })
  verdict: Verdict | null;
}

// All of any standard at once: the RGAA has 106, EN 301 549 more.
const MOST_VERDICTS = 500;

/** What is to be said of several requirements. */
export class StateVerdicts {
  @NestedList(() => StateVerdictOf, { max: MOST_VERDICTS })
  verdicts: StateVerdictOf[];
}

/** That a group of requirements does not apply. */
export class StateGroup {
  @Choice(COMPONENTS, { optional: true, description: 'If absent, `web`.' })
  component?: Component;
  @Choice(['not_applicable'], { optional: true })
  verdict?: 'not_applicable';
  @Text({ max: 10_000, filled: true, description: REMARKS })
  remarks: string;
}

/** How many verdicts have changed. */
export class UpdatedVerdicts {
  @Integer({ min: 0, description: 'The number of changed verdicts.' })
  updated: number;
}
