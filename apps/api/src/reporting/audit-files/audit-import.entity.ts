import { named } from '#libs/fields';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export const IMPORT_STATES = named(
  'AuditImportState',
  ['running', 'finished', 'failed', 'cancelled'],
  'The state of the import; a failed or cancelled import leaves only content changed by people since.',
);
export type ImportState = (typeof IMPORT_STATES)[number];

/** A file whose outcomes were taken into an audit. Its cells are read apart: there are thousands. */
@Entity('audit_imports')
export class AuditImport {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  productId: string;

  @Column('uuid')
  auditId: string;

  /** An `AuditImportFormat`. */
  @Column('text')
  format: string;

  /** Of an API key its owner; null: their account is gone. */
  @Column('uuid', { nullable: true })
  madeByUserId: string | null;

  @Column('text', { nullable: true })
  madeByKeyName: string | null;

  @Column('timestamptz')
  createdAt: Date;

  /** Those that were added to the sample. */
  @Column('jsonb')
  entries: { number: number; name: string }[];

  /** How many outcomes were decided or proposed. */
  @Column('int')
  decided: number;

  @Column('text')
  state: ImportState;

  /** Why it failed: the code of a refusal. */
  @Column('text', { nullable: true })
  failure: string | null;

  /** How many outcomes are to be written; 0: they were at once. */
  @Column('int')
  total: number;

  /** Of how many of these it was decided whether they are. */
  @Column('int')
  written: number;

  /** How many issues it has opened. */
  @Column('int', { default: 0 })
  issueCount: number;

  /** Whether its audit was made for it. */
  @Column('boolean', { default: false })
  madeAudit: boolean;

  @Column('text', { array: true })
  leftOut: string[];

  @Column('timestamptz', { nullable: true })
  undoneAt: Date | null;
}
