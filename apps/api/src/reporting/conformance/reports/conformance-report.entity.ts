import { named } from '#libs/fields';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';
import type { Author, Contact, Country, NamedAddress, Preparer, ReportLanguage } from '../conformance-document.js';

export const REPORT_STATUSES = named(
  'ConformanceReportStatus',
  ['draft', 'published', 'withdrawn'],
  'A draft can be changed; a published report cannot be changed, but withdrawn.',
);
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** A standard that a report covers; null: all of its requirements. */
export interface ChosenStandard {
  standardId: string;
  conformanceLevelId: string | null;
}

/** What an organization says, or is about to say, of how accessible a product is. */
@Entity('conformance_reports')
export class ConformanceReport {
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

  @Column('text')
  status: ReportStatus;

  @Column('text')
  language: ReportLanguage;

  /**
   * Null in a draft whose standard was deleted. What is published keeps it, and the two below, although their rows may
   * be gone.
   */
  @Column('uuid', { nullable: true })
  standardId: string | null;

  @Column('uuid', { nullable: true })
  conformanceLevelId: string | null;

  @Column('uuid', { nullable: true })
  auditId: string | null;

  /** What it covers beside the first; none unless that is a built-in standard. */
  @Column('jsonb')
  furtherStandards: ChosenStandard[];

  /** The audits that it rests on beside the first. */
  @Column('uuid', { array: true })
  furtherAuditIds: string[];

  @Column('text', { nullable: true })
  productVersion: string | null;

  @Column('text', { nullable: true })
  productDescription: string | null;

  @Column('text', { nullable: true })
  scope: string | null;

  @Column('text', { nullable: true })
  methods: string | null;

  @Column('text', { nullable: true })
  notes: string | null;

  /** Why pending findings that speak against "supports" are not triaged. */
  @Column('text', { nullable: true })
  untriagedReason: string | null;

  /** Why it says "supports" of what its audits have as failed or undecided. */
  @Column('text', { nullable: true })
  outcomesReason: string | null;

  @Column('jsonb')
  sample: NamedAddress[];

  @Column('jsonb', { nullable: true })
  contact: Contact | null;

  @Column('jsonb', { nullable: true })
  author: Author | null;

  @Column('text', { nullable: true })
  feedbackUrl: string | null;

  @Column('jsonb', { nullable: true })
  enforcement: NamedAddress | null;

  @Column('jsonb', { nullable: true })
  legislation: NamedAddress | null;

  /** Whose law statements name. */
  @Column('text', { nullable: true })
  country: Country | null;

  @Column('text', { nullable: true })
  serviceOperation: string | null;

  @Column('text', { nullable: true })
  schemaUrl: string | null;

  @Column('text', { nullable: true })
  actionPlanUrl: string | null;

  @Column('text', { array: true })
  technologies: string[];

  @Column('text', { array: true })
  testEnvironments: string[];

  @Column('text', { array: true })
  tools: string[];

  @Column('text', { nullable: true })
  preparedBy: Preparer | null;

  /** Of a draft: an earlier end than the age of its audit would set. */
  @Column('timestamptz', { nullable: true })
  validUntil: Date | null;

  /**
   * The number of the published report that this one was made from. Once published it replaces what stands of all their
   * revisions.
   */
  @Column('int', { nullable: true })
  revisionOf: number | null;

  @Column('timestamptz', { nullable: true })
  supersededAt: Date | null;

  @Column('timestamptz', { nullable: true })
  publishedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  withdrawnAt: Date | null;

  @Column('timestamptz', { nullable: true })
  reviewedAt: Date | null;

  /** Of the frozen document, in hexadecimal digits. */
  @Column('text', { nullable: true })
  sha256: string | null;

  /** Encrypted. */
  @Column('text', { nullable: true })
  publicToken: string | null;

  /** The highest revision of a verdict that was taken back: no revision of a verdict comes twice. */
  @Column('int', { default: 0 })
  takenBack: number;

  /** How often people have changed it, from 1; what they say of requirements has revisions of its own. */
  @VersionColumn()
  revision: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
