import type { EntityManager } from 'typeorm';
import type { EventDraft } from '../../events/record.js';
import { personalEvent } from '../trail/personal-events.js';
import { User } from '../user.entity.js';

/** Notes that a person has proved the address of their account; answers the event of it. */
export async function proveAddress(tx: EntityManager, user: Pick<User, 'id' | 'name'>): Promise<EventDraft> {
  await tx.update(User, { id: user.id }, { emailVerified: true });
  return personalEvent('user.email_verified', user);
}
