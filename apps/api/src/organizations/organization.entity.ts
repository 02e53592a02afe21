import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { ModuleName } from './modules.js';

/** Where the logos of organizations are stored. */
export const LOGOS = 'org-logos';

/** The tenant: people, products and everything below belong to exactly one. */
@Entity('organizations')
export class Organization {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  slug: string;

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

  /** What its conformance reports end with: too long to be read with each request (`withLegalDisclaimer`). */
  @Column('text', { nullable: true, select: false })
  legalDisclaimer: string | null;

  @Column('text', { array: true })
  enabledModules: ModuleName[];

  /** Whether members must have passed a second factor. */
  @Column('boolean', { default: false })
  requireTwoFactor: boolean;

  /** Whether people must have proved lately who they are to make keys and name owners; null: as the installation has it. */
  @Column('boolean', { nullable: true })
  requireFreshProof: boolean | null;

  /** Whose work its work counts as, of the person who made it: written once, so that nobody burdens another or splits their own; null: its own. */
  @Column('uuid', { nullable: true })
  account: string | null;

  /** Until that person has proved an address: a hash of the network that they came from, which it counts as. */
  @Column('text', { nullable: true })
  accountNetwork: string | null;

  /** Whether its admins are to be told which letters another formula has changed. */
  @Column('boolean', { default: false, select: false })
  formulaNoticeDue: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
