import { Global, Module } from '@nestjs/common';
import { PictureFiles } from './picture-files.service.js';

/** Gives every module the keeping of pictures. */
@Global()
@Module({ providers: [PictureFiles], exports: [PictureFiles] })
export class PictureFilesModule {}
