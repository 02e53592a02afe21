import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { BearerStrategy } from './bearer.strategy.js';
import { CallerLookup } from './caller-lookup.js';
import { STEPS } from './pipeline.js';
import { ProductReads } from './product-reads.js';

/** Authentication and authorization of requests. */
@Module({
  imports: [PassportModule, OrganizationsModule, IdempotencyModule],
  providers: [CallerLookup, ProductReads, BearerStrategy, ...STEPS],
})
export class AdmissionModule {}
