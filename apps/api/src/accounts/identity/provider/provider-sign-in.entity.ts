import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A sign-in in progress at the OpenID provider. Only the browser knows its secret. */
@Entity('provider_sign_ins')
export class ProviderSignIn {
  @PrimaryColumn('uuid')
  id: string;

  /** SHA-256 of the secret, from which state, nonce and code verifier follow. */
  @Column('bytea')
  secretHash: Buffer;

  /** Where the browser is redirected on success. */
  @Column('text')
  callbackUrl: string;

  /** Where the browser is redirected on failure; null: the error is the response. */
  @Column('text', { nullable: true })
  errorCallbackUrl: string | null;

  /** The invitation that the sign-in was started with. */
  @Column('text', { nullable: true })
  invitationId: string | null;

  /** SHA-256 of the secret in the link of that invitation. */
  @Column('bytea', { nullable: true })
  invitationTokenHash: Buffer | null;

  /** The session in which the person proves who they are; null: it is a sign-in. */
  @Column('uuid', { nullable: true })
  provesSessionId: string | null;

  @Column('timestamptz')
  expiresAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
