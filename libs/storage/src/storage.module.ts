import { join } from 'node:path';
import { Settings } from '#libs/config';
import { Global, Module } from '@nestjs/common';
import { LocalStorage } from './local-storage.js';
import { S3Storage } from './s3-storage.js';
import { Storage } from './storage.js';

/** Gives every module the storage that the settings name: a bucket, or a folder beside the other data. */
@Global()
@Module({
  providers: [
    {
      provide: Storage,
      useFactory: ({ s3, dataDir }: Settings): Storage | Promise<Storage> =>
        s3 ? S3Storage.open(s3) : new LocalStorage(join(dataDir, 'uploads')),
      inject: [Settings],
    },
  ],
  exports: [Storage],
})
export class StorageModule {}
