import { Unauthenticated } from '#libs/errors';
import { hashOf } from '#libs/secrets';
import { timingSafeEqual } from 'node:crypto';
import type { User } from '../../identity/user.entity.js';
import type { Invitation } from './invitation.entity.js';
import { notTheRecipient, verificationRequired } from '../people-errors.js';

/** How the recipient of an invitation is identified: by their session, the secret of its link, or both. */
export interface InvitationProofOfAddress {
  person?: Pick<User, 'email' | 'emailVerified'>;
  token?: string;
}

/** Throws if there is neither. */
export function requireCredential({ person, token }: InvitationProofOfAddress): void {
  if (!person && token === undefined)
    throw new Unauthenticated('UNAUTHORIZED', 'Sign in, or send the token of the emailed link.');
}

/**
 * Throws unless the caller controls the invited address: it is their verified address, or they have the secret that was
 * mailed there. The secret is useless to an account with another address.
 */
export function requireRecipient(
  { email, tokenHash }: Pick<Invitation, 'email' | 'tokenHash'>,
  { person, token }: InvitationProofOfAddress,
): void {
  if (person && person.email !== email) throw notTheRecipient();
  if (person?.emailVerified) return;
  const proved = token !== undefined && tokenHash !== null && timingSafeEqual(hashOf(token), tokenHash);
  if (proved) return;
  throw person ? verificationRequired() : notTheRecipient();
}
