import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { Role } from '../../../platform/http/policy.js';
import type { ProvidedRole } from '../../../accounts/single-sign-on/settings/organization-sign-in.entity.js';

/** An address of a person, as the provider sent it. */
interface ProvisionedAddress {
  value: string;
  type?: string;
  primary?: boolean;
}

/** A person of whom the provider of an organization has told. */
@Entity('provisioned_people')
export class ProvisionedPerson {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** Null: the account of this address is somebody's who has not come in yet, or there is none. */
  @Column('uuid', { nullable: true })
  userId: string | null;

  /** One's own in the organization, in any case. */
  @Column('text')
  userName: string;

  @Column('text', { nullable: true })
  externalId: string | null;

  /** The address of the account, in lower case. */
  @Column('text')
  email: string;

  @Column('text', { nullable: true })
  displayName: string | null;

  @Column('text', { nullable: true })
  formatted: string | null;

  @Column('text', { nullable: true })
  givenName: string | null;

  @Column('text', { nullable: true })
  familyName: string | null;

  /** As the provider sent them. */
  @Column('jsonb')
  emails: ProvisionedAddress[];

  @Column('boolean')
  active: boolean;

  /** What groups have given, and take away when they go. */
  @Column('text', { nullable: true, default: null })
  givenRole: ProvidedRole | null;

  @Column('uuid', { nullable: true, default: null })
  givenTeamId: string | null;

  /** Of who is switched off: what they come back with. */
  @Column('text', { nullable: true, default: null })
  keptRole: Role | null;

  @Column('uuid', { nullable: true, default: null })
  keptTeamId: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
