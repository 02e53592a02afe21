import { named } from '#libs/fields';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';
import type { Priority, Rating } from '../../accounts/organizations/ratings.js';

export const ISSUE_STATES = named('IssueState', ['open', 'closed'], 'Whether the barrier still exists.');
export type IssueState = (typeof ISSUE_STATES)[number];
export const ISSUE_SOURCES = named(
  'IssueSource',
  ['internal', 'external'],
  '`external`: it represents an issue in another system, at `sourceUrl`.',
);
export type IssueSource = (typeof ISSUE_SOURCES)[number];

export const DUE_SET_BY = named(
  'DueSetBy',
  ['person', 'rule'],
  'The origin of the due date: a person, or a deadline of the settings.',
);
export type DueSetBy = (typeof DUE_SET_BY)[number];

/** A barrier that people have decided to deal with. */
@Entity('issues')
export class Issue {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  productId: string;

  /** Sequential in the product. */
  @Column('int')
  number: number;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text')
  state: IssueState;

  @Column('text', { nullable: true })
  severity: Rating | null;

  @Column('text', { nullable: true })
  impact: Rating | null;

  @Column('text', { nullable: true })
  effort: Rating | null;

  @Column('text', { nullable: true })
  priority: Priority | null;

  @Column('text')
  source: IssueSource;

  @Column('text', { nullable: true })
  sourceUrl: string | null;

  @Column('text', { nullable: true })
  sourceId: string | null;

  /** The WCAG criteria as reported. */
  @Column('text', { array: true })
  wcag: string[];

  @Column('uuid', { nullable: true })
  auditId: string | null;

  @Column('uuid', { nullable: true })
  testActivityId: string | null;

  @Column('uuid', { nullable: true })
  createdByUserId: string | null;

  /** The user id of the member who does it. */
  @Column('uuid', { nullable: true })
  assigneeId: string | null;

  /** Null: that of its product, if it has one. */
  @Column('uuid', { nullable: true })
  teamId: string | null;

  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  @Column('text', { nullable: true })
  dueSetBy: DueSetBy | null;

  @Column('timestamptz', { nullable: true })
  closedAt: Date | null;

  /** The person who closed it; null: nobody, or a tracker or a key did. */
  @Column('uuid', { nullable: true })
  closedByUserId: string | null;

  /** When it was last reopened: deadlines begin with that moment. */
  @Column('timestamptz', { nullable: true })
  reopenedAt: Date | null;

  /** Until when somebody has accepted it; its date, unless that was changed since. */
  @Column('timestamptz', { nullable: true })
  extendedUntil: Date | null;

  @Column('timestamptz', { nullable: true })
  extendedAt: Date | null;

  @Column('uuid', { nullable: true })
  extendedByUserId: string | null;

  @Column('text', { nullable: true })
  extensionReason: string | null;

  /** How often it has changed, from 1. */
  @VersionColumn()
  revision: number;

  /** The revision up to which nobody has changed it: it was made then, or lost the run that reported it. */
  @Column('int', { default: 1 })
  untouchedRevision: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
