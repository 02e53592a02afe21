import type { RecordedEvent } from '../../../platform/events/recorded-event.entity.js';

/**
 * Whether somebody else who is known did this to an account: where they sat is not told to its owner. Where nobody is
 * known, as with a wrong password, or the account's own session or key acted, it may have been a burglar, whom the
 * owner is to see.
 */
export const isByAnother = ({ type, accountId, actorKind, actorId }: RecordedEvent): boolean =>
  actorKind === 'user' ? actorId !== accountId : actorKind === 'api_key' && type !== OWN_KEY_ONLY;

/** The same in SQL, of an event of this person. */
export const byAnother = (person: string): string =>
  `CASE actor_kind WHEN 'user' THEN actor_id IS DISTINCT FROM ${person} WHEN 'api_key' THEN type <> '${OWN_KEY_ONLY}' ELSE false END`;

/** A key makes keys for its own owner only; all else it may do to what is of others. */
const OWN_KEY_ONLY = 'api_key.created';
