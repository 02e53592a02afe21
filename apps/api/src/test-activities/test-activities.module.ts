import { Module, type OnModuleInit } from '@nestjs/common';
import { Belongings } from '../identity/leaving/belongings.js';
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
  constructor(private readonly belongings: Belongings) {}

  onModuleInit(): void {
    this.belongings.add({ leave: ({ tx }, { id }) => clearCreator(tx, id) });
  }
}
