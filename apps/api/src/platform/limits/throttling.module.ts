import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Settings } from '#libs/config';
import { MINUTE_MS } from '#libs/dates';
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

@Global()
@Module({
  providers: [...stores, AddressLimits, RefusedCallers],
  exports: [AddressLimits, LimitStorage, RefusedCallers],
})
class LimitsModule {}

/** The rate limits of the service, as configured; 0 is none. */
@Module({
  imports: [
    LimitsModule,
    ThrottlerModule.forRootAsync({
      inject: [Settings, LimitStorage],
      useFactory: ({ limits: { perMinute } }: Settings, storage: LimitStorage) => ({
        throttlers: [{ name: 'principal', limit: perMinute, ttl: MINUTE_MS }],
        storage,
      }),
    }),
  ],
})
export class ThrottlingModule {}
