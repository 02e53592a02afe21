import { actAs, currentRequest } from '#libs/request';
import type { User } from '../user.entity.js';

/** Has a person sign what happens in this request from here on: they have just shown who they are. */
export function actAsPerson({ id, name }: Pick<User, 'id' | 'name'>): void {
  if (currentRequest().actor.id !== id) actAs({ kind: 'user', id, name });
}
