import { Module } from '@nestjs/common';
import { ProductTestActivitiesController } from './product-test-activities.controller.js';
import { TestActivitiesController } from './test-activities.controller.js';
import { TestActivitiesService } from './test-activities.service.js';

@Module({
  controllers: [TestActivitiesController, ProductTestActivitiesController],
  providers: [TestActivitiesService],
  exports: [TestActivitiesService],
})
export class TestActivitiesModule {}
