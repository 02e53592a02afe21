import { actAs, currentRequest } from '#libs/logging';
import type { User } from '../user.entity.js';

/** Makes a person the actor of this request's further events, after they have authenticated. */
export function actAsPerson({ id, name }: Pick<User, 'id' | 'name'>): void {
  if (currentRequest().actor.id !== id) actAs({ kind: 'user', id, name });
}
