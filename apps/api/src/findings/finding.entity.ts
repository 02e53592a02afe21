import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

export const FINDING_STATUSES = ['pending', 'confirmed', 'dismissed', 'resolved'] as const;
export type FindingStatus = (typeof FINDING_STATUSES)[number];
export const FINDING_CHANGES = ['new', 'known', 'regressed', 'dismissed', 'resolved'] as const;
export type FindingChange = (typeof FINDING_CHANGES)[number];
export const DISMISSAL_REASONS = ['false_positive', 'accepted', 'third_party', 'not_applicable', 'duplicate'] as const;
export type DismissalReason = (typeof DISMISSAL_REASONS)[number];
/** Fields that people may edit. */
export const EDITABLE_FIELDS = ['title', 'description', 'severity', 'impact'] as const;
export type EditableField = (typeof EDITABLE_FIELDS)[number];
export type FindingRating = 'low' | 'medium' | 'high';

/** A barrier that a scanner reports repeatedly: one rule of one tool failing at one place of a product. */
@Entity('findings')
export class Finding {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  productId: string;

  /** Trimmed and lower-cased: part of the identity. */
  @Column('text')
  tool: string;

  @Column('text')
  ruleId: string;

  @Column('text', { nullable: true })
  selector: string | null;

  /** SHA-256 of `[ruleId, selector]`; unique with product and tool. */
  @Column('bytea', { select: false })
  identity: Buffer;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { nullable: true })
  severity: FindingRating | null;

  @Column('text', { nullable: true })
  impact: FindingRating | null;

  /** As reported. */
  @Column('text', { array: true })
  wcag: string[];

  /** The WCAG criteria that the entries name, as numbers. */
  @Column('text', { array: true })
  criteria: string[];

  @Column('text')
  status: FindingStatus;

  /** The issue it was confirmed as. */
  @Column('uuid', { nullable: true })
  issueId: string | null;

  @Column('text', { nullable: true })
  dismissalReason: DismissalReason | null;

  @Column('text', { nullable: true })
  dismissalComment: string | null;

  /** After this moment a dismissed finding is pending again. */
  @Column('timestamptz', { nullable: true })
  dismissedUntil: Date | null;

  /** When a person last triaged it. */
  @Column('timestamptz', { nullable: true })
  triagedAt: Date | null;

  /** Fields that a person has edited; scans do not overwrite them. */
  @Column('text', { array: true })
  edited: EditableField[];

  @Column('uuid', { nullable: true })
  duplicateOfId: string | null;

  /** How often it came back after being resolved. */
  @Column('int')
  regressionCount: number;

  @Column('uuid', { nullable: true })
  firstActivityId: string | null;

  @Column('uuid', { nullable: true })
  lastActivityId: string | null;

  @Column('uuid', { nullable: true })
  resolvedByActivityId: string | null;

  /** `completedAt` of the earliest run that reported it. */
  @Column('timestamptz')
  firstSeenAt: Date;

  /** `completedAt` of the latest run that reported it. */
  @Column('timestamptz')
  lastSeenAt: Date;

  /** When the latest report arrived, regardless of the `completedAt` of its run. */
  @Column('timestamptz')
  lastReportedAt: Date;

  @Column('timestamptz', { nullable: true })
  resolvedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
