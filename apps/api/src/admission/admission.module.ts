import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { BearerStrategy } from './bearer.strategy.js';
import { CallerLookup } from './caller-lookup.js';
import { STEPS } from './pipeline.js';
import { ProductReads } from './product-reads.js';

/** Authentication and authorization of requests. */
@Module({
  imports: [PassportModule, OrganizationsModule],
  providers: [CallerLookup, ProductReads, BearerStrategy, ...STEPS],
})
export class AdmissionModule {}
