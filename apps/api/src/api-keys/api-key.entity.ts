import type { Scope } from '#libs/access';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** In SQL: whether a key is good: neither revoked nor ended by itself. */
export const isLive = (key: string): string =>
  `(${key}.revoked_at IS NULL AND (${key}.expires_at IS NULL OR ${key}.expires_at > now()))`;

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

  /** The key that made this one, and with which it ends; null: a person made it. */
  @Column('uuid', { nullable: true })
  parentId: string | null;

  /** When the key ends by itself; null: never. */
  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** The addresses and CIDR blocks from which it may be used; null: from anywhere. */
  @Column('text', { array: true, nullable: true })
  allowedAddresses: string[] | null;

  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
