import type { EntityManager } from 'typeorm';
import type { EventDraft } from '../../../platform/events/event-draft.js';
import { personalEvent } from '../account-events/personal-events.js';
import { User } from '../user.entity.js';

/** Marks the address of an account as verified; returns the event to be recorded. */
export async function proveAddress(tx: EntityManager, user: Pick<User, 'id' | 'name'>): Promise<EventDraft> {
  await tx.update(User, { id: user.id }, { emailVerified: true });
  return personalEvent('user.email_verified', user);
}
