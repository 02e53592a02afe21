import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A sign-in that is under way at the OpenID provider. Its secret is known to the browser only. */
@Entity('provider_sign_ins')
export class ProviderSignIn {
  @PrimaryColumn('uuid')
  id: string;

  /** SHA-256 of the secret, from which state, nonce and code verifier follow. */
  @Column('bytea')
  secretHash: Buffer;

  /** Where the browser goes when it is done. */
  @Column('text')
  callbackUrl: string;

  /** Where it goes when it is refused; null: it sees the refusal itself. */
  @Column('text', { nullable: true })
  errorCallbackUrl: string | null;

  /** The invitation that it came with. */
  @Column('text', { nullable: true })
  invitationId: string | null;

  /** SHA-256 of the secret in the link of that invitation. */
  @Column('bytea', { nullable: true })
  invitationTokenHash: Buffer | null;

  @Column('timestamptz')
  expiresAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
