import { Global, Module } from '@nestjs/common';
import { Settings } from '#libs/config';
import { DataSource } from 'typeorm';
import { AddressLimits } from './address-limits.js';
import { LimitStorage } from './limit-storage.js';
import { sharedPool } from './limiter.js';
import { RefusedCallers } from './refused-callers.js';
import { KnownCredentials } from './known-credentials.js';

const stores = [LimitStorage, KnownCredentials].map((store) => ({
  provide: store,
  inject: [Settings, DataSource],
  useFactory: (settings: Settings, database: DataSource) => new store(sharedPool(settings, database)),
}));

/** The rate limits of the service, as configured; 0 is none. */
@Global()
@Module({
  providers: [...stores, AddressLimits, RefusedCallers],
  exports: [AddressLimits, LimitStorage, RefusedCallers],
})
export class ThrottlingModule {}
