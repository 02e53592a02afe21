import { Settings } from '#libs/config';
import { query, takeAdvisoryLock } from '#libs/database';
import { hashOf } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import type { Lock } from '../../../platform/work/locks.js';
import { signUpClosed } from '../errors.js';
import { IS_FIRST } from '../identity.sql.js';

/** Serializes the creation of the first account of an installation. */
const FIRST_ACCOUNT: Lock = {
  kind: 'first account',
  name: '',
  take: (tx) => takeAdvisoryLock(tx, 'first account'),
};

/** The invitation that a mailed link proves; the secret is hashed so that it can be stored. */
export interface InvitationProof {
  invitationId: string;
  /** SHA-256 of the secret. */
  tokenHash: Buffer;
}

/** Somebody who has no account yet. */
interface SignUpApplicant {
  /** Lower-cased. */
  email: string;
  /** Whether the configured provider says that the address is verified. */
  isEmailTrusted?: boolean;
  proof?: InvitationProof;
}

/** Access to invitations, provided by the organizations module. */
export interface InvitationLookup {
  /** Whether an invitation to this address is open. */
  isInvited(tx: EntityManager, email: string): Promise<boolean>;
  /** Whether the proof belongs to an open invitation to this address. */
  isProved(tx: EntityManager, email: string, proof: InvitationProof): Promise<boolean>;
}

/** The invitation proof in the fields of a request, if both are present. */
export function invitationProof(fields: {
  invitationId?: string;
  invitationToken?: string;
}): InvitationProof | undefined {
  const { invitationId, invitationToken } = fields;
  if (invitationId === undefined || invitationToken === undefined) return undefined;
  return { invitationId, tokenHash: hashOf(invitationToken) };
}

/**
 * Decides who may create an account: anybody; or, if sign-up is closed, the first person and people with an invitation.
 */
@Injectable()
export class SignUpPolicy {
  private invitations?: InvitationLookup;

  constructor(private readonly settings: Settings) {}

  /** Registers the access to invitations; the organizations module calls it at start. */
  useInvitations(invitations: InvitationLookup): void {
    this.invitations = invitations;
  }

  /**
   * Checks that a new account may be created; true if an invitation proves that the address is the applicant's.
   * @throws Forbidden `SIGN_UP_CLOSED`, whatever the address
   */
  async admit(change: ChangeContext, { email, isEmailTrusted = false, proof }: SignUpApplicant): Promise<boolean> {
    const { tx } = change;
    if (proof && (await this.invitations?.isProved(tx, email, proof))) return true;
    if (this.settings.signUp === 'closed') await change.lock(FIRST_ACCOUNT);
    if (await this.isOpen(tx)) return false;
    if (isEmailTrusted && (await this.invitations?.isInvited(tx, email))) return false;
    throw signUpClosed();
  }

  /** Whether anybody may make an account at this moment. */
  async isOpen(tx: Pick<EntityManager, 'query'>): Promise<boolean> {
    if (this.settings.signUp === 'open') return true;
    const [account] = await query(tx, IS_FIRST, []);
    return account!.first;
  }
}
