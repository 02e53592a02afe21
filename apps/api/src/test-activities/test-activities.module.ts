import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountHookRegistry } from '../identity/leaving/account-hooks.js';
import { IdentityModule } from '../identity/identity.module.js';
import { clearCreator } from './clear-references.js';
import { ProductTestActivitiesController } from './product-test-activities.controller.js';
import { TestActivitiesController } from './test-activities.controller.js';
import { TestActivitiesService } from './test-activities.service.js';

@Module({
  imports: [IdentityModule],
  controllers: [TestActivitiesController, ProductTestActivitiesController],
  providers: [TestActivitiesService],
  exports: [TestActivitiesService],
})
export class TestActivitiesModule implements OnModuleInit {
  constructor(private readonly accountHooks: AccountHookRegistry) {}

  onModuleInit(): void {
    this.accountHooks.register({ beforeDelete: ({ tx }, { id }) => clearCreator(tx, id) });
  }
}
