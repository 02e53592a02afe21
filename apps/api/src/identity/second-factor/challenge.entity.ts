import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A sign-in whose first step was right and that waits for the second factor. */
@Entity('sign_in_challenges')
export class Challenge {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  userId: string;

  /** SHA-256 of the secret that the browser keeps, or the program. */
  @Column('bytea')
  secretHash: Buffer;

  /** Whether the session that follows is kept by the browser when it is closed. */
  @Column('boolean')
  remembered: boolean;

  /** The session that came along; it ends when the factor is right. */
  @Column('uuid', { nullable: true })
  formerSessionId: string | null;

  @Column('int', { default: 0 })
  wrongCodes: number;

  @Column('timestamptz')
  expiresAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
