import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

export type VerificationPurpose = 'password_reset' | 'email' | 'change_email' | 'restore_address' | 'unlock_codes';

/** A link that was mailed to a person: its token proves access to their mail. */
@Entity('verifications')
export class Verification {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  userId: string;

  @Column('text')
  purpose: VerificationPurpose;

  /** The address to which it was mailed. */
  @Column('text')
  email: string;

  /** The change of address that the link confirms or undoes. */
  @Column('uuid', { nullable: true })
  addressChangeId: string | null;

  /** SHA-256 of the token. */
  @Column('bytea')
  tokenHash: Buffer;

  @Column('timestamptz')
  expiresAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
