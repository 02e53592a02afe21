import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { LogoController } from './logo.controller.js';
import { NamedPictures } from './named-pictures.service.js';
import { PicturesService } from './pictures.service.js';
import { ProfilePictureController } from './profile-picture.controller.js';
import { UploadsController } from './uploads.controller.js';

@Module({
  imports: [IdentityModule],
  controllers: [ProfilePictureController, LogoController, UploadsController],
  providers: [PicturesService, NamedPictures],
})
export class PicturesModule {}
