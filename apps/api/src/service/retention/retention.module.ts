import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { Retention } from './retention.service.js';

@Module({ imports: [OrganizationsModule], providers: [Retention] })
export class RetentionModule {}
