import { Module, type OnModuleInit } from '@nestjs/common';
import { IssuesModule } from '../issues/issues.module.js';
import { IssuesService } from '../issues/issues.service.js';
import { ActivityFindingsController } from './activity-findings.controller.js';
import { FindingsController } from './findings.controller.js';
import { FindingsService } from './findings.service.js';
import { ISSUE_VERDICT } from './issue-verdict.js';
import { ProductFindingsController } from './product-findings.controller.js';
import { PageAnswersService } from './pages/page-answers.service.js';
import { resetToPending } from './reset-to-pending.js';
import { BulkTriageService } from './bulk-triage.service.js';
import { TriageService } from './triage.service.js';

@Module({
  imports: [IssuesModule],
  controllers: [FindingsController, ProductFindingsController, ActivityFindingsController],
  providers: [BulkTriageService, FindingsService, TriageService, PageAnswersService],
})
export class FindingsModule implements OnModuleInit {
  constructor(private readonly issues: IssuesService) {}

  onModuleInit(): void {
    this.issues.registerVerdict(ISSUE_VERDICT);
    this.issues.beforeRemoval.add(resetToPending);
  }
}
