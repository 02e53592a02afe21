import { Settings } from '#libs/config';
import { takeAdvisoryLock } from '#libs/database';
import { hashOf } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Lock } from '../../work/locks.js';
import type { Unit } from '../../work/unit.js';
import { signUpClosed } from '../errors.js';

/** Held while the first account of an installation is made, so that only one becomes the first. */
const FIRST_ACCOUNT: Lock = {
  kind: 'first account',
  name: '',
  take: (tx) => takeAdvisoryLock(tx, 'first account'),
};

/** What the link of a mailed invitation says of itself; its secret by its hash, so that it can be kept. */
export interface InvitationProof {
  invitationId: string;
  /** SHA-256 of the secret. */
  tokenHash: Buffer;
}

/** Somebody who has no account yet. */
interface SignUpApplicant {
  /** Lower-cased. */
  email: string;
  /** Whether a provider we trust says that the address is theirs. */
  isEmailTrusted?: boolean;
  proof?: InvitationProof;
}

/** Who knows the invitations. */
export interface InvitationLookup {
  /** Whether an invitation to this address is open. */
  isInvited(tx: EntityManager, email: string): Promise<boolean>;
  /** Whether the proof is that of an open invitation to this address. */
  isProved(tx: EntityManager, email: string, proof: InvitationProof): Promise<boolean>;
}

/** The proof that the fields of a request give, if both are there. */
export function invitationProof(fields: {
  invitationId?: string;
  invitationToken?: string;
}): InvitationProof | undefined {
  const { invitationId, invitationToken } = fields;
  if (invitationId === undefined || invitationToken === undefined) return undefined;
  return { invitationId, tokenHash: hashOf(invitationToken) };
}

/** Who may have an account: anybody, or where sign-up is closed the first person and whoever holds an invitation. */
@Injectable()
export class SignUpPolicy {
  private invitations?: InvitationLookup;

  constructor(private readonly settings: Settings) {}

  /** Names who knows the invitations; the module of invitations calls it while it starts. */
  useInvitations(invitations: InvitationLookup): void {
    this.invitations = invitations;
  }

  /**
   * Lets somebody in who is about to get an account; true where an invitation proves that the address is theirs.
   * @throws Forbidden `SIGN_UP_CLOSED`, whatever the address
   */
  async admit(unit: Unit, { email, isEmailTrusted = false, proof }: SignUpApplicant): Promise<boolean> {
    const { tx } = unit;
    if (proof && (await this.invitations?.isProved(tx, email, proof))) return true;
    if (this.settings.signUp === 'open' || (await this.isFirstAccount(unit))) return false;
    if (isEmailTrusted && (await this.invitations?.isInvited(tx, email))) return false;
    throw signUpClosed();
  }

  private async isFirstAccount(unit: Unit): Promise<boolean> {
    await unit.lock(FIRST_ACCOUNT);
    const [{ first }] = await unit.tx.query<[{ first: boolean }]>('SELECT NOT EXISTS (SELECT FROM users) AS first');
    return first;
  }
}
