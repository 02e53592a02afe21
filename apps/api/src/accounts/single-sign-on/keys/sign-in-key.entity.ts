import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A key by which requests to the SAML provider of an organization are signed, and for which it encrypts. */
@Entity('sign_in_keys')
export class SignInKey {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** PEM, encrypted. */
  @Column('text')
  privateKey: string;

  /** PEM. */
  @Column('text')
  certificate: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
