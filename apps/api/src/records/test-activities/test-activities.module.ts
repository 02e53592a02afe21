import { Module, type OnModuleInit } from '@nestjs/common';
import { Memberships } from '../../accounts/organizations/members/memberships.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { clearCreator } from './clear-references.js';
import { ProductTestActivitiesController } from './product-test-activities.controller.js';
import { TestActivitiesController } from './test-activities.controller.js';
import { TestActivitiesService } from './test-activities.service.js';

@Module({
  imports: [OrganizationsModule],
  controllers: [TestActivitiesController, ProductTestActivitiesController],
  providers: [TestActivitiesService],
  exports: [TestActivitiesService],
})
export class TestActivitiesModule implements OnModuleInit {
  constructor(private readonly memberships: Memberships) {}

  onModuleInit(): void {
    this.memberships.onAccountDelete(({ tx }, person) => clearCreator(tx, person));
  }
}
