import { Settings } from '#libs/config';
import { Unauthenticated } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { changedFields, type FieldChange, pickDefined } from '../../platform/lists/changed-fields.js';
import { PictureFiles } from '../../platform/picture-files/picture-files.service.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { personalEvent } from './account-events/personal-events.js';
import { Account, CREDENTIAL, OIDC } from './account.entity.js';
import { isAddressTaken } from './addresses/address-taken.js';
import { EmailCannotChange, UserExists } from './errors.js';
import { hashPassword } from './passwords/password.js';
import { personLock } from './person-lock.js';
import { changePreferences } from './preferences/preferences.js';
import { LANGUAGES, type UpdatePreferences } from './preferences/preferences.dto.js';
import type { SignInOptions } from './sign-in/sign-in-options.dto.js';
import type { SignUp } from './sign-in/sign-in.dto.js';
import { type SignedInUser, type RequestCredentials, SignIns } from './sign-in/sign-ins.service.js';
import { invitationProof, SignUpPolicy } from './sign-in/sign-up-policy.js';
import type { UpdateUser } from './user.dto.js';
import { AVATARS, ownImage, User } from './user.entity.js';

/** Signs people up and changes their profile. */
@Injectable()
export class IdentityService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
    private readonly unitOfWork: UnitOfWork,
    private readonly signUpPolicy: SignUpPolicy,
    private readonly signIns: SignIns,
    private readonly files: PictureFiles,
  ) {}

  async signInOptions(): Promise<SignInOptions> {
    const { oidcName, contact } = this.settings;
    return {
      signUp: await this.signUpPolicy.isOpen(this.database),
      providers: oidcName === undefined ? [] : [{ id: OIDC, name: oidcName }],
      languages: [...LANGUAGES],
      contact: contact ?? null,
    };
  }

  async signUp(body: SignUp, context: RequestCredentials = {}): Promise<SignedInUser> {
    const { name, email, password, image } = body;
    const passwordHash = await hashPassword(password, 'password', body);
    return this.unitOfWork.run(
      async (change) => {
        const { tx } = change;
        const emailVerified = await this.signUpPolicy.admit(change, { email, proof: invitationProof(body) });
        if (await isAddressTaken(tx, email)) throw new UserExists();
        const id = newId();
        await tx.insert(User, { id, name, email, emailVerified, image: null, imageToFetch: image ?? null });
        if (image) await this.files.fetchLater(tx, { userId: id, address: image });
        if (await isAddressTaken(tx, email, id)) throw new UserExists();
        await tx.insert(Account, { id: newId(), userId: id, provider: CREDENTIAL, subject: id, passwordHash });
        const user = await tx.findOneByOrFail(User, { id });
        return { user, token: await this.signIns.startFirstSession(change, user, { ...context, method: 'password' }) };
      },
      ['uq_users_email'],
    );
  }

  async updateUser({ id }: User, body: UpdateUser): Promise<void> {
    if (body.email !== undefined) throw new EmailCannotChange();
    await this.changeProfile(id, pickDefined(body, 'name', 'image'));
  }

  /**
   * Changes the profile and the preferences of a person. A picture is fetched from the address that they name; a stored
   * one that is replaced is deleted.
   * @returns the person afterwards; undefined where there was nothing to change
   */
  async changeProfile(
    id: string,
    values: Partial<Pick<User, 'name' | 'image'>>,
    preferences: UpdatePreferences = {},
  ): Promise<User | undefined> {
    const chosen = pickDefined(preferences, 'language', 'timeZone', 'shortcuts');
    if (Object.keys({ ...values, ...chosen }).length === 0) return undefined;
    return this.change(id, async (change, user) => {
      const changes = changedFields({ ...user, image: ownImage(user) }, values);
      const image = changes.find(({ field }) => field === 'image')?.to as string | null | undefined;
      const picture = image === undefined ? {} : { image: null, imageToFetch: image };
      if (changes.length > 0) await change.tx.update(User, { id }, { ...pickDefined(values, 'name'), ...picture });
      if (image) await this.files.fetchLater(change.tx, { userId: id, address: image });
      return [...changes, ...(await changePreferences(change.tx, id, chosen))];
    });
  }

  /**
   * Shows a picture that is stored, one of Gravatar, or none.
   * @param fetched the address that it comes from: nothing happens where the person has chosen another meanwhile
   */
  async setPicture(id: string, image: string | null, fetched?: string): Promise<void> {
    await this.change(id, async ({ tx }, user) => {
      if (fetched !== undefined && user.imageToFetch !== fetched) return [];
      await tx.update(User, { id }, { image, imageToFetch: null });
      return changedFields({ image: ownImage(user) }, { image });
    });
  }

  private async change(id: string, make: (change: ChangeContext, user: User) => Promise<FieldChange[]>): Promise<User> {
    const { picture, changed } = await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(personLock(id));
      const user = await tx.findOneBy(User, { id });
      if (!user) throw new Unauthenticated();
      const changes = await make(change, user);
      if (changes.length > 0) change.record(personalEvent('user.updated', user, changes));
      const changed = changes.length > 0 ? await tx.findOneByOrFail(User, { id }) : user;
      const picture = { folder: AVATARS, ownerId: id, former: user.image, present: changed.image };
      await this.files.scheduleRemoval(tx, picture);
      return { picture, changed };
    });
    await this.files.removeFormer(picture);
    return changed;
  }
}
