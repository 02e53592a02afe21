import { Module } from '@nestjs/common';
import { LogoController } from './logo.controller.js';
import { PicturesService } from './pictures.service.js';
import { ProfilePictureController } from './profile-picture.controller.js';
import { UploadsController } from './uploads.controller.js';

@Module({
  controllers: [ProfilePictureController, LogoController, UploadsController],
  providers: [PicturesService],
})
export class PicturesModule {}
