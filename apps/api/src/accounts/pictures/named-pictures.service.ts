import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { download, publicOnly } from '#libs/outbound';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { UnsupportedType } from '../../platform/http/errors.js';
import { UPLOAD_LIMIT } from '../../platform/http/upload.js';
import { IdentityService } from '../identity/identity.service.js';
import { AVATARS, User } from '../identity/user.entity.js';
import { PictureFiles, type PictureToFetch } from '../../platform/picture-files/picture-files.service.js';
import { accountOfPerson } from '../../platform/places/account-of-work.js';
import { ResourcePlaces } from '../../platform/places/resource-places.service.js';
import { PictureUndecodable } from './errors.js';
import { PICTURES_TO_FETCH } from './pictures.sql.js';
import { renderPicture } from './render.js';

const WITHIN_MS = 10_000;
/** How long a picture waits where no place is free. */
const WAIT_MS = 2_000;

/**
 * Pictures that people, or their provider, name by an address: each is fetched once and stored as an upload is, so that
 * no browser of another asks that host. One that cannot be had is dropped, which the person sees where they see
 * themselves.
 */
@Injectable()
export class NamedPictures implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
    private readonly jobs: Jobs,
    private readonly files: PictureFiles,
    private readonly identity: IdentityService,
    private readonly places: ResourcePlaces,
  ) {}

  onModuleInit(): void {
    this.files.onFetch((picture, stopping) => this.fetch(picture, stopping));
    this.jobs.schedule('23 * * * *', 'fetch_pictures_left', () => this.fetchLeft());
  }

  private async fetch(picture: PictureToFetch, stopping: AbortSignal): Promise<void> {
    const { userId, address } = picture;
    const { manager } = this.database;
    if (!(await manager.existsBy(User, { id: userId, imageToFetch: address }))) return;
    const whose = { account: accountOfPerson(userId) };
    const begun = this.places.tryRun('picture_downloads', whose, () => this.download(address, stopping));
    if (!begun) return this.files.fetchLater(manager, picture, WAIT_MS);
    const stored = await this.store(userId, await begun);
    await this.identity.setPicture(userId, stored, address);
  }

  /** Undefined where it cannot be had. */
  private async download(address: string, stopping: AbortSignal): Promise<Buffer | undefined> {
    const reach = this.settings.webhooksAllowPrivate ? () => ({}) : publicOnly;
    try {
      return await download(address, { reach, stopping, withinMs: WITHIN_MS, bytes: UPLOAD_LIMIT });
    } catch (error) {
      // Aborted by our own shutdown: the job is run again.
      if (stopping.aborted) throw error;
      return undefined;
    }
  }

  private async store(userId: string, file: Buffer | undefined): Promise<string | null> {
    try {
      return file
        ? await this.files.store(AVATARS, userId, await renderPicture(file, this.places), 'image/webp')
        : null;
    } catch (error) {
      if (error instanceof UnsupportedType || error instanceof PictureUndecodable) return null;
      throw error;
    }
  }

  /** Those of a restored backup or of a former release have no job. */
  private async fetchLeft(): Promise<void> {
    for (const picture of await query(this.database, PICTURES_TO_FETCH, []))
      await this.files.fetchLater(this.database.manager, picture);
  }
}
