import { actAs, currentRequest } from '#libs/request';
import type { FieldChange } from '#libs/rows';
import type { EntityManager } from 'typeorm';
import type { EventType } from '../../events/event-types.js';
import { record } from '../../events/record.js';
import type { User } from '../user.entity.js';

/** Records what concerns a person beyond any organization, signed by that person even where nobody was signed in before. */
export async function recordPersonal(
  tx: EntityManager,
  type: EventType,
  { id, name }: Pick<User, 'id' | 'name'>,
  changes: FieldChange[] = [],
): Promise<void> {
  if (currentRequest().actor.id !== id) actAs({ kind: 'user', id, name });
  await record(tx, { organizationId: null, type, subject: { id, title: name }, changes, accountId: id });
}

/** Records what somebody unknown tried at a person's account: it is not signed by that person, who may be another. */
export async function recordAttempt(
  tx: EntityManager,
  type: EventType,
  { id, name }: Pick<User, 'id' | 'name'>,
): Promise<void> {
  await record(tx, { organizationId: null, type, subject: { id, title: name }, accountId: id });
}
