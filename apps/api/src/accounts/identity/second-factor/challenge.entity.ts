import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A sign-in that has passed the first factor and waits for the second. */
@Entity('sign_in_challenges')
export class Challenge {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  userId: string;

  /** SHA-256 of the secret that the browser keeps, or the program. */
  @Column('bytea')
  secretHash: Buffer;

  /** Whether the session cookie will outlive the browser session ("remember me"). */
  @Column('boolean')
  remembered: boolean;

  /** How the first factor was passed; null: the last release began it. */
  @Column('text', { nullable: true })
  method: 'password' | 'provider' | null;

  /** The session that the request came with; it ends when the second factor is verified. */
  @Column('uuid', { nullable: true })
  formerSessionId: string | null;

  /** The organization by whose provider the first factor was passed; null: it was passed otherwise. */
  @Column('uuid', { nullable: true, default: null })
  providerOrganizationId: string | null;

  @Column('int', { default: 0 })
  wrongCodes: number;

  @Column('timestamptz')
  expiresAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
