import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A token by which the provider of an organization says who belongs to it. */
@Entity('provisioning_tokens')
export class ProvisioningToken {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** Its beginning, which may be shown. */
  @Column('text')
  displayPrefix: string;

  /** SHA-256. */
  @Column('bytea')
  tokenHash: Buffer;

  @Column('timestamptz', { nullable: true, default: null })
  lastUsedAt: Date | null;

  /** The recovery of its maker that has suspended it; null: none. */
  @Column('uuid', { nullable: true, default: null })
  suspendedBy: string | null;

  /** Who made it: it ends with their membership. */
  @Column('uuid', { nullable: true, default: null })
  createdByUserId: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
