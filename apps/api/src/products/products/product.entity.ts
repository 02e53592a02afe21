import { named } from '#libs/fields';
import type { Deadlines } from '../../accounts/organizations/organization.entity.js';
import { PRODUCT_KINDS, type ProductKind } from '../../standards/catalogue/applies-to.js';
import type { Feature } from '../../standards/catalogue/features.js';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';

export const PRODUCT_TYPES = named('ProductType', PRODUCT_KINDS, 'The product type.');
export type ProductType = ProductKind;

/**
 * A rule of a product for which addresses are one page, such as `/products/:id`: `:id` is one segment, `**` the rest.
 * Of the query the names in `query` count.
 */
export interface PageRule {
  path: string;
  query?: string[] | null;
}

/** A digital product whose accessibility is tracked. */
@Entity('products')
export class Product {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** From the name; unique in the organization. */
  @Column('text')
  slug: string;

  /** Slugs that it had: they lead to it, and nobody else gets them. The newest first. */
  @Column('text', { array: true, default: [] })
  formerSlugs: string[];

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text')
  type: ProductType;

  /** What it has beside what its type says: decides which requirements apply. */
  @Column('text', { array: true })
  features: Feature[];

  /** Requirements that do not apply to it and shall. */
  @Column('uuid', { array: true })
  drawnIn: string[];

  /** Null: the organization's. */
  @Column('uuid', { nullable: true })
  standardId: string | null;

  /** Null: the organization's, where its standard is the effective one. */
  @Column('uuid', { nullable: true })
  conformanceLevelId: string | null;

  /** Months between full audits; null: the organization's; 0: no schedule. */
  @Column('smallint', { nullable: true })
  auditFrequency: number | null;

  /** Which addresses are one page: the first that fits. */
  @Column('jsonb')
  pageRules: PageRule[];

  /** The user id of a member. */
  @Column('uuid', { nullable: true })
  responsiblePersonId: string | null;

  /** Its own deadlines for issues, beside those of its organization; null: none. */
  @Column('jsonb', { nullable: true })
  deadlines: Deadlines | null;

  /** The team that it belongs to; roles stay as they are. */
  @Column('uuid', { nullable: true })
  teamId: string | null;

  @Column('timestamptz', { nullable: true })
  archivedAt: Date | null;

  /** How often people have changed it, from 1. */
  @VersionColumn()
  revision: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
