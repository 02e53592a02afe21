import { isId } from '#libs/ids';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type InvitationLookup, type InvitationProof, SignUpPolicy } from '../../identity/sign-in/sign-up-policy.js';
import { GRANTS } from '../members/granting.js';
import { isOpen } from './open-invitation.js';

// The inviter must still be allowed to grant the role, and not be disabled.
const OPEN_INVITATION = `FROM invitations i
  JOIN members m ON m.organization_id = i.organization_id AND m.user_id = i.inviter_id
    AND (m.role, i.role) IN (${GRANTS.map(([granter, granted]) => `('${granter}', '${granted}')`).join(', ')})
  JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
  WHERE i.email = $1 AND ${isOpen('i')}`;

/** Lets sign-up check invitations. */
@Injectable()
export class InvitationLookupService implements InvitationLookup, OnModuleInit {
  constructor(private readonly policy: SignUpPolicy) {}

  onModuleInit(): void {
    this.policy.useInvitations(this);
  }

  async isInvited(tx: EntityManager, email: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(`SELECT 1 ${OPEN_INVITATION} LIMIT 1`, [email]);
    return rows.length > 0;
  }

  async isProved(tx: EntityManager, email: string, { invitationId, tokenHash }: InvitationProof): Promise<boolean> {
    if (!isId(invitationId)) return false;
    const rows = await tx.query<unknown[]>(`SELECT 1 ${OPEN_INVITATION} AND i.id = $2 AND i.token_hash = $3`, [
      email,
      invitationId,
      tokenHash,
    ]);
    return rows.length > 0;
  }
}
