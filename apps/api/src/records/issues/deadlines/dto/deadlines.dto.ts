import { Described, EndOfDay, Flag, Id, Integer, Text, Timestamp } from '#libs/fields';
import type { Issue } from '../../issue.entity.js';

/** Whether deadlines are applied, or only tried. */
export class ApplyDeadlines {
  @Flag({ description: 'Only says what it would do.' })
  dryRun: boolean;
}

/** What deadlines do to open issues. */
export class AppliedDeadlines {
  @Flag({ description: 'Whether it is only said.' })
  dryRun: boolean;
  @Integer({ min: 0, description: 'Open issues that get a date.' })
  dated: number;
  @Integer({ min: 0, description: 'Those that get another date.' })
  moved: number;
  @Integer({ min: 0, description: 'Those that lose a date of deadlines that hold no longer.' })
  cleared: number;
}

/** Until when an issue is accepted, and why. */
export class ExtendIssue {
  @EndOfDay({ description: 'The new date of the issue; it lies ahead.' })
  until: Date;
  @Text({ max: 2000, filled: true, description: 'Why it is accepted; its history keeps that.' })
  reason: string;
}

/** How an issue was accepted for longer. */
@Described('Until when an issue is accepted, by whom and why.')
export class ExtensionDto {
  @Timestamp({ description: 'The date of the issue.' })
  until: Date;
  @Text({ description: 'Why it is accepted.' })
  reason: string;
  @Timestamp({ description: 'When that was decided.' })
  at: Date;
  @Id({ nullable: true, description: 'Who decided; null: a key, or somebody who has left.' })
  userId: string | null;

  /** Null: it was never accepted for longer, or has got another date since. */
  static of({ dueAt, extendedUntil, extendedAt, extensionReason, extendedByUserId }: Issue): ExtensionDto | null {
    if (!extendedUntil || dueAt?.getTime() !== extendedUntil.getTime()) return null;
    return { until: extendedUntil, reason: extensionReason!, at: extendedAt!, userId: extendedByUserId };
  }
}
