import { Module, type OnModuleInit } from '@nestjs/common';
import { IssuesModule } from '../issues/issues.module.js';
import { IssuesService } from '../issues/issues.service.js';
import { undoActivity } from '../replay/undo-activity.js';
import { LineAges } from '../scan-runs/line-ages.service.js';
import { LinesService } from '../scan-runs/lines.service.js';
import { ProductLinesController } from '../scan-runs/product-lines.controller.js';
import { TestActivitiesModule } from '../test-activities/test-activities.module.js';
import { TestActivitiesService } from '../test-activities/test-activities.service.js';
import { ActivityFindingsController } from './activity-findings.controller.js';
import { FindingsController } from './findings.controller.js';
import { FindingsService } from './findings.service.js';
import { ISSUE_VERDICT } from './issue-verdict.js';
import { ProductFindingsController } from './product-findings.controller.js';
import { resetToPending } from './reset-to-pending.js';
import { TriageService } from './triage.service.js';

@Module({
  imports: [IssuesModule, TestActivitiesModule],
  controllers: [FindingsController, ProductFindingsController, ActivityFindingsController, ProductLinesController],
  providers: [FindingsService, TriageService, LinesService, LineAges],
})
export class FindingsModule implements OnModuleInit {
  constructor(
    private readonly activities: TestActivitiesService,
    private readonly issues: IssuesService,
  ) {}

  onModuleInit(): void {
    this.activities.beforeRemoval.add(undoActivity);
    this.issues.registerVerdict(ISSUE_VERDICT);
    this.issues.beforeRemoval.add(resetToPending);
  }
}
