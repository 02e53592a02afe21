import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A key that a pipeline got for its token: lives for minutes, and reports to one product. */
@Entity('ingest_passes')
export class IngestPass {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  organizationId: string;

  @Column('uuid')
  productId: string;

  /** The publisher with which it ends. */
  @Column('uuid')
  publisherId: string;

  /** The repository, for the log of changes. */
  @Column('text')
  name: string;

  /** SHA-256 of the whole key. */
  @Column('bytea')
  secretHash: Buffer;

  /** Whether its token was of a pull or merge request. */
  @Column('boolean')
  proposalsOnly: boolean;

  /** The pull or merge request that its token named, the only one that it may report for; null: it named none. */
  @Column('int', { nullable: true })
  proposalNumber: number | null;

  /** Those of the key that made the publisher; null: from anywhere. */
  @Column('text', { array: true, nullable: true })
  allowedAddresses: string[] | null;

  @Column('timestamptz')
  expiresAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
