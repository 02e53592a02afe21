import { Injectable, type OnModuleInit } from '@nestjs/common';
import { IdentityService } from '../identity/identity.service.js';
import { AccountHookRegistry } from '../identity/leaving/account-hooks.js';
import { AVATARS, type User } from '../identity/user.entity.js';
import { changeLogo } from '../organizations/change-logo.js';
import { LOGOS, type Organization } from '../organizations/organization.entity.js';
import { PictureFiles } from '../../platform/picture-files/picture-files.service.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { ResourcePlaces } from '../../platform/places/resource-places.service.js';
import { gravatarOf } from './gravatar.js';
import { renderPicture } from './render.js';

/** Pictures of people and logos of organizations: rows keep the address, the storage keeps the file. */
@Injectable()
export class PicturesService implements OnModuleInit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly files: PictureFiles,
    private readonly accountHooks: AccountHookRegistry,
    private readonly identity: IdentityService,
    private readonly places: ResourcePlaces,
  ) {}

  onModuleInit(): void {
    this.accountHooks.register({
      beforeDelete: async ({ tx }, { id, image }) => {
        const picture = { folder: AVATARS, ownerId: id, former: image, present: null };
        await this.files.scheduleRemoval(tx, picture);
        return () => this.files.removeFormer(picture);
      },
    });
  }

  async uploadAvatar({ id }: User, file: Buffer): Promise<string> {
    return this.store(AVATARS, id, file, (image) => this.identity.setPicture(id, image));
  }

  async useGravatar({ id, email }: User): Promise<string> {
    const address = gravatarOf(email);
    await this.identity.setPicture(id, address);
    return address;
  }

  async removeAvatar({ id }: User): Promise<void> {
    await this.identity.setPicture(id, null);
  }

  async uploadLogo({ id }: Organization, file: Buffer): Promise<string> {
    return this.store(LOGOS, id, file, (address) => this.setLogo(id, address));
  }

  async removeLogo({ id }: Organization): Promise<void> {
    await this.setLogo(id, null);
  }

  /** Stores a file under a new name and shows it. */
  private async store(
    folder: string,
    ownerId: string,
    file: Buffer,
    show: (address: string) => Promise<unknown>,
  ): Promise<string> {
    const picture = await renderPicture(file, this.places);
    const address = await this.files.store(folder, ownerId, picture, 'image/webp');
    await show(address);
    return address;
  }

  private async setLogo(id: string, logo: string | null): Promise<void> {
    const file = await this.unitOfWork.run(async (change) => {
      const file = { folder: LOGOS, ownerId: id, former: await changeLogo(change, id, logo), present: logo };
      await this.files.scheduleRemoval(change.tx, file);
      return file;
    });
    await this.files.removeFormer(file);
  }
}
