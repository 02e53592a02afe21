import { named } from '#libs/fields';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '../../../platform/http/policy.js';

export const INVITATION_STATUSES = named(
  'InvitationStatus',
  ['pending', 'accepted', 'rejected', 'canceled'],
  'The state of an invitation.',
);
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** An invitation to join an organization, valid for one email address. */
@Entity('invitations')
export class Invitation {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  organizationId: string;

  @Column('text')
  email: string;

  @Column('text')
  role: Role;

  @Column('uuid', { nullable: true })
  teamId: string | null;

  @Column('text')
  status: InvitationStatus;

  @Column('uuid')
  inviterId: string;

  /** SHA-256 of the secret in the mailed link; null until the mail is sent. */
  @Column('bytea', { nullable: true, select: false })
  tokenHash: Buffer | null;

  /** The recovery that has suspended it; null: none. */
  @Column('uuid', { nullable: true, default: null })
  suspendedBy: string | null;

  @Column('timestamptz')
  expiresAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
