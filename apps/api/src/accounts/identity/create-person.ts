import { newId } from '#libs/ids';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { accountEvent } from './account-events/personal-events.js';
import { isAddressTaken } from './addresses/address-taken.js';
import { User } from './user.entity.js';

/** Makes an account without a password at the word of an operator; false: its address is taken. */
export async function createPerson(change: ChangeContext, person: Pick<User, 'name' | 'email'>): Promise<boolean> {
  const { tx } = change;
  if (await isAddressTaken(tx, person.email)) return false;
  const id = newId();
  await tx.insert(User, { ...person, id, emailVerified: false, image: null });
  change.record(accountEvent('user.signed_up', await tx.findOneByOrFail(User, { id })));
  return true;
}
