import { Module, type OnModuleInit } from '@nestjs/common';
import { TestActivitiesModule } from '../../records/test-activities/test-activities.module.js';
import { TestActivitiesService } from '../../records/test-activities/test-activities.service.js';
import { undoActivity } from './undo-activity.js';

@Module({ imports: [TestActivitiesModule] })
export class ReplayModule implements OnModuleInit {
  constructor(private readonly activities: TestActivitiesService) {}

  onModuleInit(): void {
    this.activities.beforeRemoval.add(undoActivity);
  }
}
