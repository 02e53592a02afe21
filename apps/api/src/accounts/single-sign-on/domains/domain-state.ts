import { DAY_MS } from '#libs/dates';
import { named } from '#libs/fields';

/** How long the record of a domain may be gone before another organization that proves the domain gets it. */
const MOVES_AFTER_MS = 7 * DAY_MS;

/** How long it may be gone before nobody is let in by the domain any more. */
const GONE_AFTER_MS = 14 * DAY_MS;

/** Where a claim to a domain stands. */
export const DOMAIN_STATES = named(
  'DomainState',
  ['pending', 'verified', 'missing', 'gone'],
  '`pending` until it is verified; `missing`: its record has not been found lately, and the domain stays valid for 14 days; `gone` afterwards: new users can no longer sign in through it.',
);
export type DomainState = (typeof DOMAIN_STATES)[number];

/** What the state of a domain follows from. */
export interface DomainProof {
  verifiedAt: Date | null;
  /** Since when the record has not been found. */
  missingSince: Date | null;
}

/** The state of a domain at a moment. */
export function domainState({ verifiedAt, missingSince }: DomainProof, now: number): DomainState {
  if (verifiedAt === null) return 'pending';
  if (missingSince === null) return 'verified';
  return now - missingSince.getTime() < GONE_AFTER_MS ? 'missing' : 'gone';
}

/** From when on another organization that proves the domain gets it; null: its holder's record is there. */
export const movesAt = ({ missingSince }: Pick<DomainProof, 'missingSince'>): Date | null =>
  missingSince && new Date(missingSince.getTime() + MOVES_AFTER_MS);
