import { query } from '#libs/database';
import { isId } from '#libs/ids';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type InvitationLookup, type InvitationProof, SignUpPolicy } from '../../identity/sign-in/sign-up-policy.js';
import { INVITED, PROVED } from './invitations.sql.js';

/** Lets sign-up check invitations. */
@Injectable()
export class InvitationLookupService implements InvitationLookup, OnModuleInit {
  constructor(private readonly policy: SignUpPolicy) {}

  onModuleInit(): void {
    this.policy.useInvitations(this);
  }

  async isInvited(tx: EntityManager, email: string): Promise<boolean> {
    const rows = await query(tx, INVITED, [email]);
    return rows.length > 0;
  }

  async isProved(tx: EntityManager, email: string, { invitationId, tokenHash }: InvitationProof): Promise<boolean> {
    if (!isId(invitationId)) return false;
    const rows = await query(tx, PROVED, [email, invitationId, tokenHash]);
    return rows.length > 0;
  }
}
