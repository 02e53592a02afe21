import { Module, type OnModuleInit } from '@nestjs/common';
import { StandardChanges } from '../standards/standard-changes.js';
import { StandardsModule } from '../standards/standards.module.js';
import { BulkIssuesService } from './bulk-issues.service.js';
import { touchThoseFailing } from './failing.js';
import { IssueRequirementsService } from './issue-requirements.service.js';
import { IssuesController } from './issues.controller.js';
import { IssuesService } from './issues.service.js';
import { ActivityIssuesController, AuditIssuesController } from './linked-issues.controller.js';
import { ProductIssuesController } from './product-issues.controller.js';

@Module({
  imports: [StandardsModule],
  controllers: [IssuesController, ProductIssuesController, AuditIssuesController, ActivityIssuesController],
  providers: [IssuesService, IssueRequirementsService, BulkIssuesService],
  exports: [IssuesService],
})
export class IssuesModule implements OnModuleInit {
  constructor(private readonly standards: StandardChanges) {}

  onModuleInit(): void {
    this.standards.whenRequirementGoes(touchThoseFailing);
  }
}
