import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** A signed-in person's session. Its token is known to the person only. */
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

  /** Whether the browser keeps it when it is closed. */
  @Column('boolean', { default: true })
  remembered: boolean;

  /** Whether it has passed the second factor that the account has now. */
  @Column('boolean', { default: false })
  factorPassed: boolean;

  @Column('text', { nullable: true })
  ipAddress: string | null;

  @Column('text', { nullable: true })
  userAgent: string | null;

  @Column('uuid', { nullable: true })
  activeOrganizationId: string | null;

  @Column('uuid', { nullable: true })
  activeTeamId: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
