import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { Priority, Rating } from './ratings.js';
import type { ModuleName } from './modules.js';

/** Where the logos of organizations are stored. */
export const LOGOS = 'org-logos';

/** In how many days issues are to be done, by how bad and how urgent they are; null: no deadline. */
export interface Deadlines {
  severity: Record<Rating, number | null>;
  priority: Record<Priority, number | null>;
}

/** The tenant: people, products and everything below belong to exactly one. */
@Entity('organizations')
export class Organization {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  slug: string;

  /** Slugs that it had: they lead to it, and nobody else gets them. The newest first. */
  @Column('text', { array: true, default: [] })
  formerSlugs: string[];

  @Column('text', { nullable: true })
  logo: string | null;

  @Column('jsonb', { nullable: true })
  metadata: Record<string, unknown> | null;

  @Column('uuid', { nullable: true })
  standardId: string | null;

  @Column('uuid', { nullable: true })
  conformanceLevelId: string | null;

  /** Months between full audits; null: no schedule. */
  @Column('smallint', { nullable: true })
  auditFrequency: number | null;

  /** In how many days issues are to be done; null: no deadlines. */
  @Column('jsonb', { nullable: true })
  deadlines: Deadlines | null;

  /** What its conformance reports end with: too long to be read with each request (`withLegalDisclaimer`). */
  @Column('text', { nullable: true, select: false })
  legalDisclaimer: string | null;

  /** In which its days begin and end, such as `Europe/Berlin`. */
  @Column('text', { default: 'UTC' })
  timeZone: string;

  @Column('text', { array: true })
  enabledModules: ModuleName[];

  /** Whether members must have passed a second factor. */
  @Column('boolean', { default: false })
  requireTwoFactor: boolean;

  /**
   * Whether people must have proved lately who they are to make keys and name owners; null: as the installation has it.
   */
  @Column('boolean', { nullable: true })
  requireFreshProof: boolean | null;

  /** Whether people must have come in by its provider. */
  @Column('boolean', { default: false })
  requireProvider: boolean;

  /** Whether who has come in by its provider needs no second factor in it. */
  @Column('boolean', { default: false })
  providerCountsAsFactor: boolean;

  /** Since when an operator lets nothing be changed in it; null: not. */
  @Column('timestamptz', { nullable: true })
  suspendedAt: Date | null;

  /**
   * Whose work its work counts as, of the person who made it: written once, so that nobody burdens another or splits
   * their own; null: its own.
   */
  @Column('uuid', { nullable: true })
  account: string | null;

  /** Until that person has proved an address: a hash of the network that they came from, which it counts as. */
  @Column('text', { nullable: true })
  accountNetwork: string | null;

  /** Whether its admins are to be told which letters another formula has changed. */
  @Column('boolean', { default: false, select: false })
  formulaNoticeDue: boolean;

  /** Since when it is deleted, and only kept so that it can be brought back; null: it is not. */
  @Column('timestamptz', { nullable: true, select: false })
  deletedAt: Date | null;

  /** The slugs that it had then; `slug` is its id meanwhile. */
  @Column('text', { array: true, nullable: true, select: false })
  deletedSlugs: string[] | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
