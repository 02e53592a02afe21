import { Module } from '@nestjs/common';
import { BulkIssuesService } from './bulk-issues.service.js';
import { IssueRequirementsService } from './issue-requirements.service.js';
import { IssuesController } from './issues.controller.js';
import { IssuesService } from './issues.service.js';
import { ActivityIssuesController, AuditIssuesController } from './linked-issues.controller.js';
import { ProductIssuesController } from './product-issues.controller.js';

@Module({
  controllers: [IssuesController, ProductIssuesController, AuditIssuesController, ActivityIssuesController],
  providers: [IssuesService, IssueRequirementsService, BulkIssuesService],
  exports: [IssuesService],
})
export class IssuesModule {}
