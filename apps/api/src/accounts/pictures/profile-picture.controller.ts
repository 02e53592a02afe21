import { Controller, Delete, Post, Put } from '@nestjs/common';
import { CurrentUser } from '../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../platform/http/endpoint.js';
import { UploadedBytes } from '../../platform/http/upload.interceptor.js';
import { User } from '../identity/user.entity.js';
import { ProfilePictureDto } from './dto/picture.dto.js';
import { PicturesService } from './pictures.service.js';

/** The picture of the person who calls. */
@SessionOnly()
@Resource('account')
@Controller('v1/profile-picture')
export class ProfilePictureController {
  constructor(private readonly pictures: PicturesService) {}

  @Post()
  @Endpoint({
    summary: 'Upload your picture: a JPEG, PNG, WebP or GIF of at most 2,097,152 bytes',
    description: 'Stored as a WebP image of 256 by 256 pixels without metadata. Replaces your former picture.',
    access: 'signed-in',
    upload: true,
    returns: ProfilePictureDto,
    refuses: { 400: ['picture_undecodable'] },
  })
  async uploadPicture(@CurrentUser() user: User, @UploadedBytes() file: Buffer): Promise<ProfilePictureDto> {
    return { image: await this.pictures.uploadAvatar(user, file) };
  }

  @Delete()
  @Endpoint({ summary: 'Delete your picture', access: 'signed-in' })
  async deletePicture(@CurrentUser() user: User): Promise<void> {
    await this.pictures.removeAvatar(user);
  }

  @Put('gravatar')
  @Endpoint({
    summary: 'Use the Gravatar picture of your email address',
    description: 'Only its URL is stored; an uploaded picture is deleted.',
    access: 'signed-in',
    returns: ProfilePictureDto,
  })
  async useGravatar(@CurrentUser() user: User): Promise<ProfilePictureDto> {
    return { image: await this.pictures.useGravatar(user) };
  }
}
