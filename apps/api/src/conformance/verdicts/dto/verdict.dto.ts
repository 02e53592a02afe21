import { Choice, Flag, Id, Integer, Nested, NestedList, Text, Timestamp } from '#libs/fields';
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

const COMPONENT = { name: 'ReportComponent' };
const REASON = { name: 'VerdictReason' };
const LONG_TEXT = { optional: true, nullable: true, max: 10_000 };

/** A record of the product that a verdict rests on. */
class EvidenceDto implements Evidence {
  @Choice(EVIDENCE_KINDS, { name: 'EvidenceKind' })
  kind: EvidenceKind;
  @Integer({ min: 1, max: 2_147_483_647 })
  number: number;
}

/** Who said it. */
class StatedByDto {
  @Id({ nullable: true, description: 'Null where their account is gone.' })
  userId: string | null;
  @Text({ description: 'As it was then.' })
  name: string;
}

/** What is said of a requirement, for one component of the product. */
export class VerdictDto {
  @Id()
  requirementId: string;
  @Choice(COMPONENTS, COMPONENT)
  component: Component;
  @Choice(VERDICTS, { name: 'VerdictValue' })
  verdict: Verdict;
  @Text({ nullable: true })
  remarks: string | null;
  @Choice(REASONS, REASON)
  reason: Reason;
  @Text({ nullable: true })
  alternative: string | null;
  @NestedList(() => EvidenceDto)
  evidence: Evidence[];
  @Flag({ description: 'Whether it was said of the whole group.' })
  fromGroup: boolean;
  @Nested(() => StatedByDto, { nullable: true, description: 'Null: stated with an API key.' })
  statedBy: StatedByDto | null;
  @Timestamp()
  statedAt: Date;
  @Integer({ min: 1, description: 'For `If-Match`.' })
  revision: number;

  static from(row: ConformanceVerdict): VerdictDto {
    const { organizationId: _, reportId: _report, statedByUserId: userId, statedByName: name, ...shown } = row;
    return { ...shown, statedBy: name === null ? null : { userId, name } };
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
  @Choice(COMPONENTS, { ...COMPONENT, optional: true, description: '`web` when absent.' })
  component?: Component;
  @Text(LONG_TEXT)
  remarks?: string | null;
  @Choice(REASONS, { ...REASON, optional: true, description: '`noncompliance` when absent.' })
  reason?: Reason;
  @Text(LONG_TEXT)
  alternative?: string | null;
  @NestedList(() => EvidenceDto, { optional: true, max: 50 })
  evidence?: EvidenceDto[];
}

/** What is to be said of the requirement of the path, instead of what is said. */
export class StateVerdict extends VerdictDetails {
  @Choice(VERDICTS, { name: 'VerdictValue' })
  verdict: Verdict;
}

/** What is to be said of one of several requirements; what is absent stays as it is. */
export class StateVerdictOf extends VerdictDetails {
  @Id()
  requirementId: string;
  @Choice(VERDICTS, { name: 'VerdictValue', nullable: true, description: 'Null takes back what was said.' })
  verdict: Verdict | null;
}

/** What is to be said of several requirements. */
export class StateVerdicts {
  @NestedList(() => StateVerdictOf, { max: 100 })
  verdicts: StateVerdictOf[];
}

/** That a group of requirements does not apply. */
export class StateGroup {
  @Choice(COMPONENTS, { ...COMPONENT, optional: true, description: '`web` when absent.' })
  component?: Component;
  @Choice(['not_applicable'], { optional: true })
  verdict?: 'not_applicable';
  @Text({ max: 10_000, filled: true })
  remarks: string;
}

/** How many verdicts have changed. */
export class UpdatedVerdicts {
  @Integer({ min: 0 })
  updated: number;
}
