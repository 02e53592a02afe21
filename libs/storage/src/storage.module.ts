import { Settings } from '#libs/config';
import { Global, Module } from '@nestjs/common';
import { openStorage } from './open-storage.js';
import { OwnedFiles } from './owned-files.js';
import { Storage } from './storage.js';

/** Gives every module the storage. */
@Global()
@Module({
  providers: [{ provide: Storage, useFactory: openStorage, inject: [Settings] }, OwnedFiles],
  exports: [Storage, OwnedFiles],
})
export class StorageModule {}
