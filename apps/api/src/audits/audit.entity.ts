import { named } from '#libs/fields';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';

export const AUDIT_TYPES = named(
  'AuditType',
  ['full', 're_audit', 'small_scope'],
  '`full` covers the standard, `re_audit` looks again at what was found, `small_scope` at a part.',
);
export type AuditType = (typeof AUDIT_TYPES)[number];
export const AUDIT_STATUSES = named(
  'AuditStatus',
  ['in_progress', 'completed'],
  'Whether it is done; only a completed audit is evidence.',
);
export type AuditStatus = (typeof AUDIT_STATUSES)[number];

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

  /** Whether the standard or the level that it was made for has been deleted since: what it covers is not known any more. */
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
