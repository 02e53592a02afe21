import { named } from '#libs/fields';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';
import type { Rating } from '../../accounts/organizations/ratings.js';

/** In the order of a risk's life. */
export const RISK_STATUSES = named(
  'RiskStatus',
  ['identified', 'mitigated', 'materialized', 'aged_out'],
  '`materialized`: it became an issue. `aged_out`: no longer relevant.',
);
export type RiskStatus = (typeof RISK_STATUSES)[number];
/** What people may set; `materialized` comes with an issue only. */
export const SETTABLE_RISK_STATUSES = named(
  'SettableRiskStatus',
  ['identified', 'mitigated', 'aged_out'],
  'A status set by people; a risk materializes by an operation of its own.',
);
export type SettableRiskStatus = (typeof SETTABLE_RISK_STATUSES)[number];

/** A barrier that may occur. */
@Entity('risks')
export class Risk {
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

  @Column('text', { nullable: true })
  likelihood: Rating | null;

  @Column('text', { nullable: true })
  impact: Rating | null;

  @Column('text', { nullable: true })
  mitigation: string | null;

  @Column('text')
  status: RiskStatus;

  /** The issue that it became; null again when that issue is deleted. */
  @Column('uuid', { nullable: true })
  issueId: string | null;

  @Column('uuid', { nullable: true })
  createdByUserId: string | null;

  /** How often people have changed it, from 1. */
  @VersionColumn()
  revision: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
