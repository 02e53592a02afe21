import { Global, Module } from '@nestjs/common';
import { Quotas } from './quotas.service.js';

/** Tells every module how much an organization may have. */
@Global()
@Module({ providers: [Quotas], exports: [Quotas] })
export class QuotasModule {}
