import { Settings } from '#libs/config';
import { Global, Module } from '@nestjs/common';
import { openStorage } from './open-storage.js';
import { Storage } from './storage.js';

/** Gives every module the storage. */
@Global()
@Module({
  providers: [{ provide: Storage, useFactory: openStorage, inject: [Settings] }],
  exports: [Storage],
})
export class StorageModule {}
