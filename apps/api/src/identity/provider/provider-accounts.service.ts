import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Account, OIDC } from '../account.entity.js';
import { isAddressTaken } from '../addresses/address-taken.js';
import { MailedLinks } from '../mailed-links/mailed-links.js';
import type { ProvidedPerson } from './oidc-claims.js';
import { accountNotLinked, emailNotFound } from './oidc-errors.js';
import { lockPerson } from '../lock-person.js';
import { Reclaiming } from '../addresses/reclaiming.service.js';
import { type InvitationProof, SignUpDoor } from '../sign-in/sign-up-door.js';
import { User } from '../user.entity.js';

/** Whose account it is that a provider vouches for. */
@Injectable()
export class ProviderAccounts {
  constructor(
    private readonly links: MailedLinks,
    private readonly door: SignUpDoor,
    private readonly reclaiming: Reclaiming,
  ) {}

  /**
   * The user of this person: known by issuer and subject; taking over an account whose address nobody had ever proved; or
   * new. No other account is linked by its address alone.
   * @throws Forbidden
   */
  async userOf(
    tx: EntityManager,
    person: ProvidedPerson,
    proof: InvitationProof | undefined,
  ): Promise<{ user: User; isNew: boolean }> {
    const { issuer, subject, email, emailVerified } = person;
    const known = await this.knownBy(tx, issuer, subject);
    if (known) return { user: known, isNew: false };
    if (email === undefined) throw emailNotFound();
    const existing = await tx.findOneBy(User, { email });
    if (existing && !emailVerified) throw accountNotLinked();
    const user = existing ? await this.takeOver(tx, existing) : await this.make(tx, person, email, proof);
    const link = { provider: OIDC, issuer, subject, passwordHash: null };
    await tx.insert(Account, { id: newId(), userId: user.id, ...link });
    return { user, isNew: !existing };
  }

  private async knownBy(tx: EntityManager, issuer: string, subject: string): Promise<User | undefined> {
    const account = await tx.findOneBy(Account, { provider: OIDC, issuer, subject });
    if (!account) return undefined;
    // Whoever gets the account back at this moment takes the link from it.
    await lockPerson(tx, account.userId);
    const holds = await tx.existsBy(Account, { id: account.id });
    return holds ? tx.findOneByOrFail(User, { id: account.userId }) : undefined;
  }

  private async takeOver(tx: EntityManager, { id, email }: User): Promise<User> {
    // Who proves the address at this moment has it.
    await lockPerson(tx, id);
    const user = await tx.findOneBy(User, { id, email, emailVerified: false });
    if (!user) throw accountNotLinked();
    await this.reclaiming.takeOver(tx, user);
    await tx.update(User, { id }, { emailVerified: true });
    return { ...user, emailVerified: true };
  }

  private async make(
    tx: EntityManager,
    { name, image, ...person }: ProvidedPerson,
    email: string,
    proof: InvitationProof | undefined,
  ): Promise<User> {
    if (await isAddressTaken(tx, email)) throw accountNotLinked();
    const isInvited = await this.door.letIn(tx, { email, addressProvided: person.emailVerified, proof });
    const emailVerified = person.emailVerified || isInvited;
    const id = newId();
    await tx.insert(User, { id, name, email, emailVerified, image });
    if (!emailVerified) await this.links.request(tx, email, 'email');
    return tx.findOneByOrFail(User, { id });
  }
}
