import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { IdempotencyKeys } from './idempotency-keys.service.js';

@Module({ imports: [OrganizationsModule], providers: [IdempotencyKeys], exports: [IdempotencyKeys] })
export class IdempotencyModule {}
