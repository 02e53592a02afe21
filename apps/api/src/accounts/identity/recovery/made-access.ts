import type { Uuid } from '#libs/database';
import type { RecoveryCause } from './recovery.entity.js';

/** Something by which somebody gets in or stays: who made it, and how. */
export interface MadeAccess {
  id: Uuid;
  kind: string;
  /** The record of that kind. */
  recordId: Uuid;
  organizationId: Uuid | null;
  /** How people know it. */
  title: string;
  /** What its kind notes with it. */
  details: Record<string, unknown>;
  sessionId: Uuid | null;
  /** Whether the session was fresh. */
  fresh: boolean;
  /** Whether the account has signed in from the network where it was made in the last 90 days. */
  ownNetwork: boolean;
  madeAt: Date;
  /** Of what is suspended: whether the person has kept it. */
  kept: boolean;
}

/** The records of what was made, by organization: a statement names one. */
export const recordsByOrganization = (made: readonly MadeAccess[]): (readonly [organizationId: Uuid, ids: Uuid[]])[] =>
  [...new Set(made.map(({ organizationId }) => organizationId!))].map((id) => [
    id,
    made.filter(({ organizationId }) => organizationId === id).map(({ recordId }) => recordId),
  ]);

/** A recovery: how it came, and who asks. */
export interface RecoveryRequest {
  cause: RecoveryCause;
  /** The session that asks, if one does. */
  sessionId?: string;
  /** Of a reset password: whether the person says that somebody else got in. */
  somebodyElse?: boolean;
}

/** What was made that many days ago or earlier is the person's: no session lives longer. */
export const SUSPECT_FOR_DAYS = 30;

/**
 * Whether a recovery suspends what a person has made lately. Whoever steals a session acts in it, so what counts is
 * what they cannot have: a fresh proof, or, where a password was only forgotten, also one of the networks in which the
 * account signs in.
 */
export function isSuspect(made: MadeAccess, { cause, sessionId, somebodyElse = false }: RecoveryRequest): boolean {
  if (cause === 'reset_password') return somebodyElse || !(made.fresh || made.ownNetwork);
  return !(made.fresh && sessionId !== undefined && made.sessionId === sessionId);
}
