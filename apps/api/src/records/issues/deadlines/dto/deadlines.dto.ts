import { Described, EndOfDay, Flag, Id, Integer, Text, Timestamp } from '#libs/fields';
import type { Issue } from '../../issue.entity.js';

/** Whether deadlines are applied, or only tried. */
export class ApplyDeadlines {
  @Flag({ description: 'Preview only; nothing is changed.' })
  dryRun: boolean;
}

/** What deadlines do to open issues. */
export class AppliedDeadlines {
  @Flag({ description: 'Whether this was a preview.' })
  dryRun: boolean;
  @Integer({ min: 0, description: 'Open issues that get a date.' })
  dated: number;
  @Integer({ min: 0, description: 'Open issues that get another date.' })
  moved: number;
  @Integer({ min: 0, description: 'Open issues that lose the date of a removed deadline.' })
  cleared: number;
}

/** Until when an issue is accepted, and why. */
export class ExtendIssue {
  @EndOfDay({ description: 'The new date of the issue, in the future.' })
  until: Date;
  @Text({ max: 2000, filled: true, description: 'The reason, kept in the history of the issue.' })
  reason: string;
}

/** How an issue was accepted for longer. */
@Described('An accepted extension of the due date of an issue.')
export class ExtensionDto {
  @Timestamp({ description: 'The date of the issue.' })
  until: Date;
  @Text({ description: 'The reason for accepting it.' })
  reason: string;
  @Timestamp({ description: 'The time of the decision.' })
  at: Date;
  @Id({ nullable: true, description: 'The deciding user; null for API keys and former members.' })
  userId: string | null;

  /** Null: it was never accepted for longer, or has got another date since. */
  static of({ dueAt, extendedUntil, extendedAt, extensionReason, extendedByUserId }: Issue): ExtensionDto | null {
    if (!extendedUntil || dueAt?.getTime() !== extendedUntil.getTime()) return null;
    return { until: extendedUntil, reason: extensionReason!, at: extendedAt!, userId: extendedByUserId };
  }
}
