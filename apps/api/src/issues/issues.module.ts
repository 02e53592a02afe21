import { Module, type OnModuleInit } from '@nestjs/common';
import { Belongings } from '../identity/leaving/belongings.js';
import { IdentityModule } from '../identity/identity.module.js';
import { AuditsModule } from '../audits/audits.module.js';
import { AuditsService } from '../audits/audits.service.js';
import { StandardChanges } from '../standards/standard-changes.js';
import { StandardsModule } from '../standards/standards.module.js';
import { TestActivitiesModule } from '../test-activities/test-activities.module.js';
import { TestActivitiesService } from '../test-activities/test-activities.service.js';
import { BulkIssuesService } from './bulk-issues.service.js';
import { clearActivity, clearAudit, clearCreator } from './clear-references.js';
import { touchThoseFailing } from './failing.js';
import { issueCountBy } from './issue-count.js';
import { IssueRequirementsService } from './issue-requirements.service.js';
import { IssuesController } from './issues.controller.js';
import { IssuesService } from './issues.service.js';
import { ActivityIssuesController, AuditIssuesController } from './linked-issues.controller.js';
import { LinkedIssuesService } from './linked-issues.service.js';
import { ProductIssuesController } from './product-issues.controller.js';

@Module({
  imports: [AuditsModule, IdentityModule, StandardsModule, TestActivitiesModule],
  controllers: [IssuesController, ProductIssuesController, AuditIssuesController, ActivityIssuesController],
  providers: [IssuesService, IssueRequirementsService, BulkIssuesService, LinkedIssuesService],
  exports: [IssuesService],
})
export class IssuesModule implements OnModuleInit {
  constructor(
    private readonly standards: StandardChanges,
    private readonly audits: AuditsService,
    private readonly activities: TestActivitiesService,
    private readonly belongings: Belongings,
  ) {}

  onModuleInit(): void {
    this.belongings.add({ leave: ({ tx }, { id }) => clearCreator(tx, id) });
    this.audits.countIssuesBy(issueCountBy('audit_id'));
    this.activities.countIssuesBy(issueCountBy('test_activity_id'));
    this.standards.beforeRequirementRemoval.add(touchThoseFailing);
    this.audits.beforeRemoval.add(({ tx }, audit) => clearAudit(tx, audit));
    this.activities.beforeRemoval.add(({ tx }, activity) => clearActivity(tx, activity));
  }
}
