import { query } from '#libs/database';
import { Module, type OnModuleInit } from '@nestjs/common';
import { CommentsModule } from '../comments/comments.module.js';
import { Mentions } from '../comments/mentions.service.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { Memberships } from '../../accounts/organizations/members/memberships.js';
import { TeamsService } from '../../accounts/organizations/teams/teams.service.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { AuditsModule } from '../audits/audits.module.js';
import { AuditsService } from '../audits/audits.service.js';
import { AreasService } from '../../products/products/areas.service.js';
import { ProductsModule } from '../../products/products/products.module.js';
import { ProductsService } from '../../products/products/products.service.js';
import { StandardChanges } from '../../standards/standards/standard-changes.js';
import { StandardsModule } from '../../standards/standards/standards.module.js';
import { TestActivitiesModule } from '../test-activities/test-activities.module.js';
import { TestActivitiesService } from '../test-activities/test-activities.service.js';
import { DeadlinesController } from './deadlines/deadlines.controller.js';
import { DeadlinesService } from './deadlines/deadlines.service.js';
import { ExtensionsController } from './deadlines/extensions.controller.js';
import { ExtensionsService } from './deadlines/extensions.service.js';
import { BulkIssuesService } from './bulk-issues.service.js';
import { clearActivity, clearAudit, clearCreator, clearTeamOfIssues, countWithoutArea } from './clear-references.js';
import { findNamedIssues, IssueCommentsController } from './issue-comments.js';
import { issueCountDetail } from './issue-count.js';
import { IssueEvidenceController } from './issue-evidence.js';
import { IssueRequirementsService } from './issue-requirements.service.js';
import { IssuesController } from './issues.controller.js';
import { IssuesService } from './issues.service.js';
import { LOCK_OF_PRODUCT } from './issues.sql.js';
import { ActivityIssuesController, AuditIssuesController } from './linked-issues.controller.js';
import { LinkedIssuesService } from './linked-issues.service.js';
import { unassignMember } from './people-of-issues.js';
import { unlinkRequirements } from './relink-issues.js';
import { ProductIssuesController } from './product-issues.controller.js';

@Module({
  imports: [
    AuditsModule,
    CommentsModule,
    EvidenceModule,
    OrganizationsModule,
    ProductsModule,
    StandardsModule,
    TestActivitiesModule,
  ],
  controllers: [
    IssuesController,
    ProductIssuesController,
    IssueCommentsController,
    IssueEvidenceController,
    DeadlinesController,
    ExtensionsController,
    AuditIssuesController,
    ActivityIssuesController,
  ],
  providers: [
    DeadlinesService,
    ExtensionsService,
    IssuesService,
    IssueRequirementsService,
    BulkIssuesService,
    LinkedIssuesService,
  ],
  exports: [BulkIssuesService, IssuesService],
})
export class IssuesModule implements OnModuleInit {
  constructor(
    private readonly products: ProductsService,
    private readonly areas: AreasService,
    private readonly standards: StandardChanges,
    private readonly audits: AuditsService,
    private readonly activities: TestActivitiesService,
    private readonly memberships: Memberships,
    private readonly mentions: Mentions,
    private readonly teams: TeamsService,
  ) {}

  onModuleInit(): void {
    this.mentions.findIssuesBy(findNamedIssues);
    this.memberships.onAccountDelete(({ tx }, person) => clearCreator(tx, person));
    this.memberships.onMembershipEnd(unassignMember);
    this.teams.beforeRemoval.add(({ tx }, team) => clearTeamOfIssues(tx, team));
    this.audits.countIssuesBy(issueCountDetail('audit_id'));
    this.activities.countIssuesBy(issueCountDetail('test_activity_id'));
    this.standards.beforeRequirementRemoval.add(unlinkRequirements);
    this.products.lockContents.add(({ tx }, { organizationId, id }) =>
      query(tx, LOCK_OF_PRODUCT, [organizationId, id]),
    );
    this.areas.beforeRemoval.add(({ tx }, area) => countWithoutArea(tx, area));
    this.audits.beforeRemoval.add(({ tx }, audit) => clearAudit(tx, audit));
    this.activities.beforeRemoval.add(({ tx }, activity) => clearActivity(tx, activity));
  }
}
