import { Module } from '@nestjs/common';
import { IssuesModule } from '../issues/issues.module.js';
import { TestActivitiesModule } from '../test-activities/test-activities.module.js';
import { ActivityFindingsController } from './activity-findings.controller.js';
import { TriageService } from './triage.service.js';
import { FindingsController } from './findings.controller.js';
import { FindingsService } from './findings.service.js';
import { ProductFindingsController } from './product-findings.controller.js';
import { UndoService } from './undo.service.js';

@Module({
  imports: [IssuesModule, TestActivitiesModule],
  controllers: [FindingsController, ProductFindingsController, ActivityFindingsController],
  providers: [FindingsService, TriageService, UndoService],
})
export class FindingsModule {}
