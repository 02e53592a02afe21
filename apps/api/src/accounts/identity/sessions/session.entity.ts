import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** The session of a signed-in person. Only the person knows its token. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  userId: string;

  /** SHA-256 of the token. */
  @Column('bytea')
  tokenHash: Buffer;

  @Column('timestamptz')
  expiresAt: Date;

  /** Whether the cookie outlives the browser session ("remember me"). */
  @Column('boolean', { default: true })
  remembered: boolean;

  /** Whether the session has passed the account's present second factor. */
  @Column('boolean', { default: false })
  factorPassed: boolean;

  /** When the person last proved who they are; null: only a provider said so, and not when it asked. */
  @Column('timestamptz', { nullable: true })
  provedAt: Date | null;

  /** The organization by whose provider it began; null: it began otherwise. */
  @Column('uuid', { nullable: true, default: null })
  providerOrganizationId: string | null;

  /** When that provider last asked who is there: a proof within its organization alone. */
  @Column('timestamptz', { nullable: true, default: null })
  providerProvedAt: Date | null;

  @Column('text', { nullable: true })
  ipAddress: string | null;

  @Column('text', { nullable: true })
  userAgent: string | null;

  /** Where the last write of this session ends in the log of the database. */
  @Column('text', { nullable: true })
  writtenTo: string | null;

  @Column('uuid', { nullable: true })
  activeOrganizationId: string | null;

  @Column('uuid', { nullable: true })
  activeTeamId: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
