import { type ExecutionContext } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Settings } from '#libs/config';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { LimitStorage } from './limit-storage.js';
import { applies } from './throttle.guard.js';

const MINUTE = 60_000;

/** The rate limits of the service, as configured; 0 is none. */
export const ThrottlingModule = ThrottlerModule.forRootAsync({
  inject: [Settings, DataSource],
  useFactory: ({ limits }: Settings, database: DataSource) => {
    const limit = (name: 'global' | 'sign-in' | 'ingest', perMinute: number) => ({
      name,
      limit: perMinute,
      ttl: MINUTE,
      skipIf: (context: ExecutionContext) => perMinute === 0 || !applies(name, context),
    });
    return {
      throttlers: [limit('global', limits.perMinute), limit('sign-in', limits.signIn), limit('ingest', limits.ingest)],
      storage: new LimitStorage(
        limits.store === 'postgres' ? (database.driver as unknown as { master: Pool }).master : undefined,
      ),
    };
  },
});
