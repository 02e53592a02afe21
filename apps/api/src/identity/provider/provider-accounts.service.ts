import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import type { Unit } from '../../work/unit.js';
import { Account, OIDC } from '../account.entity.js';
import { isAddressTaken } from '../addresses/address-taken.js';
import type { ProvidedPerson } from './oidc-claims.js';
import { accountNotLinked, emailNotFound } from './oidc-errors.js';
import { personLock } from '../person-lock.js';
import { Reclaiming } from '../addresses/reclaiming.service.js';
import { type InvitationProof, SignUpDoor } from '../sign-in/sign-up-door.js';
import { User } from '../user.entity.js';

/** Whose account it is that a provider vouches for. */
@Injectable()
export class ProviderAccounts {
  constructor(
    private readonly door: SignUpDoor,
    private readonly reclaiming: Reclaiming,
  ) {}

  /**
   * The user of this person: known by issuer and subject; taking over an account whose address nobody had ever proved; or
   * new. No other account is linked by its address alone.
   * @throws Forbidden
   */
  async userOf(
    unit: Unit,
    person: ProvidedPerson,
    proof: InvitationProof | undefined,
  ): Promise<{ user: User; isNew: boolean }> {
    const { tx } = unit;
    const { issuer, subject, email, emailVerified } = person;
    const known = await this.knownBy(unit, issuer, subject);
    if (known) return { user: known, isNew: false };
    if (email === undefined) throw emailNotFound();
    const existing = await tx.findOneBy(User, { email });
    if (existing && !emailVerified) throw accountNotLinked();
    const user = existing ? await this.takeOver(unit, existing) : await this.make(unit, person, email, proof);
    const link = { provider: OIDC, issuer, subject, passwordHash: null };
    await tx.insert(Account, { id: newId(), userId: user.id, ...link });
    return { user, isNew: !existing };
  }

  private async knownBy(unit: Unit, issuer: string, subject: string): Promise<User | undefined> {
    const { tx } = unit;
    const account = await tx.findOneBy(Account, { provider: OIDC, issuer, subject });
    if (!account) return undefined;
    // Whoever gets the account back at this moment takes the link from it.
    await unit.lock(personLock(account.userId));
    if (!(await tx.existsBy(Account, { id: account.id }))) throw accountNotLinked();
    return tx.findOneByOrFail(User, { id: account.userId });
  }

  private async takeOver(unit: Unit, { id, email }: User): Promise<User> {
    // Who proves the address at this moment has it.
    await unit.lock(personLock(id));
    const user = await unit.tx.findOneBy(User, { id, email, emailVerified: false });
    if (!user) throw accountNotLinked();
    await this.reclaiming.takeOver(unit, user);
    await unit.tx.update(User, { id }, { emailVerified: true });
    return { ...user, emailVerified: true };
  }

  private async make(
    unit: Unit,
    { name, image, ...person }: ProvidedPerson,
    email: string,
    proof: InvitationProof | undefined,
  ): Promise<User> {
    const { tx } = unit;
    if (await isAddressTaken(tx, email)) throw accountNotLinked();
    const isInvited = await this.door.letIn(unit, { email, addressProvided: person.emailVerified, proof });
    const emailVerified = person.emailVerified || isInvited;
    const id = newId();
    await tx.insert(User, { id, name, email, emailVerified, image });
    return tx.findOneByOrFail(User, { id });
  }
}
