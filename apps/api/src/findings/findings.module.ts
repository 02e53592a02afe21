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
import { UndoService } from './undo.service.js';
import { clearMaker } from './clear-maker.js';
import { Memberships } from '../organizations/members/memberships.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';

@Module({
  imports: [IssuesModule, OrganizationsModule],
  controllers: [FindingsController, ProductFindingsController, ActivityFindingsController],
  providers: [BulkTriageService, FindingsService, TriageService, PageAnswersService, UndoService],
})
export class FindingsModule implements OnModuleInit {
  constructor(
    private readonly issues: IssuesService,
    private readonly memberships: Memberships,
  ) {}

  onModuleInit(): void {
    this.memberships.onAccountDelete(({ tx }, person) => clearMaker(tx, person));
    this.issues.registerVerdict(ISSUE_VERDICT);
    this.issues.beforeRemoval.add(resetToPending);
  }
}
