import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The claims that a trusted publisher names, each as the provider writes it. */
export type TrustedClaims = Readonly<Record<string, string>>;

/** A repository of a CI provider whose pipelines may report to a product without a stored key. */
@Entity('trusted_publishers')
export class TrustedPublisher {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  organizationId: string;

  @Column('uuid')
  productId: string;

  /** The `iss` of its tokens. */
  @Column('text')
  issuer: string;

  /** The id of the repository or project that `claims` name; null: it has not been accepted, and no token is of it. */
  @Column('text', { nullable: true })
  sourceId: string | null;

  /** The name that it was made by; null: by its ids. */
  @Column('text', { nullable: true, default: null })
  repository: string | null;

  /** The ids that its last token has shown, until they are accepted. */
  @Column('jsonb', { nullable: true, default: null })
  presented: TrustedClaims | null;

  /** What a token must say, by the names of its claims; nothing until its ids are accepted. */
  @Column('jsonb')
  claims: TrustedClaims;

  /** The member who made it, and with whose membership it ends. */
  @Column('uuid')
  ownerUserId: string;

  /** The key that made it, and with which it ends; null: a person did. */
  @Column('uuid', { nullable: true })
  parentKeyId: string | null;

  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  /** The recovery that has suspended it; null: none. */
  @Column('uuid', { nullable: true, default: null })
  suspendedBy: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
