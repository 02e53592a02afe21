import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { AdmissionGuard } from './admission.guard.js';
import { BearerStrategy } from './bearer.strategy.js';
import { CallerLookup } from './caller-lookup.js';
import { ProductReads } from './product-reads.js';

/** Authentication and authorization of requests. */
@Module({
  imports: [PassportModule],
  providers: [CallerLookup, ProductReads, BearerStrategy, AdmissionGuard],
  exports: [AdmissionGuard, ProductReads],
})
export class AdmissionModule {}
