import type { Scope } from '#libs/access';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A key with which a program calls in the name of the member who made it. */
@Entity('api_keys')
export class ApiKey {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  organizationId: string;

  /** Limits the key to one product. */
  @Column('uuid', { nullable: true })
  productId: string | null;

  @Column('text')
  name: string;

  /** The non-secret start of the key. */
  @Column('text')
  displayPrefix: string;

  /** SHA-256 of the whole key. */
  @Column('bytea')
  secretHash: Buffer;

  @Column('text', { array: true })
  scopes: Scope[];

  /** Null for keys made before scopes existed: they may ingest only. */
  @Column('uuid', { nullable: true })
  ownerUserId: string | null;

  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
