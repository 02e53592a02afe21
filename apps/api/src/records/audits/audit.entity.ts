import { named } from '#libs/fields';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';

export const AUDIT_TYPES = named(
  'AuditType',
  ['full', 're_audit', 'small_scope'],
  '`full` covers the standard, `re_audit` reviews earlier failures, `small_scope` covers a part.',
);
export type AuditType = (typeof AUDIT_TYPES)[number];
export const AUDIT_STATUSES = named(
  'AuditStatus',
  ['in_progress', 'completed'],
  'Whether it is completed; only a completed audit is evidence.',
);
export type AuditStatus = (typeof AUDIT_STATUSES)[number];

export const AUDIT_METHODS = named(
  'AuditMethod',
  ['wcag_em', 'rgaa', 'trusted_tester', 'other'],
  'The method: `wcag_em` of the W3C, `rgaa` of the DINUM, `trusted_tester` of the US Department of Homeland Security.',
);
export type AuditMethod = (typeof AUDIT_METHODS)[number];

/** A browser with an assistive technology that an audit is made with. */
export interface BaselineEnvironment {
  browser: string;
  assistiveTechnology: string | null;
}

/** Who makes an audit: a member, or somebody by name. */
export interface Evaluator {
  userId: string | null;
  name: string;
}

/** A person's evaluation of a product against a standard. */
@Entity('audits')
export class Audit {
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
  type: AuditType;

  @Column('text')
  status: AuditStatus;

  @Column('text', { nullable: true })
  title: string | null;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('timestamptz', { nullable: true })
  startedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  completedAt: Date | null;

  /** The effective standard when the audit was made. */
  @Column('uuid', { nullable: true })
  standardId: string | null;

  @Column('uuid', { nullable: true })
  conformanceLevelId: string | null;

  /** What was to be examined. */
  @Column('text', { nullable: true })
  scopeText: string | null;

  @Column('jsonb')
  baseline: BaselineEnvironment[];

  @Column('text', { nullable: true })
  method: AuditMethod | null;

  @Column('jsonb')
  evaluators: Evaluator[];

  @Column('text', { nullable: true })
  executiveSummary: string | null;

  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  /** The user id of a member. */
  @Column('uuid', { nullable: true })
  leadId: string | null;

  /** Whether it may be completed although requirements are untested. */
  @Column('boolean')
  acceptUntested: boolean;

  /** The number of the audit whose failures it looks at again. */
  @Column('int', { nullable: true })
  retestOf: number | null;

  /** The highest number that an entry of its sample has had. */
  @Column('int')
  lastEntry: number;

  @Column('int')
  entryCount: number;

  /** But for untested ones. */
  @Column('int')
  outcomeCount: number;

  /** Requirements whose verdict is untested; 0 where it has neither sample nor outcomes. */
  @Column('int')
  untestedCount: number;

  /**
   * Whether the standard or the level that it was made for has been deleted since: what it covers is not known any
   * more.
   */
  @Column('boolean', { default: false })
  standardRemoved: boolean;

  /** How often people have changed it, from 1. */
  @VersionColumn()
  revision: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
