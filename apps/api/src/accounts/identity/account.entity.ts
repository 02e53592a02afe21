import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** The provider of accounts whose password is stored here. */
export const CREDENTIAL = 'credential';

/** The provider of accounts at the OpenID provider. */
export const OIDC = 'oidc';

/** The provider of accounts at the provider of an organization. */
export const ORGANIZATION = 'organization';

/**
 * One way for a person to sign in: a password stored here, or a subject of an OpenID provider, or of the provider of an
 * organization.
 */
@Entity('accounts')
export class Account {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  userId: string;

  @Column('text')
  provider: string;

  /** Of `organization`: whose provider it is. Two organizations may name the same issuer. */
  @Column('uuid', { nullable: true, default: null })
  organizationId: string | null;

  /** The provider's issuer, normalized; null for `credential`. */
  @Column('text', { nullable: true })
  issuer: string | null;

  /** The user's id for `credential`, else the provider's `sub`. */
  @Column('text')
  subject: string;

  /** Argon2id. */
  @Column('text', { nullable: true })
  passwordHash: string | null;

  /** Whether the provider says when it asked who is there: a proof by it needs that. */
  @Column('boolean', { default: true })
  tellsAuthTime: boolean;

  /** The recovery that has suspended it; null: none. */
  @Column('uuid', { nullable: true, default: null })
  suspendedBy: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
