import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { Role } from '../../../platform/http/policy.js';

/** How a provider speaks. */
export type ProviderKind = 'oidc' | 'saml';

/** The roles that a provider can give. */
export type ProvidedRole = Exclude<Role, 'owner'>;

/** Under which names a provider says what it knows of a person. */
export interface AttributeNames {
  email: string;
  name: string;
  groups: string;
}

/** What people of one of the provider's groups get. */
export interface GroupRole {
  group: string;
  role: ProvidedRole;
  teamId: string | null;
}

/** The provider by which people of an organization come in. */
@Entity('organization_sign_in')
export class OrganizationSignIn {
  @PrimaryColumn('uuid')
  organizationId: string;

  @Column('text')
  kind: ProviderKind;

  /** The issuer of OpenID Connect, or the entity id of SAML. */
  @Column('text')
  issuer: string;

  /** Null: SAML. */
  @Column('text', { nullable: true })
  clientId: string | null;

  /** Encrypted; null: SAML. */
  @Column('text', { nullable: true })
  clientSecret: string | null;

  /** Where people sign in; null: OpenID Connect, which says so itself. */
  @Column('text', { nullable: true })
  signInUrl: string | null;

  /** PEM, of SAML: who signs its assertions. */
  @Column('text', { array: true })
  certificates: string[];

  /** Fingerprints of those whose end people were told of. */
  @Column('text', { array: true, default: [] })
  toldCertificates: string[];

  /** Whether people may begin at the provider. */
  @Column('boolean')
  idpInitiated: boolean;

  /** The role of whom no group gives one; null: they are not let in. */
  @Column('text', { nullable: true })
  createRole: ProvidedRole | null;

  @Column('jsonb')
  attributes: AttributeNames;

  /** A team may be gone by now. */
  @Column('jsonb')
  groups: GroupRole[];

  /** The recovery that has suspended it; null: none. */
  @Column('uuid', { nullable: true })
  suspendedBy: string | null;

  @Column('integer')
  revision: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
