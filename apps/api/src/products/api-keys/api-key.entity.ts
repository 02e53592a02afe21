import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Scope } from '../../platform/http/policy.js';

/** In SQL: whether a key is good: neither revoked nor suspended nor ended by itself. */
export const isLive = (key: string): string =>
  `(${key}.revoked_at IS NULL AND ${key}.suspended_by IS NULL AND (${key}.expires_at IS NULL OR ${key}.expires_at > now()))`;

// A write per call would be too slow.
const RECORD_USE_EVERY_S = 60;

/** In SQL: whether `last_used_at` of a key is due for an update: at most once a minute. */
export const isUseDue = (key: string): string =>
  `(${key}.last_used_at IS NULL OR ${key}.last_used_at < now() - interval '${RECORD_USE_EVERY_S} seconds')`;

/** An API key: lets a program act on behalf of the member who created it. */
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

  /** Null for keys from before scopes existed, which may only ingest. */
  @Column('uuid', { nullable: true })
  ownerUserId: string | null;

  /** The key that created this one, and whose revocation revokes it; null: a person created it. */
  @Column('uuid', { nullable: true })
  parentId: string | null;

  /** When the key expires; null: never. */
  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** The addresses and CIDR blocks from which it may be used; null: from anywhere. */
  @Column('text', { array: true, nullable: true })
  allowedAddresses: string[] | null;

  /** Where the last write of this key ends in the log of the database. */
  @Column('text', { nullable: true })
  writtenTo: string | null;

  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  /** The recovery that has suspended it; null: none. */
  @Column('uuid', { nullable: true, default: null })
  suspendedBy: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
