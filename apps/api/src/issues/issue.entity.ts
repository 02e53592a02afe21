import { named } from '#libs/fields';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';

export const ISSUE_STATES = named('IssueState', ['open', 'closed'], 'Whether the barrier is still there.');
export type IssueState = (typeof ISSUE_STATES)[number];
/** Lowest first. */
export const RATINGS = named('Rating', ['low', 'medium', 'high'], 'How much of it: `low`, `medium` or `high`.');
export type Rating = (typeof RATINGS)[number];
/** Lowest first. */
export const PRIORITIES = named('Priority', ['low', 'medium', 'high', 'critical'], 'How soon people want it done.');
export type Priority = (typeof PRIORITIES)[number];
export const ISSUE_SOURCES = named(
  'IssueSource',
  ['internal', 'external'],
  '`external`: it stands for an issue elsewhere, at `sourceUrl`.',
);
export type IssueSource = (typeof ISSUE_SOURCES)[number];

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

  @Column('timestamptz', { nullable: true })
  closedAt: Date | null;

  /** How often people have changed it, from 1. */
  @VersionColumn()
  revision: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
