import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { AdmissionGuard } from './admission.guard.js';
import { BearerStrategy } from './bearer.strategy.js';
import { CallerLookup } from './caller-lookup.js';

/** Authentication and authorization of requests. */
@Module({
  imports: [PassportModule],
  providers: [CallerLookup, BearerStrategy, AdmissionGuard],
  exports: [AdmissionGuard],
})
export class AdmissionModule {}
