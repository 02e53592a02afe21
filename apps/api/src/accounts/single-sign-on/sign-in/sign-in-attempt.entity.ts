import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** What somebody goes to the provider of an organization for. */
export type AttemptPurpose = 'sign_in' | 'prove' | 'link' | 'try';

/** A sign-in under way at the provider of an organization. Only the browser knows its secret. */
@Entity('organization_sign_in_attempts')
export class SignInAttempt {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  organizationId: string;

  /** SHA-256 of the secret, from which state, nonce and code verifier follow. */
  @Column('bytea')
  secretHash: Buffer;

  @Column('text')
  purpose: AttemptPurpose;

  /** The session in which it began; null: it is a sign-in. */
  @Column('uuid', { nullable: true })
  sessionId: string | null;

  /** Of SAML: the request that must be answered. */
  @Column('text', { nullable: true })
  requestId: string | null;

  @Column('text')
  callbackUrl: string;

  /** Where refusals go; null: they are the answer. */
  @Column('text', { nullable: true })
  errorCallbackUrl: string | null;

  @Column('timestamptz')
  expiresAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
