import { named } from '#libs/fields';
import {
  Column,
  CreateDateColumn,
  Entity,
  PrimaryColumn,
  UpdateDateColumn,
  VersionColumn,
  VirtualColumn,
} from 'typeorm';

export const FINDING_STATUSES = named(
  'FindingStatus',
  ['pending', 'confirmed', 'dismissed', 'resolved'],
  '`pending` awaits triage; `confirmed` has an issue; `dismissed` until `dismissedUntil`; `resolved`: no main line has it.',
);
export type FindingStatus = (typeof FINDING_STATUSES)[number];
export const FINDING_CHANGES = ['new', 'known', 'regressed', 'spread', 'dismissed', 'resolved'] as const;
export type FindingChange = (typeof FINDING_CHANGES)[number];
export const DISMISSAL_REASONS = named('DismissalReason', [
  'false_positive',
  'accepted',
  'third_party',
  'not_applicable',
  'duplicate',
]);
export type DismissalReason = (typeof DISMISSAL_REASONS)[number];
/** Fields that people may edit. */
export const EDITABLE_FIELDS = named('EditableField', ['title', 'description', 'severity', 'impact']);
export type EditableField = (typeof EDITABLE_FIELDS)[number];
export type FindingRating = 'low' | 'medium' | 'high';

// Whoever selects findings gives their organization as the first parameter: an engine that spreads organizations over
// machines does not see through the column of another row.
const ofTracks = (finding: string, column: string): string => `
  SELECT max(t.${column}) FROM finding_tracks t
  WHERE t.organization_id = $1 AND t.product_id = ${finding}.product_id AND t.number = ANY (${finding}.tracks)`;

const latest = (finding: string, stored: string, ofTrack: string): string =>
  `greatest(${finding}.${stored}, (${ofTracks(finding, ofTrack)}))`;

/**
 * In SQL: `completedAt` of the latest run that reported a finding. A run that repeats its streak moves the streak and
 * no finding, so the row tells it only where no streak does.
 */
export const lastSeenAt = (finding: string): string => latest(finding, 'last_seen_at', 'moment');

/** The same to order all findings of a list by: many of them share their streaks. */
export const LAST_SEEN_OF_LIST = {
  shared: ofTracks('l', 'moment'),
  value: 'greatest(l.last_seen_at, common.shared)',
};

/** In SQL: when the latest report of a finding arrived. */
export const lastReportedAt = (finding: string): string => latest(finding, 'last_reported_at', 'arrived_at');

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

  /** Former selectors, the latest first. */
  @Column('text', { array: true })
  aliases: string[];

  /** Of `ruleId` and the first selector; unique with product and tool. */
  @Column('uuid', { select: false })
  identity: string;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { nullable: true })
  severity: FindingRating | null;

  @Column('text', { nullable: true })
  impact: FindingRating | null;

  /** Somebody has commented on it. */
  @Column('boolean', { select: false })
  commented: boolean;

  /** As reported. */
  @Column('text', { array: true })
  wcag: string[];

  /** The criteria that the entries name: numbers of WCAG, and `rgaa:1.1` of the RGAA. */
  @Column('text', { array: true })
  criteria: string[];

  /** The HTML that its tool quotes. */
  @Column('text', { nullable: true })
  snippet: string | null;

  /** Where its tool explains the rule. */
  @Column('text', { nullable: true })
  helpUrl: string | null;

  /** Of its element and criterion: findings of several tools with the same may be one barrier. */
  @Column('uuid', { nullable: true })
  groupKey: string | null;

  /**
   * The tool could not decide. Part of the identity: it is another record than a failure of the same rule and place.
   */
  @Column('boolean')
  needsReview: boolean;

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

  /**
   * When people last opened it, its issue was deleted, or the service was upgraded to count how long it waits; null:
   * none of it.
   */
  @Column('timestamptz', { nullable: true })
  waitsFrom: Date | null;

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

  /** The run that made the record. */
  @Column('int', { select: false })
  raisedNumber: number;

  /** A main line has reported it. */
  @Column('boolean')
  landed: boolean;

  /** The numbers of the lines it is present in: main lines if it has landed, else proposals. */
  @Column('int', { array: true, select: false })
  present: number[];

  /** A person has opened it while it was present nowhere, and no run has said otherwise since. */
  @Column('boolean', { name: 'held', select: false })
  keptOpen: boolean;

  /** Since when it counts as absent; null: it is present somewhere, or a person holds it open. */
  @Column('timestamptz', { nullable: true })
  absentAt: Date | null;

  /** The streaks whose last runs reported it. */
  @Column('int', { array: true, select: false })
  tracks: number[];

  /** `completedAt` of the earliest run that reported it. */
  @Column('timestamptz')
  firstSeenAt: Date;

  /** `completedAt` of the latest run that reported it. */
  @VirtualColumn({ type: 'timestamptz', query: (finding) => `SELECT ${lastSeenAt(finding)}` })
  lastSeenAt: Date;

  @Column('timestamptz', { nullable: true })
  resolvedAt: Date | null;

  /** How often people have changed it, from 1. */
  @VersionColumn()
  revision: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
