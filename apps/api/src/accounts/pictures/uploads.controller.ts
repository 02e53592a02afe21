import { NotFound } from '#libs/errors';
import { Storage } from '#libs/storage';
import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Endpoint, Resource } from '../../platform/http/endpoint.js';
import { AVATARS } from '../identity/user.entity.js';
import { Throttled } from '../../platform/limits/throttled.js';
import { LOGOS } from '../organizations/organization.entity.js';
import { isFileName } from '../../platform/picture-files/picture-name.js';

// Names are never reused, so copies may be cached forever; the content type is fixed.
const HEADERS = {
  'Content-Type': 'image/webp',
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** Serves pictures and logos to anyone who knows their names. */
@Resource('files')
@Controller('uploads')
export class UploadsController {
  constructor(private readonly storage: Storage) {}

  @Get('avatars/:filename')
  @Throttled('public')
  @Endpoint({
    summary: 'The picture of a person',
    access: 'anyone',
    secretPath: false,
    produces: HEADERS['Content-Type'],
    refuses: { 404: ['not_found'] },
  })
  async readPicture(@Param('filename') filename: string, @Res() response: Response): Promise<void> {
    await this.send(AVATARS, filename, response);
  }

  @Get('org-logos/:filename')
  @Throttled('public')
  @Endpoint({
    summary: 'The logo of an organization',
    access: 'anyone',
    secretPath: false,
    produces: HEADERS['Content-Type'],
    refuses: { 404: ['not_found'] },
  })
  async readLogo(@Param('filename') filename: string, @Res() response: Response): Promise<void> {
    await this.send(LOGOS, filename, response);
  }

  private async send(folder: string, filename: string, response: Response): Promise<void> {
    const picture = isFileName(filename) ? await this.storage.read(`${folder}/${filename}`) : undefined;
    if (!picture) throw new NotFound('picture');
    response.set(HEADERS).send(picture);
  }
}
